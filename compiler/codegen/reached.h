// What of the engine a design can reach. The engine is large and a design uses little of it; finding that out before
// the optimiser runs is most of what makes specialising fast.
#pragma once
#include <llvm/IR/Module.h>

namespace ssd::codegen {

// Leaves the entry points in the module and what they call when branches on the configuration are decided. `module`:
// the engine's bitcode, its functions not read yet (a lazy module), linked with the design's own part; they are read as
// they are reached, so what is not costs nothing. Throws std::logic_error if a function gets the configuration from one
// caller and another object from another.
void keep_reached(llvm::Module& module);

}  // namespace ssd::codegen
