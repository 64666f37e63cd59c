// See points_progress.h.
#include "tools/study/run/points_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/cli/progress.h"

namespace ssd::cli {
namespace {

constexpr std::chrono::milliseconds kPause{100}, kQuietStart{500};
constexpr std::chrono::seconds kLogPause{10};

}  // namespace

PointsProgress::PointsProgress(std::size_t runs, bool quiet)
    : runs_(runs), enabled_(!quiet), terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()), next_(start_) {
  next_ += terminal_ ? Clock::duration(kQuietStart) : Clock::duration(kLogPause);
}

PointsProgress::~PointsProgress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void PointsProgress::add(double pages, bool failed) {
  ++done_;
  failed_ += failed ? 1U : 0U;
  touched_ += pages;
}

void PointsProgress::show(double running) {
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now < next_) return;
  next_ = now + (terminal_ ? Clock::duration(kPause) : Clock::duration(kLogPause));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string text = fmt::format("{} of {} runs done", done_, runs_);
  if (failed_ != 0) text += fmt::format(", {} failed", failed_);
  const double touched = touched_ + running;
  if (touched > 0) text += fmt::format("  {} left", duration_text(seconds * std::max(expected_ / touched - 1, 0.0)));
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", text, terminal_ ? "" : "\n");
  drawn_ = terminal_;
  std::fflush(stderr);
}

}  // namespace ssd::cli
