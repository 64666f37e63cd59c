// All that decides the bytes of a specialised object: two designs of the same origin have the same object, so that one
// may be used for the other.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"

namespace ssd::codegen {

struct Origin {
  std::string design;         // its own part, as bitcode
  std::string_view engine;    // its bitcode
  std::string machine;        // this CPU and what it can
  std::string_view compiler;  // LLVM's version and our way with it
};
Origin origin(const Plan& plan, Pass pass = Pass::kAll);

}  // namespace ssd::codegen
