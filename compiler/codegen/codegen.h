// From a checked design to native code: the engine's bitcode, in which config() and the design's expressions are linked
// as constants and IR, optimised as one. With jit, the only rooms that know LLVM; this header does not show it.
#pragma once
#include <atomic>
#include <string>

#include "runtime/abi/plan.h"

namespace ssd::codegen {

// How far to go, and what `text` then holds.
enum class Stage {
  kObject,       // `object` is a relocatable object file for this machine
  kIr,           // LLVM IR of the design's own part, before linking
  kOptimisedIr,  // LLVM IR of the specialised engine
  kAssembly,     // assembly of the same
};

struct Specialised {
  std::string object;  // bytes; for Stage::kObject
  std::string text;    // for the others
};

// What the code is for, as LLVM names it: a processor (`x86-64-v3`), and what it can beyond that.
struct Machine {
  std::string cpu, features;
};
Machine this_machine();

// The names of the entry points (runtime/abi/entries.h) in an object that is linked into a program, which may hold
// several.
struct EntryNames {
  std::string run, preload;
};

// Deterministic: the same design gives the same bytes on the same CPU. Throws std::logic_error if the engine's bitcode
// cannot be linked or verified, which is a bug of ours and never the user's. If `given_up` becomes true meanwhile it
// ends soon, with what nobody should use.
Specialised specialise(const Plan& plan, Stage stage, Pass pass = Pass::kAll,
                       const std::atomic<bool>* given_up = nullptr);
// The object for another machine, or under other names.
std::string object_for(const Plan& plan, Pass pass, const Machine& machine, const EntryNames& names);

// An object for this kind of machine with the bytes as a constant of that name, and their number, a u64, as one of that
// name with `_size` behind it.
std::string object_of_bytes(const std::string& name, const std::string& bytes);

}  // namespace ssd::codegen
