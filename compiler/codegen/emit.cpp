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

llvm::Function* declare(llvm::Module& module, const char* name, llvm::Type* result, std::size_t inputs) {
  llvm::LLVMContext& context = module.getContext();
  const std::vector<llvm::Type*> types(inputs, llvm::Type::getInt64Ty(context));
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::Function::ExternalLinkage, name, module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->setDoesNotAccessMemory();
  return function;
}

std::vector<Value*> arguments(llvm::Function* function) {
  std::vector<Value*> result;
  for (llvm::Argument& argument : function->args()) result.push_back(&argument);
  return result;
}

// ((channel * chips + chip) * dies + die) * planes + plane
void emit_place(llvm::Module& module, const design::Design& design) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function* function = declare(module, "ssd_place", builder.getInt32Ty(), design::kMapInputs);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  ProgramEmitter emitter(builder, arguments(function));
  Value* id = builder.getInt64(0);
  for (const design::Level level : design::kLevels) {
    Value* part = emitter.emit(design.allocation.map[static_cast<std::size_t>(level)].program());
    id = builder.CreateNUWAdd(builder.CreateNUWMul(id, builder.getInt64(design.geometry.count(level))), part);
  }
  builder.CreateRet(builder.CreateTrunc(id, builder.getInt32Ty()));
}

void emit_predicate(llvm::Module& module, const char* name, const design::Function& predicate) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function* function = declare(module, name, builder.getInt1Ty(), design::kGcInputs);
  function->addRetAttr(llvm::Attribute::ZExt);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  Value* result = ProgramEmitter(builder, arguments(function)).emit(predicate.program());
  builder.CreateRet(builder.CreateICmpNE(result, builder.getInt64(0)));
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
  emit_place(*module, design);
  emit_predicate(*module, "ssd_trigger", design.gc.trigger);
  emit_predicate(*module, "ssd_stop", design.gc.stop);
  if (llvm::verifyModule(*module)) throw std::logic_error("codegen: the design's module does not verify");
  return module;
}

}  // namespace ssd::codegen
