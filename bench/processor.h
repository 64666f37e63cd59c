// The processor time and the instructions of this thread. Time that other programs take on a shared machine does not
// count. Instructions are counted in user mode only, and only if the machine permits counting.
#pragma once
#include "runtime/abi/units.h"

namespace ssd::bench {

double processor_seconds();

class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;
  bool counts() const { return file_ >= 0; }
  u64 read() const;  // 0 if counting is not permitted

 private:
  int file_;
};

}  // namespace ssd::bench
