// The processor that code is made for, in LLVM's terms. The header includes no LLVM.
#pragma once
#include <string>

namespace ssd::jit {

struct Machine {
  std::string cpu, features;  // a processor (`x86-64-v3`), and features beyond it
};
// Throws std::bad_alloc if there is not enough memory for LLVM.
Machine this_machine();

}  // namespace ssd::jit
