// See status_line.h. (Debian 12 has no package of a library for this.) If standard error is closed or full, nothing is
// shown and the task goes on.
#include "tools/cli/status_line.h"

#include <unistd.h>

#include <cstdio>

#include "runtime/base/standard_error.h"

namespace ssd::cli {
namespace {

constexpr std::chrono::milliseconds kQuietStart{500}, kPause{100};
constexpr std::chrono::seconds kLogPause{10};

}  // namespace

StatusLine::StatusLine(bool wanted)
    : wanted_(wanted),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_(start_ + (terminal_ ? Clock::duration(kQuietStart) : Clock::duration(kLogPause))) {}

StatusLine::~StatusLine() {
  if (drawn_) standard_error::write("\r\x1b[K");
}

double StatusLine::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void StatusLine::show(const std::string& text) {
  next_ = Clock::now() + (terminal_ ? Clock::duration(kPause) : Clock::duration(kLogPause));
  drawn_ = terminal_;
  standard_error::write((terminal_ ? "\r\x1b[K" + text : text + "\n"));
}

}  // namespace ssd::cli
