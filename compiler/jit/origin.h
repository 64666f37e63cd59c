// Everything that determines the bytes of a specialised object. Designs with the same origin have the same object, so
// the object of one can be used for the other.
#pragma once
#include <string>
#include <string_view>

#include "compiler/jit/shape.h"

namespace ssd::jit {

struct Origin {
  std::string design;         // the bytes of its shape
  std::string_view engine;    // a digest of the engine's bitcode
  std::string machine;        // this processor
  std::string_view compiler;  // LLVM's version and a digest of the sources that make objects
};
Origin origin(const Plan& plan, Pass pass = Pass::kAll);

// A digest of the engine's bitcode, in hexadecimal.
std::string_view engine_digest();

}  // namespace ssd::jit
