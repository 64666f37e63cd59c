// Implements origin.h.
#include "compiler/codegen/origin.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <llvm/Config/llvm-config.h>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/engine_bitcode.h"
#include "compiler/codegen/llvm_memory.h"

namespace ssd::codegen {

Machine this_machine() {
  const LlvmMemory memory(kMemoryToAsk);
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) features.AddFeature(feature.getKey(), feature.getValue());
  return {.cpu = llvm::sys::getHostCPUName().str(), .features = features.getString()};
}

Origin origin(const Plan& plan, Pass pass) {
  const LlvmMemory memory(kMemoryToLoad);
  llvm::LLVMContext context;
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(*emit_design(plan, pass, Sharing::kFeatures, context), stream);
  stream.flush();
  // CODEGEN_DIGEST is a digest of this room's sources (CMakeLists.txt), because the choice of passes and levels matters
  // too.
  const Machine machine = this_machine();
  return {.design = std::move(bitcode),
          .engine = engine_bitcode(),
          .machine = machine.cpu + ' ' + machine.features,
          .compiler = LLVM_VERSION_STRING " " CODEGEN_DIGEST};
}

}  // namespace ssd::codegen
