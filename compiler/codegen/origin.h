// Everything that determines the bytes of a specialised object. Designs with the same origin have the same object, so
// the object of one can be used for the other.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"

namespace ssd::codegen {

struct Origin {
  std::string design;         // the design's own part, as bitcode
  std::string_view engine;    // the engine's bitcode
  std::string machine;        // this CPU and its features
  std::string_view compiler;  // LLVM's version and a digest of this room's sources
};
Origin origin(const Plan& plan, Pass pass = Pass::kAll);

}  // namespace ssd::codegen
