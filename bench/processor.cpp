// See processor.h: the kernel's clocks and counters of a thread.
#include "bench/processor.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace ssd::bench {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

InstructionCounter::InstructionCounter() {
  perf_event_attr asked{};
  asked.type = PERF_TYPE_HARDWARE;
  asked.size = sizeof asked;
  asked.config = PERF_COUNT_HW_INSTRUCTIONS;
  asked.exclude_kernel = 1;
  asked.exclude_hv = 1;
  constexpr int kThisThread = 0, kAnyProcessor = -1, kNoGroup = -1;
  file_ = static_cast<int>(syscall(SYS_perf_event_open, &asked, kThisThread, kAnyProcessor, kNoGroup, 0));
}

InstructionCounter::~InstructionCounter() {
  if (counts()) close(file_);
}

u64 InstructionCounter::read() const {
  u64 count = 0;
  return counts() && ::read(file_, &count, sizeof count) == sizeof count ? count : 0;
}

}  // namespace ssd::bench
