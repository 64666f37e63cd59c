// The design's own part of a specialised module: its configuration as a constant, its expressions as functions.
#pragma once
#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/design/design.h"

namespace ssd::codegen {

std::unique_ptr<llvm::Module> emit_design(const design::Design& design, llvm::LLVMContext& context);

}  // namespace ssd::codegen
