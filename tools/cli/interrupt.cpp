// See interrupt.h.
#include "tools/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "runtime/base/standard_error.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

std::atomic<bool> flag{false};
std::atomic<const char*> preparation{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free,
              "used in a signal handler");

extern "C" void end_at_once(int) {
  standard_error::write("\nssdc: interrupted again: ended at once; its output is incomplete\n");
  _exit(kInterrupted);
}

extern "C" void note_interrupt(int) {
  flag = true;
  std::signal(SIGINT, end_at_once);
}

extern "C" void end_preparation(int) {
  standard_error::write("ssdc: interrupted while ");
  standard_error::write(preparation.load());
  standard_error::write(", before the simulation began: there are no results\n");
  _exit(kInterrupted);
}

// If the program was started with the signal ignored, as a shell starts one in the background, it continues to ignore
// it.
void on_interrupt(void (*then)(int)) {
  struct sigaction now{};
  if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) return;
  std::signal(SIGINT, then);
}

}  // namespace

void end_on_interrupt(const char* doing) {
  preparation = doing;
  on_interrupt(end_preparation);
}

void catch_interrupts() { on_interrupt(note_interrupt); }

bool interrupted() { return flag; }

}  // namespace ssd::cli
