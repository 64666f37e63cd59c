// The engine (runtime/engine) as LLVM bitcode.
#pragma once
#include <string_view>

namespace ssd::codegen {

std::string_view engine_bitcode();

}  // namespace ssd::codegen
