// IR for a design's constants and expressions: see emit.h. Each node becomes the instruction that abi/program.h says; sema has proved that
// none overflows and that no division by zero is taken, so no check is emitted, but a divisor of a branch not taken must not trap.
#include "compiler/codegen/emit.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>

#include <stdexcept>

namespace ssd::codegen {
namespace {

using llvm::Value;

// Emits the nodes of one program, sharing what they share.
class ProgramEmitter {
 public:
  ProgramEmitter(llvm::IRBuilder<>& builder, std::vector<Value*> inputs) : builder_(builder), inputs_(std::move(inputs)) {}

  Value* emit(const Program& program) {
    std::vector<Value*> values;
    for (u32 i = 0; i <= program.result; ++i) values.push_back(emit(program.nodes[i], values));
    return values[program.result];
  }

 private:
  Value* emit(const Node& n, const std::vector<Value*>& values) {
    if (n.op == Op::kConstant) return builder_.getInt64(static_cast<u64>(n.value));
    if (n.op == Op::kInput) return inputs_.at(static_cast<std::size_t>(n.value));
    return emit(n.op, values.at(n.a), values.at(n.b), values.at(n.c));
  }

  Value* emit(Op op, Value* a, Value* b, Value* c) {
    switch (op) {
      case Op::kNegate: return builder_.CreateNSWNeg(a);
      case Op::kNot: return widen(builder_.CreateICmpEQ(a, zero()));
      case Op::kAdd: return builder_.CreateNSWAdd(a, b);
      case Op::kSub: return builder_.CreateNSWSub(a, b);
      case Op::kMul: return builder_.CreateNSWMul(a, b);
      case Op::kDiv: return guarded(b, [&](Value* divisor) { return builder_.CreateSDiv(a, divisor); });
      case Op::kMod: return guarded(b, [&](Value* divisor) { return builder_.CreateSRem(a, divisor); });
      case Op::kLess: return widen(builder_.CreateICmpSLT(a, b));
      case Op::kLessEqual: return widen(builder_.CreateICmpSLE(a, b));
      case Op::kEqual: return widen(builder_.CreateICmpEQ(a, b));
      case Op::kNotEqual: return widen(builder_.CreateICmpNE(a, b));
      case Op::kAnd: return widen(builder_.CreateAnd(truth(a), truth(b)));
      case Op::kOr: return widen(builder_.CreateOr(truth(a), truth(b)));
      case Op::kSelect: return builder_.CreateSelect(truth(a), b, c);
      case Op::kMin: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
      case Op::kMax: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
      case Op::kAbs: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, builder_.getTrue());
      case Op::kConstant:
      case Op::kInput: break;
    }
    throw std::logic_error("codegen: a node without an instruction");
  }

  // A division by zero gives 0, as in abi/program.h; it can happen only in a branch that is not taken.
  template <class Divide>
  Value* guarded(Value* divisor, Divide divide) {
    if (llvm::isa<llvm::ConstantInt>(divisor) && !llvm::cast<llvm::ConstantInt>(divisor)->isZero()) return divide(divisor);
    Value* is_zero = builder_.CreateICmpEQ(divisor, zero());
    Value* quotient = divide(builder_.CreateSelect(is_zero, builder_.getInt64(1), divisor));
    return builder_.CreateSelect(is_zero, zero(), quotient);
  }

  Value* zero() { return builder_.getInt64(0); }
  Value* truth(Value* v) { return builder_.CreateICmpNE(v, zero()); }
  Value* widen(Value* bit) { return builder_.CreateZExt(bit, builder_.getInt64Ty()); }

  llvm::IRBuilder<>& builder_;
  std::vector<Value*> inputs_;
};

// One function a hook: i64 inputs in, an i64 out. A hook without an expression is never called, but the engine's code names it.
void emit_hook(llvm::Module& module, const design::Design& design, Hook hook) {
  llvm::IRBuilder<> builder(module.getContext());
  const std::vector<llvm::Type*> types(info(hook).inputs, builder.getInt64Ty());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(builder.getInt64Ty(), types, false), llvm::Function::ExternalLinkage,
                                          info(hook).symbol, module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->setDoesNotAccessMemory();
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  std::vector<Value*> inputs;
  for (llvm::Argument& argument : function->args()) inputs.push_back(&argument);
  const design::Function& expression = design::function(design, hook);
  builder.CreateRet(expression.given() ? ProgramEmitter(builder, std::move(inputs)).emit(expression.program()) : builder.getInt64(0));
}

// As bytes: LLVM folds loads from them, and so no second description of the struct's layout is needed.
void emit_config(llvm::Module& module, const design::Design& design) {
  const Config config = design::config(design);
  const llvm::StringRef bytes(reinterpret_cast<const char*>(&config), sizeof config);
  llvm::Constant* value = llvm::ConstantDataArray::getString(module.getContext(), bytes, false);
  auto* global = new llvm::GlobalVariable(module, value->getType(), true, llvm::GlobalValue::ExternalLinkage, value, "ssd_config");
  global->setAlignment(llvm::Align(alignof(Config)));
}

}  // namespace

std::unique_ptr<llvm::Module> emit_design(const design::Design& design, llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("design", context);
  emit_config(*module, design);
  for (std::size_t i = 0; i < kHooks; ++i) emit_hook(*module, design, static_cast<Hook>(i));
  if (llvm::verifyModule(*module)) throw std::logic_error("codegen: the design's module does not verify");
  return module;
}

}  // namespace ssd::codegen
