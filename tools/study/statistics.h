// Means with what they are worth: Student's t intervals over repetitions, quartiles, geometric means.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ssd::study {

struct Summary {
  std::uint64_t count = 0;
  double mean = 0;                   // if count != 0
  std::optional<double> stddev;      // of the sample (count - 1); not of one value
  std::optional<double> half_width;  // of the 95 % confidence interval of the mean
};
// Of at least one value; exactly the value if all are equal.
double mean_of(std::span<const double> values);
Summary summarise(std::span<const double> values);

// The t for which a share of Student's distribution with so many degrees of freedom (1 to 999) lies within [-t, t];
// relative error below 1e-12. Abramowitz and Stegun, 26.7.3 and 26.7.4.
double student_t(double share, std::uint64_t degrees);

// Least, first quartile, median, third quartile, greatest; quartiles between values are weighted (R's type 7). Of at
// least one value.
struct Quartiles {
  double least = 0, first = 0, median = 0, third = 0, most = 0;
};
Quartiles quartiles(std::vector<double> values);

}  // namespace ssd::study
