// See points_progress.h.
#include "tools/cli/points_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "runtime/base/quantity.h"
#include "tools/cli/interrupt.h"

namespace ssd::cli {
namespace {

constexpr std::chrono::milliseconds kPause{100}, kQuietStart{500};
constexpr std::chrono::seconds kLogPause{10};

}  // namespace

PointsWatcher::PointsWatcher(bool quiet) : enabled_(!quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

PointsWatcher::~PointsWatcher() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void PointsWatcher::begin(Activity activity) {
  if (activity != Activity::kRuns) return end_on_interrupt("the points were looked at");
  catch_interrupts();
  start_ = Clock::now();
  next_ = start_ + (terminal_ ? Clock::duration(kQuietStart) : Clock::duration(kLogPause));
}

bool PointsWatcher::runs_go_on(const RunsDone& done) {
  show(done);
  return !interrupted();
}

void PointsWatcher::show(const RunsDone& done) {
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now < next_) return;
  next_ = now + (terminal_ ? Clock::duration(kPause) : Clock::duration(kLogPause));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string text = fmt::format("{} of {} runs done", done.done, done.runs);
  if (done.failed != 0) text += fmt::format(", {} failed", done.failed);
  if (done.share > 0) text += fmt::format("  {} left", duration_text(seconds * (1 / done.share - 1)));
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", text, terminal_ ? "" : "\n");
  drawn_ = terminal_;
  std::fflush(stderr);
}

}  // namespace ssd::cli
