// What this thread has cost the processor so far. Time for others on a shared machine does not count; instructions
// count in user mode only, and only where the machine lets us count them.
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
  u64 read() const;  // 0 if it does not count

 private:
  int file_;
};

}  // namespace ssd::bench
