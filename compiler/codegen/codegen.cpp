// Implements codegen.h: emit the design, link it with the engine, remove what the design cannot reach, make everything
// but the entry points internal, optimise for this CPU, write the object.
#include "compiler/codegen/codegen.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <stdexcept>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/engine_bitcode.h"
#include "compiler/codegen/fold_features.h"
#include "compiler/codegen/reached.h"
#include "compiler/jit/features.h"
#include "compiler/jit/llvm_memory.h"
#include "runtime/abi/entries.h"

namespace ssd::codegen {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::logic_error("codegen: " + what); }

std::unique_ptr<llvm::TargetMachine> target_machine(const jit::Machine& wanted) {
  static const bool initialised = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  static_cast<void>(initialised);
  const std::string triple = llvm::sys::getProcessTriple();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) fail(error);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, wanted.cpu, wanted.features, {}, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

std::unique_ptr<llvm::Module> read_engine(llvm::LLVMContext& context) {
  const std::string_view bitcode = engine_bitcode();
  auto buffer = llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(bitcode.data(), bitcode.size()), "engine", false);
  auto module = llvm::getLazyBitcodeModule(buffer->getMemBufferRef(), context);
  if (!module) fail(llvm::toString(module.takeError()));
  return std::move(*module);
}

// Whether it is looked up in the object: the entry points, and the memory of numbers.
bool is_found_by_name(const llvm::GlobalValue& value) {
  const llvm::StringRef name = value.getName();
  const auto* memory = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (memory == nullptr) return name == kRunEntry || name == kPreloadEntry;
  return !memory->isConstant() && (name == jit::kConfigSymbol || name == jit::kConstantsSymbol);
}

// clang wrote its own target into every function. If it remained there, the code would be for the oldest x86-64.
void retarget(llvm::Module& module, const llvm::TargetMachine& machine) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function& function : module) {
    function.removeFnAttr("tune-cpu");
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

bool is_given_up(const std::atomic<bool>* given_up) { return given_up != nullptr && *given_up; }

void optimise(llvm::Module& module, llvm::TargetMachine& machine, const std::atomic<bool>* given_up) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [given_up](llvm::StringRef, const llvm::Any&) { return !is_given_up(given_up); });
  llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(), std::nullopt,
                            given_up == nullptr ? nullptr : &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  // What is inlined reveals further loads of features.
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) { passes.addPass(FoldFeatures()); });
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, modules);
}

std::string write_file(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  constexpr bool kVerified = true;  // specialise() has verified the module
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type, kVerified))
    fail("this machine's target cannot write files");
  passes.run(module);
  return {bytes.data(), bytes.size()};
}

std::string print(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

// Null if it was given up.
std::unique_ptr<llvm::Module> specialised_module(const jit::Shape& shape, llvm::TargetMachine& machine,
                                                 llvm::LLVMContext& context,
                                                 const std::atomic<bool>* given_up = nullptr) {
  std::unique_ptr<llvm::Module> own = emit_design(shape, context);
  std::unique_ptr<llvm::Module> module = read_engine(context);
  own->setDataLayout(module->getDataLayout());
  own->setTargetTriple(module->getTargetTriple());
  if (llvm::Linker::linkModules(*module, std::move(own))) fail("the engine and the design cannot be linked");
  keep_reached(*module);
  retarget(*module, machine);
  llvm::internalizeModule(*module, is_found_by_name);
  optimise(*module, machine, given_up);
  if (is_given_up(given_up)) return nullptr;
  if (llvm::verifyModule(*module)) fail("the specialised engine fails LLVM's verification");
  return module;
}

}  // namespace

Specialised specialise(const Plan& plan, Stage stage, Pass pass, const std::atomic<bool>* given_up) {
  const jit::LlvmMemory memory(jit::kMemoryToCompile);
  llvm::LLVMContext context;
  const jit::Shape shape = jit::shape_of(plan, pass);
  if (stage == Stage::kIr) return {.object = {}, .text = print(*emit_design(shape, context))};
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine(jit::this_machine());
  const std::unique_ptr<llvm::Module> module = specialised_module(shape, *machine, context, given_up);
  if (module == nullptr) return {};
  switch (stage) {
    case Stage::kOptimisedIr: return {.object = {}, .text = print(*module)};
    case Stage::kAssembly:
      return {.object = {}, .text = write_file(*module, *machine, llvm::CodeGenFileType::AssemblyFile)};
    default: return {.object = write_file(*module, *machine, llvm::CodeGenFileType::ObjectFile), .text = {}};
  }
}

std::string object_for(const Plan& plan, Pass pass, const jit::Machine& wanted, const EntryNames& names) {
  const jit::LlvmMemory memory(jit::kMemoryToCompile);
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine(wanted);
  const std::unique_ptr<llvm::Module> module =
      specialised_module(jit::shape_of(plan, pass, jit::Sharing::kOneDesign), *machine, context);
  module->getFunction(kRunEntry)->setName(names.run);
  module->getFunction(kPreloadEntry)->setName(names.preload);
  return write_file(*module, *machine, llvm::CodeGenFileType::ObjectFile);
}

std::string object_of_bytes(const std::string& name, const std::string& bytes) {
  const jit::LlvmMemory memory(jit::kMemoryToCompile);
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine({});
  llvm::Module module("bytes", context);
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  const auto add = [&module](llvm::Constant* value, const std::string& symbol) {
    new llvm::GlobalVariable(module, value->getType(), true, llvm::GlobalValue::ExternalLinkage, value, symbol);
  };
  add(llvm::ConstantDataArray::getString(context, bytes, false), name);
  add(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), bytes.size()), name + "_size");
  return write_file(module, *machine, llvm::CodeGenFileType::ObjectFile);
}

}  // namespace ssd::codegen
