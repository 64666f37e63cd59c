// Implements fold_features.h.
#include "compiler/codegen/fold_features.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstring>

#include "compiler/jit/features.h"

namespace ssd::codegen {
namespace {

class Folder {
 public:
  explicit Folder(llvm::GlobalVariable& config) : config_(config), layout_(config.getParent()->getDataLayout()) {
    const llvm::StringRef bytes = llvm::cast<llvm::ConstantDataSequential>(config.getInitializer())->getRawDataValues();
    std::memcpy(features_.data(), bytes.data(), features_.size());
  }

  // Whether the load was removed.
  bool fold(llvm::LoadInst& load) const {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    if (load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true) != &config_) return false;
    const u64 begin = offset.getZExtValue(), end = begin + layout_.getTypeStoreSize(load.getType()).getFixedValue();
    const auto number = std::ranges::find_if(kConfigRows, [&](const ConfigRow& row) {
      return row.offset < end && begin < row.offset + row.bytes && jit::is_in_memory(features_, row);
    });
    if (number != kConfigRows.end()) {
      const bool is_whole = number->offset == begin && number->offset + number->bytes == end;
      mark(load, is_whole && load.getType()->isIntegerTy());
      return false;
    }
    llvm::Constant* value = llvm::ConstantFoldLoadFromConst(config_.getInitializer(), load.getType(), offset, layout_);
    if (value == nullptr) return false;
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
    return true;
  }

 private:
  static void mark(llvm::LoadInst& load, bool is_number) {
    llvm::LLVMContext& context = load.getContext();
    load.setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    if (!is_number) return;
    const unsigned bits = load.getType()->getIntegerBitWidth();
    load.setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(context).createRange(
                                                      llvm::APInt(bits, jit::kLeastInMemory), llvm::APInt(bits, 0)));
  }

  llvm::GlobalVariable& config_;
  const llvm::DataLayout& layout_;
  ConfigBytes features_{};
};

}  // namespace

llvm::PreservedAnalyses FoldFeatures::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::GlobalVariable* config = function.getParent()->getNamedGlobal(jit::kConfigSymbol);
  if (config == nullptr || config->isConstant()) return llvm::PreservedAnalyses::all();
  const Folder folder(*config);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) changed |= folder.fold(*load);
  }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace ssd::codegen
