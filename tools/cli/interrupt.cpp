// See interrupt.h.
#include "tools/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "runtime/base/standard_error.h"

namespace ssd::cli {
namespace {

constexpr int kSignalled = 128;  // added to the number of the signal that ended a program, as shells do
std::atomic<int> received{0};    // the signal, or 0
std::atomic<const char*> preparation{nullptr};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free,
              "used in a signal handler");

extern "C" void end_at_once(int signal) {
  standard_error::write("\nssdc: interrupted again: ended at once; its output is incomplete\n");
  _exit(kSignalled + signal);
}

extern "C" void note_interrupt(int signal) {
  received = signal;
  std::signal(SIGTERM, end_at_once);
  std::signal(SIGINT, end_at_once);
}

extern "C" void end_preparation(int signal) {
  standard_error::write("ssdc: interrupted while ");
  standard_error::write(preparation.load());
  standard_error::write(", before the simulation began: there are no results\n");
  _exit(kSignalled + signal);
}

// If the program was started with a signal ignored, as a shell starts one in the background, it continues to ignore it.
void on_interrupt(void (*then)(int)) {
  for (const int signal : {SIGTERM, SIGINT}) {
    struct sigaction now{};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    std::signal(signal, then);
  }
}

}  // namespace

void end_on_interrupt(const char* doing) {
  preparation = doing;
  on_interrupt(end_preparation);
}

void catch_interrupts() { on_interrupt(note_interrupt); }

bool interrupted() { return received != 0; }

int interrupted_code() { return kSignalled + received; }

}  // namespace ssd::cli
