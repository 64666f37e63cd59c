// Makes constants of what an engine that several designs share knows of its configuration (compiler/jit/features.h).
#pragma once
#include <llvm/IR/PassManager.h>

namespace ssd::codegen {

// Replaces every load of a feature by its value, and marks every load of a number as one of memory that does not change
// and of a value that is neither 0 nor 1. Does nothing if the whole configuration is constant.
class FoldFeatures : public llvm::PassInfoMixin<FoldFeatures> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace ssd::codegen
