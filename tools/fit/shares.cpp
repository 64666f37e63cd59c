// See shares.h.
#include "tools/fit/shares.h"

#include <algorithm>
#include <cmath>

namespace ssd::fit {

u32 readable(double share) {
  const double parts = std::clamp(share, 0.0, 1.0) * workload::kWhole;
  constexpr double kPercent = workload::kWhole / 100.0, kStep = kPercent / 100;
  const bool fine = parts < kPercent || parts > workload::kWhole - kPercent;
  return static_cast<u32>(fine ? std::round(parts) : std::round(parts / kStep) * kStep);
}

std::vector<u32> readable_shares(const std::vector<double>& weights) {
  std::vector<u32> parts;
  i64 left = workload::kWhole;
  for (const double weight : weights) {
    parts.push_back(readable(weight));
    left -= parts.back();
  }
  const auto largest = std::ranges::max_element(parts);
  if (largest != parts.end()) *largest = static_cast<u32>(std::max<i64>(0, i64{*largest} + left));
  return parts;
}

u64 readable_number(double value, unsigned digits) {
  double step = 1;
  double least = 1;
  for (unsigned digit = 0; digit < digits; ++digit) least *= 10;
  for (; value >= least; least *= 10) step *= 10;
  return static_cast<u64>(std::round(value / step) * step);
}

}  // namespace ssd::fit
