// See progress.h.
#include "tools/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runtime/base/quantity.h"

namespace ssd::cli {
namespace {

constexpr int kWidth = 30;

std::string bar(double share) {
  const int filled = static_cast<int>(std::min(share, 1.0) * kWidth);
  return fmt::format("[{}{}] ", std::string(static_cast<std::size_t>(filled), '#'),
                     std::string(static_cast<std::size_t>(kWidth - filled), '.'));
}

}  // namespace

Progress::Progress(const char* of, bool wanted, const char* counted) : of_(of), counted_(counted), line_(wanted) {}

void Progress::show(std::uint64_t count, double share) {
  if (share <= 0 || !line_.is_due()) return;
  const double seconds = line_.seconds();
  line_.show(fmt::format("{}{:5.1f} %{}  {:.2f} million {}/s  {} left", line_.on_terminal() ? bar(share) : "",
                         share * 100, of_, static_cast<double>(count) / seconds / 1e6, counted_,
                         duration_text(std::max(seconds / share - seconds, 0.0))));
}

}  // namespace ssd::cli
