// From a checked design to native code: the engine's bitcode, in which config() and the design's expressions are linked as constants and
// IR, optimised as one. With jit, the only rooms that know LLVM; this header does not show it.
#pragma once
#include <atomic>
#include <string>

#include "compiler/design/passes.h"

namespace ssd::codegen {

// How far to go, and what `text` then holds.
enum class Stage {
  kObject,           // `object` is a relocatable object file for this machine
  kIr,               // LLVM IR of the design's own part, before linking
  kOptimisedIr,      // LLVM IR of the specialised engine
  kAssembly,         // assembly of the same
};

struct Specialised {
  std::string object;  // bytes; for Stage::kObject
  std::string text;    // for the others
};

// Deterministic: the same design gives the same bytes on the same CPU. Throws std::logic_error if the engine's bitcode cannot be linked or
// verified, which is a bug of ours and never the user's. If `given_up` becomes true meanwhile it ends soon, with what nobody should use.
Specialised specialise(const design::Design& design, Stage stage, design::Pass pass = design::Pass::kAll, const std::atomic<bool>* given_up = nullptr);

}  // namespace ssd::codegen
