// The CPU that this process runs on, as LLVM names it.
#pragma once
#include <string>

namespace ssd::codegen {

std::string host_cpu();
std::string host_features();  // "+avx2,-avx512f,…"

}  // namespace ssd::codegen
