// The progress bar: see progress.h. (No library for it is packaged by Debian 12.)
#include "tools/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "runtime/base/quantity.h"

namespace ssd::cli {
namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr std::chrono::milliseconds kQuietStart{500};
constexpr int kWidth = 30;

}  // namespace

Progress::Progress(const char* of, bool wanted, const char* counted)
    : of_(of),
      counted_(counted),
      enabled_(wanted && isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_(start_ + kQuietStart) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(std::uint64_t count, double share) {
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now < next_ || share <= 0) return;
  next_ = now + kPause;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const int filled = static_cast<int>(std::min(share, 1.0) * kWidth);
  fmt::print(stderr, "\r\x1b[K[{}{}] {:5.1f} %{}  {:.2f} million {}/s  {} left",
             std::string(static_cast<std::size_t>(filled), '#'),
             std::string(static_cast<std::size_t>(kWidth - filled), '.'), share * 100, of_,
             static_cast<double>(count) / seconds / 1e6, counted_,
             duration_text(std::max(seconds / share - seconds, 0.0)));
  std::fflush(stderr);
}

}  // namespace ssd::cli
