// Ctrl-C: see interrupt.h.
#include "tools/ssdc/interrupt.h"

#include <atomic>
#include <csignal>

namespace ssd::cli {
namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

extern "C" void note_interrupt(int) {
  flag = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

void catch_interrupts() { std::signal(SIGINT, note_interrupt); }

bool interrupted() { return flag; }

}  // namespace ssd::cli
