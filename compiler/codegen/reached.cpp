// Implements reached.h. Functions are visited from the entry points on. The configuration is one constant of the
// module. Wherever it is passed on, it replaces the callee's parameter, so each function's branches on it fold before
// its callees are visited. Invariant: a parameter that is replaced by the configuration is the configuration in every
// call, because the engine never makes another Config.
#include "compiler/codegen/reached.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <set>
#include <stdexcept>
#include <vector>

#include "compiler/codegen/fold_features.h"
#include "compiler/jit/features.h"
#include "runtime/abi/entries.h"

namespace ssd::codegen {
namespace {

class Reach {
 public:
  explicit Reach(llvm::Module& module) : module_(module), configuration_(module.getNamedGlobal(jit::kConfigSymbol)) {
    builder_.registerFunctionAnalyses(analyses_);
    passes_.addPass(FoldFeatures());
    passes_.addPass(llvm::SCCPPass());
    passes_.addPass(llvm::SimplifyCFGPass());
  }

  void from(const char* entry) { add(module_.getFunction(entry)); }

  void run() {
    while (!waiting_.empty()) {
      llvm::Function* function = waiting_.back();
      waiting_.pop_back();
      fold(*function);
      for (llvm::Instruction& instruction : llvm::instructions(*function)) follow(instruction);
    }
  }

  // Removes everything that no reached function refers to.
  void drop_rest() {
    for (llvm::Function& function : module_) {
      if (!reached_.contains(&function) && (!function.isDeclaration() || function.isMaterializable())) {
        function.deleteBody();
        function.setComdat(nullptr);
      }
    }
    for (llvm::Function& function : llvm::make_early_inc_range(module_)) {
      if (!reached_.contains(&function) && function.use_empty()) function.eraseFromParent();
    }
  }

 private:
  // Reads the function if it is new.
  void add(llvm::Function* function) {
    if (!reached_.insert(function).second) return;
    if (llvm::Error error = function->materialize())
      throw std::logic_error("codegen: " + llvm::toString(std::move(error)));
    if (!function->isDeclaration()) waiting_.push_back(function);
  }

  void fold(llvm::Function& function) {
    passes_.run(function, analyses_);
    analyses_.clear();
  }

  void follow(llvm::Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    for (llvm::Use& operand : instruction.operands()) {
      auto* function = llvm::dyn_cast<llvm::Function>(operand.get()->stripPointerCasts());
      if (function == nullptr) continue;
      if (call == nullptr || !call->isCallee(&operand))
        add(function);
      else
        follow_call(*call, *function);
    }
  }

  void follow_call(llvm::CallBase& call, llvm::Function& callee) {
    add(&callee);
    if (callee.isDeclaration()) return;
    for (llvm::Argument& parameter : callee.args()) {
      const bool passed = call.getArgOperand(parameter.getArgNo()) == configuration_;
      if (passed && !replaced_.contains(&parameter)) {
        parameter.replaceAllUsesWith(configuration_);
        replaced_.insert(&parameter);
      } else if (!passed && replaced_.contains(&parameter) && is_an_object(call.getArgOperand(parameter.getArgNo()))) {
        throw std::logic_error("codegen: `" + callee.getName().str() + "` is called with more than one configuration");
      }
    }
  }

  // Whether the value is certainly an object other than the configuration. The configuration itself may also be loaded
  // from memory, where a lambda has captured it.
  static bool is_an_object(const llvm::Value* value) {
    const llvm::Value* object = llvm::getUnderlyingObject(value);
    return llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalVariable>(object);
  }

  llvm::Module& module_;
  llvm::GlobalVariable* configuration_;
  llvm::PassBuilder builder_;
  llvm::FunctionAnalysisManager analyses_;
  llvm::FunctionPassManager passes_;
  std::set<const llvm::Function*> reached_;
  std::set<const llvm::Argument*> replaced_;
  std::vector<llvm::Function*> waiting_;
};

}  // namespace

void keep_reached(llvm::Module& module) {
  Reach reach(module);
  for (const char* entry : {kRunEntry, kPreloadEntry}) reach.from(entry);
  reach.run();
  reach.drop_rest();
}

}  // namespace ssd::codegen
