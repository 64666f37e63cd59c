// Finds the part of the engine that a design can reach. The engine is large and a design uses little of it, so finding
// this part before the optimiser runs is most of what makes specialising fast.
#pragma once
#include <llvm/IR/Module.h>

namespace ssd::codegen {

// Keeps the entry points of the module and the functions that they call once branches on the configuration are decided.
// `module` is the engine's bitcode, linked with the design's own part, as a lazy module: functions are read only when
// they are reached, so the others cost nothing. Throws std::logic_error if a function receives the configuration from
// one caller and another object from another caller.
void keep_reached(llvm::Module& module);

}  // namespace ssd::codegen
