// See emitted.h. The code is compiled with as little optimisation as LLVM allows, or with its first level, which shows
// what a rewriting of expressions breaks.
#include "tests/differential/emitted.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/engine_bitcode.h"

namespace ssd::differential {
namespace {

template <class T>
T checked(llvm::Expected<T> value) {
  if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}
void checked(llvm::Error error) {
  if (error) throw std::runtime_error(llvm::toString(std::move(error)));
}

// Replaces the engine's function: the caller passes its fault in place of the State.
void note_fault(const void* state, i64, i64 site) {
  auto& fault = *static_cast<u32*>(const_cast<void*>(state));
  if (fault == 0) fault = static_cast<u32>(site) + 1;
}

void optimise(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

std::string name_of(std::size_t program) { return fmt::format("program_{}", program); }

}  // namespace

Emitter::Emitter() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto machine = checked(llvm::orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
  jit_ = checked(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  const auto symbol = jit_->mangleAndIntern("ssd_fault");
  checked(jit_->getMainJITDylib().define(
      llvm::orc::absoluteSymbols({{symbol,
                                   {llvm::orc::ExecutorAddr::fromPtr(&note_fault),
                                    llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable}}})));
  add_logarithm();
}

Emitter::~Emitter() = default;

// Takes the one function that expressions call out of the engine's bitcode.
void Emitter::add_logarithm() {
  auto context = std::make_unique<llvm::LLVMContext>();
  const std::string_view bitcode = codegen::engine_bitcode();
  auto engine = checked(llvm::parseBitcodeFile({llvm::StringRef(bitcode.data(), bitcode.size()), "engine"}, *context));
  auto module = std::make_unique<llvm::Module>("logarithm", *context);
  module->setDataLayout(engine->getDataLayout());
  module->setTargetTriple(engine->getTargetTriple());
  auto* real = llvm::Type::getDoubleTy(*context);
  module->getOrInsertFunction("ssd_log2", real, real);
  if (llvm::Linker::linkModules(*module, std::move(engine), llvm::Linker::LinkOnlyNeeded))
    throw std::runtime_error("the logarithm does not link");
  checked(jit_->addIRModule({std::move(module), std::move(context)}));
}

void Emitter::with(const std::vector<Program>& programs, bool optimised,
                   const std::function<void(const std::vector<Emitted*>&)>& use) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("programs", *context);
  for (std::size_t i = 0; i < programs.size(); ++i)
    codegen::emit_program(*module, programs[i], Hook::kPriority, name_of(i));
  if (optimised) optimise(*module);
  auto tracker = jit_->getMainJITDylib().createResourceTracker();
  checked(jit_->addIRModule(tracker, {std::move(module), std::move(context)}));
  std::vector<Emitted*> functions;
  for (std::size_t i = 0; i < programs.size(); ++i)
    functions.push_back(checked(jit_->lookup(name_of(i))).toPtr<Emitted*>());
  use(functions);
  checked(tracker->remove());
}

double Emitter::log2(double x) { return checked(jit_->lookup("ssd_log2")).toPtr<double(double)>()(x); }

}  // namespace ssd::differential
