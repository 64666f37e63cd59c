// Statistics over repetitions: means with Student's t confidence intervals, and quartiles.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ssd::study {

struct Summary {
  std::uint64_t count = 0;
  double mean = 0;                   // meaningless if count is 0
  std::optional<double> stddev;      // of the sample (count - 1); none for a single value
  std::optional<double> half_width;  // of the 95 % confidence interval of the mean
};
// The mean of at least one value. Exactly the value if all are equal.
double mean_of(std::span<const double> values);
Summary summarise(std::span<const double> values);

// The t for which the given share of Student's distribution with that many degrees of freedom (1 to 999) lies within
// [-t, t]. The relative error is below 1e-12. Source: Abramowitz and Stegun, 26.7.3 and 26.7.4.
double student_t(double share, std::uint64_t degrees);

// The least value, the quartiles and the greatest of at least one value. Quartiles between two values are interpolated
// (R's type 7).
struct Quartiles {
  double least = 0, first = 0, median = 0, third = 0, most = 0;
};
Quartiles quartiles(std::vector<double> values);

}  // namespace ssd::study
