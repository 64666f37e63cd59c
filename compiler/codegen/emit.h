// The design's own part of a specialised module: its configuration and the constants of its expressions, and its
// expressions as functions.
#pragma once
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/jit/shape.h"

namespace ssd::codegen {

// Emits a program as `i64 name(const State*, const i64* inputs)`. If a requirement does not hold, the code calls
// ssd_fault with the hook and the number of the check.
llvm::Function* emit_program(llvm::Module& module, const Program& program, Hook hook, const std::string& name);

// Sharing::kFeatures: the module is the same for all designs that share the shape, and has memory for their numbers
// (compiler/jit/features.h).
std::unique_ptr<llvm::Module> emit_design(const jit::Shape& shape, llvm::LLVMContext& context);

}  // namespace ssd::codegen
