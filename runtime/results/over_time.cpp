// The run over simulated time, as lines of small bars. See text_tables.h.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "runtime/base/quantity.h"
#include "runtime/results/series_view.h"
#include "runtime/results/text_tables.h"

namespace ssd::results {
namespace {

constexpr u64 kFewestRequests = 1000;  // a few requests show no course over time
constexpr std::size_t kMostColumns = 64;
constexpr double kSteady = 0.02;  // a line that varies by less, relative to its greatest value, is left out

using Column = std::vector<std::optional<double>>;

// Narrows the series to fit the screen: neighbouring intervals are merged, as the engine does when time outgrows them.
Series narrowed(Series series) {
  while (series.used > kMostColumns) double_width(series);
  return series;
}

std::string bars(const Column& column, double low, double high) {
  static constexpr std::array<const char*, 8> kBars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (const std::optional<double>& value : column) {
    const double height = value ? (*value - low) / (high - low) * 8 : 0;
    text += value ? kBars[std::min<std::size_t>(7, static_cast<std::size_t>(height))] : " ";
  }
  return text;
}

// The bars start from `floor` if it is given, otherwise from the least value.
std::string line(const char* name, const Column& column, std::optional<double> floor,
                 const std::function<std::string(double)>& shown) {
  std::optional<double> low, high;
  for (const std::optional<double>& value : column) {
    if (!value) continue;
    low = std::min(low.value_or(*value), *value);
    high = std::max(high.value_or(*value), *value);
  }
  if (!low || *high - *low <= kSteady * *high) return {};
  return fmt::format("{:<21}{}  {} to {}\n", name, bars(column, std::min(*low, floor.value_or(*low)), *high),
                     shown(*low), shown(*high));
}

}  // namespace

void over_time(Out out, const Results& r) {
  const Series series = narrowed(r.series);
  Column bandwidth, response, amplification, free_pages;
  u64 requests = 0;
  for (const Sample& s : samples(series, r.end())) {
    requests += s.requests;
    bandwidth.push_back(s.bandwidth);
    response.push_back(s.response);
    amplification.push_back(s.write_amplification);
    free_pages.push_back(static_cast<double>(s.free_pages));
  }
  if (requests < kFewestRequests) return;
  const std::string lines =
      line("throughput", bandwidth, 0.0, rate_text) + line("mean response", response, 0.0, time_text) +
      line("write amplification", amplification, 1.0, [](double v) { return fmt::format("{:.3f}", v); }) +
      line("free pages", free_pages, std::nullopt, [](double v) { return count_text(static_cast<u64>(v)); });
  if (lines.empty()) return;
  fmt::format_to(out, "\n{:<21}{} of {} each\n{}", "over time", counted_text(series.used, "interval"),
                 time_text(static_cast<double>(u64{1} << series.shift)), lines);
}

}  // namespace ssd::results
