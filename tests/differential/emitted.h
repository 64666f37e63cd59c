// Compiles programs to native code as codegen does for a design's hooks, with the engine's own logarithm. Many programs
// make one module, which is freed after use.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/abi/program.h"

namespace llvm::orc {
class LLJIT;
}

namespace ssd::differential {

// The function of a hook. Instead of the State it gets a u32, which receives 1 + the site of the first fault.
using Emitted = i64(const void*, const i64*);

class Emitter {
 public:
  Emitter();
  ~Emitter();
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  // Calls `use` with the functions, in the order of the programs.
  void with(const std::vector<Program>& programs, bool optimised,
            const std::function<void(const std::vector<Emitted*>&)>& use);
  double log2(double x);

 private:
  void add_logarithm();
  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

}  // namespace ssd::differential
