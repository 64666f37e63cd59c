// See statistics.h. Sums are taken in the order given. The mean is computed as the first value plus the mean difference
// from it, so that equal values have exactly their value as mean and 0 as deviation.
#include "tools/study/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ssd::study {
namespace {

constexpr double kShare = 0.95;

// The share of Student's distribution within [-t, t], as a finite sum: the degrees of freedom are a whole number.
double share_within(double t, std::uint64_t degrees) {
  const double n = static_cast<double>(degrees), root = std::sqrt(n + t * t), cosine = std::sqrt(n) / root,
               sine = t / root;
  double term = 1, sum = 1;
  const bool even = degrees % 2 == 0;
  for (std::uint64_t k = even ? 2 : 3; k < degrees; k += 2) {
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  if (even) return sine * sum;
  const double rest = degrees == 1 ? 0 : sine * cosine * sum;
  return 2 / std::numbers::pi * (std::atan(t / std::sqrt(n)) + rest);
}

// The quantile of R's type 7: interpolated at `share` of the way from the first to the last of the sorted values.
double at_share(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

}  // namespace

double mean_of(std::span<const double> values) {
  double difference = 0;
  for (const double v : values) difference += v - values[0];
  return values[0] + difference / static_cast<double>(values.size());
}

double student_t(double share, std::uint64_t degrees) {
  double low = 0, high = 1;
  while (share_within(high, degrees) < share) high *= 2;
  while (true) {  // ends when `low` and `high` are neighbouring doubles
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (share_within(middle, degrees) < share ? low : high) = middle;
  }
}

Summary summarise(std::span<const double> values) {
  Summary result{.count = values.size(), .mean = 0, .stddev = {}, .half_width = {}};
  if (values.empty()) return result;
  result.mean = mean_of(values);
  if (values.size() == 1) return result;
  double squares = 0;
  for (const double v : values) squares += (v - result.mean) * (v - result.mean);
  const double count = static_cast<double>(values.size());
  result.stddev = std::sqrt(squares / (count - 1));
  result.half_width = student_t(kShare, values.size() - 1) * *result.stddev / std::sqrt(count);
  return result;
}

Quartiles quartiles(std::vector<double> values) {
  std::ranges::sort(values);
  return {values.front(), at_share(values, 0.25), at_share(values, 0.5), at_share(values, 0.75), values.back()};
}

}  // namespace ssd::study
