// From a Plan to native code: links the engine's bitcode with config() as a constant and the design's expressions as
// IR, and optimises them together. Only this room and jit use LLVM; this header includes none of it. The functions
// throw std::bad_alloc if there is not enough memory for LLVM (llvm_memory.h).
#pragma once
#include <atomic>
#include <string>

#include "compiler/jit/machine.h"
#include "runtime/abi/plan.h"

namespace ssd::codegen {

// How far to go, and what the result contains.
enum class Stage {
  kObject,       // `object` is a relocatable object file for this machine
  kIr,           // LLVM IR of the design's own part, before linking
  kOptimisedIr,  // LLVM IR of the specialised engine
  kAssembly,     // assembly of the specialised engine
};

struct Specialised {
  std::string object;  // the bytes, for Stage::kObject
  std::string text;    // for the other stages
};

// The names of the entry points (runtime/abi/entries.h) in an object that is linked into a program. A program may
// contain several such objects.
struct EntryNames {
  std::string run, preload;
};

// Deterministic: the same design gives the same bytes on the same CPU. Throws std::logic_error if the engine's bitcode
// cannot be linked or verified, which is a bug of ssdc and never the user's mistake. If `given_up` becomes true, the
// function ends soon with a result that must not be used.
Specialised specialise(const Plan& plan, Stage stage, Pass pass = Pass::kAll,
                       const std::atomic<bool>* given_up = nullptr);
// The object for another machine, or with other names.
std::string object_for(const Plan& plan, Pass pass, const jit::Machine& machine, const EntryNames& names);

// An object for this kind of machine that contains the bytes as a constant called `name`, and their number (a u64) as a
// constant called `name` + `_size`.
std::string object_of_bytes(const std::string& name, const std::string& bytes);

}  // namespace ssd::codegen
