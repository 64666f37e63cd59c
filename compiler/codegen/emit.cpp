// Emits IR for a design's constants and expressions: see emit.h. Each node becomes the instruction that abi/program.h
// defines. Whatever the checker has not proved has a kRequire node; nothing else is checked. The only other test
// prevents a divisor of 0 in a branch that is not taken from trapping.
#include "compiler/codegen/emit.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "compiler/jit/features.h"

namespace ssd::codegen {
namespace {

using llvm::Value;

// The constants of all programs that are read from memory.
struct Constants {
  llvm::GlobalVariable* memory = nullptr;  // null: every constant is in the code
  u64 next = 0;                            // the number of the next one
};

// Emits the nodes of one program; a shared node is emitted once.
class ProgramEmitter {
 public:
  ProgramEmitter(llvm::Function& function, Hook hook, Constants& constants)
      : builder_(llvm::BasicBlock::Create(function.getContext(), "", &function)),
        function_(function),
        hook_(hook),
        constants_(constants) {}

  void emit(const Program& program) {
    const std::vector<bool> in_memory = jit::constants_in_memory(program);
    std::vector<Value*> values;
    for (u32 i = 0; i <= program.result; ++i) {
      const bool loads = in_memory[i] && constants_.memory != nullptr;
      values.push_back(loads ? constant_in_memory() : emit(program.nodes[i], values));
    }
    builder_.CreateRet(values[program.result]);
  }

 private:
  Value* constant_in_memory() {
    auto* load = builder_.CreateLoad(
        builder_.getInt64Ty(),
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt64Ty(), constants_.memory, constants_.next++));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(function_.getContext(), {}));
    return load;
  }

  Value* emit(const Node& n, const std::vector<Value*>& values) {
    switch (n.op) {
      case Op::kConstant: return builder_.getInt64(static_cast<u64>(n.value));
      case Op::kInput: return input(static_cast<u64>(n.value));
      case Op::kRequire: return require(values.at(n.a), values.at(n.b), n.value);
      case Op::kLoad: return load(n.value, values.at(n.a));
      case Op::kStore: return store(n.value, values.at(n.a), values.at(n.b));
      default: break;
    }
    Value *a = values.at(n.a), *b = values.at(n.b);
    return is_real(n.op) ? emit_real(n.op, a, b) : emit_int(n.op, a, b, values.at(n.c));
  }

  static bool is_real(Op op) { return op >= Op::kRealNegate && op <= Op::kOrderKey; }

  Value* emit_int(Op op, Value* a, Value* b, Value* c) {
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
      case Op::kWrapAdd: return builder_.CreateAdd(a, b);
      case Op::kWrapSub: return builder_.CreateSub(a, b);
      case Op::kWrapMul: return builder_.CreateMul(a, b);
      case Op::kAddFits: return fits(llvm::Intrinsic::sadd_with_overflow, a, b);
      case Op::kSubFits: return fits(llvm::Intrinsic::ssub_with_overflow, a, b);
      case Op::kMulFits: return fits(llvm::Intrinsic::smul_with_overflow, a, b);
      case Op::kBitAnd: return builder_.CreateAnd(a, b);
      case Op::kBitXor: return builder_.CreateXor(a, b);
      case Op::kBitOr: return builder_.CreateOr(a, b);
      case Op::kShiftRight: return builder_.CreateAShr(a, builder_.CreateAnd(b, builder_.getInt64(63)));
      case Op::kPower: return builder_.CreateShl(builder_.getInt64(1), builder_.CreateAnd(a, builder_.getInt64(63)));
      default: throw std::logic_error("codegen: a node that is not an instruction");
    }
  }

  // Uses no fast-math flags, so LLVM keeps to IEEE and to the order of the operations (policy.reals).
  Value* emit_real(Op op, Value* a, Value* b) {
    switch (op) {
      case Op::kRealNegate: return word(builder_.CreateFNeg(real(a)));
      case Op::kRealAbs: return word(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, real(a)));
      case Op::kRealAdd: return word(builder_.CreateFAdd(real(a), real(b)));
      case Op::kRealSub: return word(builder_.CreateFSub(real(a), real(b)));
      case Op::kRealMul: return word(builder_.CreateFMul(real(a), real(b)));
      case Op::kRealDiv: return word(builder_.CreateFDiv(real(a), real(b)));
      case Op::kRealMin: return builder_.CreateSelect(builder_.CreateFCmpOLT(real(a), real(b)), a, b);
      case Op::kRealMax: return builder_.CreateSelect(builder_.CreateFCmpOGT(real(a), real(b)), a, b);
      case Op::kRealLess: return widen(builder_.CreateFCmpOLT(real(a), real(b)));
      case Op::kRealLessEqual: return widen(builder_.CreateFCmpOLE(real(a), real(b)));
      case Op::kRealEqual: return widen(builder_.CreateFCmpOEQ(real(a), real(b)));
      case Op::kRealNotEqual: return widen(builder_.CreateFCmpUNE(real(a), real(b)));
      case Op::kFloor: return word(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, real(a)));
      case Op::kCeil: return word(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, real(a)));
      case Op::kLog2: return word(builder_.CreateCall(log2_function(), real(a)));
      case Op::kToReal: return word(builder_.CreateSIToFP(a, builder_.getDoubleTy()));
      case Op::kToInt: return to_int(real(a));
      case Op::kOrderKey: return order_key(real(a));
      default: throw std::logic_error("codegen: a node that is not an operation on reals");
    }
  }

  Value* input(u64 index) {
    return builder_.CreateLoad(builder_.getInt64Ty(),
                               builder_.CreateConstInBoundsGEP1_64(builder_.getInt64Ty(), function_.getArg(1), index));
  }

  // The call is in a block of its own, which is marked as unlikely.
  Value* require(Value* condition, Value* value, i64 site) {
    auto* fault = llvm::BasicBlock::Create(function_.getContext(), "", &function_);
    auto* rest = llvm::BasicBlock::Create(function_.getContext(), "", &function_);
    llvm::MDBuilder metadata(function_.getContext());
    builder_.CreateCondBr(truth(condition), rest, fault, metadata.createLikelyBranchWeights());
    builder_.SetInsertPoint(fault);
    builder_.CreateCall(fault_function(), {function_.getArg(0), builder_.getInt64(static_cast<u64>(hook_)),
                                           builder_.getInt64(static_cast<u64>(site))});
    builder_.CreateBr(rest);
    builder_.SetInsertPoint(rest);
    return value;
  }

  // The engine's bitcode (engine.cpp) defines ssd_load and ssd_store.
  Value* load(i64 cell, Value* at) {
    auto* word = builder_.getInt64Ty();
    const llvm::FunctionCallee function =
        function_.getParent()->getOrInsertFunction("ssd_load", word, builder_.getPtrTy(), word, word);
    return builder_.CreateCall(function, {function_.getArg(0), builder_.getInt64(static_cast<u64>(cell)), at});
  }
  Value* store(i64 cell, Value* at, Value* value) {
    auto* word = builder_.getInt64Ty();
    const llvm::FunctionCallee function = function_.getParent()->getOrInsertFunction(
        "ssd_store", builder_.getVoidTy(), builder_.getPtrTy(), word, word, word);
    builder_.CreateCall(function, {function_.getArg(0), builder_.getInt64(static_cast<u64>(cell)), at, value});
    return value;
  }

  // A division by zero gives 0, as in abi/program.h. It can happen only in a branch that is not taken.
  template <class Divide>
  Value* guarded(Value* divisor, Divide divide) {
    if (llvm::isa<llvm::ConstantInt>(divisor) && !llvm::cast<llvm::ConstantInt>(divisor)->isZero())
      return divide(divisor);
    Value* is_zero = builder_.CreateICmpEQ(divisor, zero());
    Value* quotient = divide(builder_.CreateSelect(is_zero, builder_.getInt64(1), divisor));
    return builder_.CreateSelect(is_zero, zero(), quotient);
  }

  Value* fits(llvm::Intrinsic::ID operation, Value* a, Value* b) {
    return widen(builder_.CreateNot(builder_.CreateExtractValue(builder_.CreateBinaryIntrinsic(operation, a, b), 1)));
  }

  // LLVM leaves the conversion of a value that does not fit undefined; abi/real.h defines it as 0.
  Value* to_int(Value* a) {
    Value* low = llvm::ConstantFP::get(builder_.getDoubleTy(), -0x1p63);
    Value* high = llvm::ConstantFP::get(builder_.getDoubleTy(), 0x1p63);
    Value* within = builder_.CreateAnd(builder_.CreateFCmpOGE(a, low), builder_.CreateFCmpOLT(a, high));
    Value* safe = builder_.CreateSelect(within, a, llvm::ConstantFP::get(builder_.getDoubleTy(), 0.0));
    return builder_.CreateFPToSI(safe, builder_.getInt64Ty());
  }

  Value* order_key(Value* a) {
    Value* bits = word(builder_.CreateFAdd(a, llvm::ConstantFP::get(builder_.getDoubleTy(), 0.0)));
    Value* sign = builder_.CreateAShr(bits, 63);
    return builder_.CreateXor(
        bits, builder_.CreateAnd(sign, builder_.getInt64(static_cast<u64>(std::numeric_limits<i64>::max()))));
  }

  // The engine's bitcode (engine.cpp) defines it.
  llvm::FunctionCallee log2_function() {
    return function_.getParent()->getOrInsertFunction("ssd_log2", builder_.getDoubleTy(), builder_.getDoubleTy());
  }
  llvm::FunctionCallee fault_function() {
    return function_.getParent()->getOrInsertFunction("ssd_fault", builder_.getVoidTy(), builder_.getPtrTy(),
                                                      builder_.getInt64Ty(), builder_.getInt64Ty());
  }

  Value* zero() { return builder_.getInt64(0); }
  Value* truth(Value* v) { return builder_.CreateICmpNE(v, zero()); }
  Value* widen(Value* bit) { return builder_.CreateZExt(bit, builder_.getInt64Ty()); }
  Value* real(Value* v) { return builder_.CreateBitCast(v, builder_.getDoubleTy()); }
  Value* word(Value* v) { return builder_.CreateBitCast(v, builder_.getInt64Ty()); }

  llvm::IRBuilder<> builder_;
  llvm::Function& function_;
  Hook hook_;
  Constants& constants_;
};

// Whether running the program changes nothing.
bool only_reads(const Program& program) {
  return std::none_of(program.nodes, program.nodes + program.count,
                      [](const Node& n) { return n.op == Op::kRequire || n.op == Op::kStore; });
}

llvm::Function* emit_function(llvm::Module& module, const Program& program, Hook hook, const std::string& name,
                              Constants& constants) {
  llvm::LLVMContext& context = module.getContext();
  auto* word = llvm::Type::getInt64Ty(context);
  auto* pointer = llvm::PointerType::getUnqual(context);
  auto* function = llvm::Function::Create(llvm::FunctionType::get(word, {pointer, pointer}, false),
                                          llvm::Function::ExternalLinkage, name, module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  if (only_reads(program)) function->setOnlyReadsMemory();
  ProgramEmitter(*function, hook, constants).emit(program);
  return function;
}

void emit_hook(llvm::Module& module, const jit::Shape& shape, Hook hook, Constants& constants) {
  emit_function(module, shape.program(hook), hook, info(hook).symbol, constants)
      ->addFnAttr(llvm::Attribute::AlwaysInline);
}

llvm::GlobalVariable* add_global(llvm::Module& module, llvm::Constant* value, bool constant, const char* name) {
  auto* global =
      new llvm::GlobalVariable(module, value->getType(), constant, llvm::GlobalValue::ExternalLinkage, value, name);
  global->setAlignment(llvm::Align(alignof(Config)));
  global->setDSOLocal(true);
  return global;
}

std::size_t constants_to_load(const jit::Shape& shape) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kHooks; ++i)
    count += static_cast<std::size_t>(
        std::ranges::count(jit::constants_in_memory(shape.program(static_cast<Hook>(i))), true));
  return count;
}

// Emitted as bytes: loads from them are folded, so the layout of the struct is not described a second time.
void emit_config(llvm::Module& module, const ConfigBytes& bytes, bool constant) {
  const llvm::StringRef text(bytes.data(), bytes.size());
  add_global(module, llvm::ConstantDataArray::getString(module.getContext(), text, false), constant,
             jit::kConfigSymbol);
}

}  // namespace

llvm::Function* emit_program(llvm::Module& module, const Program& program, Hook hook, const std::string& name) {
  Constants constants;
  return emit_function(module, program, hook, name, constants);
}

std::unique_ptr<llvm::Module> emit_design(const jit::Shape& shape, llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("design", context);
  const bool shared = shape.sharing == jit::Sharing::kFeatures;
  emit_config(*module, shape.config, !shared);
  Constants constants;
  if (shared) {
    auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(context), constants_to_load(shape));
    constants.memory = add_global(*module, llvm::Constant::getNullValue(type), false, jit::kConstantsSymbol);
  }
  for (std::size_t i = 0; i < kHooks; ++i) emit_hook(*module, shape, static_cast<Hook>(i), constants);
  if (llvm::verifyModule(*module)) throw std::logic_error("codegen: the design's module fails LLVM's verification");
  return module;
}

}  // namespace ssd::codegen
