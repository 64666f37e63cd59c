// See contention.h.
#include "tools/probe/contention.h"

#include <algorithm>

namespace ssd::probe {
namespace {

constexpr double kNearOne = 0.97;   // from this on a value may mean 1
constexpr double kSpread = 0.005;   // the most by which values that mean 1 differ
constexpr double kClearGap = 0.01;  // the least gap between these and the next value below
constexpr double kApart = 0.9;      // below this the two reads overlap

Time median(std::vector<Time> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

}  // namespace

Contention::Contention(Bench& bench, std::vector<u64> offsets) : bench_(bench), offsets_(std::move(offsets)) {
  std::vector<Pair> twice(offsets_.size());
  std::ranges::transform(offsets_, twice.begin(), [](u64 offset) { return Pair{offset, offset}; });
  alone_ = bench.alone(offsets_, bench.sector());
  together_ = bench.together(twice, bench.sector());
  std::vector<Time> waits;
  for (u64 i = 0; i < places(); ++i) waits.push_back(own(i));
  usual_ = median(std::move(waits));
  usual_alone_ = median(alone_);
}

double Contention::share_waiting(Time noise) const {
  u64 waiting = 0;
  for (u64 i = 0; i < places(); ++i) waiting += waits(i, noise) ? 1 : 0;
  return static_cast<double>(waiting) / static_cast<double>(places());
}

std::vector<double> Contention::of(std::span<const Pair> pairs) const {
  std::vector<Pair> read(pairs.size());
  std::ranges::transform(pairs, read.begin(),
                         [&](const Pair& pair) { return Pair{offsets_[pair.first], offsets_[pair.second]}; });
  const std::vector<Time> times = bench_.together(read, bench_.sector());
  std::vector<double> result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const double longer = static_cast<double>(std::max(alone_[a], alone_[b])),
                 own_wait = static_cast<double>(std::max<Time>(1, std::min(own(a), own(b))));
    result.push_back((static_cast<double>(times[i]) - longer) / own_wait);
  }
  return result;
}

Divide divide(std::vector<double> contentions, double uncertainty) {
  Divide result;
  std::ranges::sort(contentions);
  const auto upper = std::ranges::lower_bound(contentions, kNearOne - uncertainty);
  result.any_same = upper != contentions.end();
  result.any_apart = !contentions.empty() && contentions.front() < kApart;
  if (!result.any_same || !result.any_apart) return result;
  const double low = *std::prev(upper), high = *upper, highest = std::min(1.0, contentions.back());
  result.clear = high - low >= kClearGap + 4 * uncertainty && highest - high <= kSpread + 2 * uncertainty;
  result.at = (low + high) / 2;
  return result;
}

}  // namespace ssd::probe
