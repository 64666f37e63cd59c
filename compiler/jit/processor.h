// Which processor this is, for keys of objects: code is made for the processor at hand. LLVM derives the processor's
// name and features from the same registers, but asking LLVM would load it.
#pragma once
#include <string>

namespace ssd::jit {

// Differs between processors for which LLVM makes different code.
std::string this_processor();

}  // namespace ssd::jit
