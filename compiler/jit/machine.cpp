// See machine.h.
#include "compiler/jit/machine.h"

#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include "compiler/jit/llvm_memory.h"

namespace ssd::jit {

Machine this_machine() {
  const LlvmMemory memory(kMemoryToAsk);
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) features.AddFeature(feature.getKey(), feature.getValue());
  return {.cpu = llvm::sys::getHostCPUName().str(), .features = features.getString()};
}

}  // namespace ssd::jit
