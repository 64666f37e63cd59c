// Formats values of metrics for people: single values, or all values of a column or plot in one unit.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "runtime/abi/metrics.h"

namespace ssd::study {

inline constexpr double kMostWhole = 1e15;  // whole numbers below it are exact and written with all digits

std::string quantity_text(double value, metrics::Unit unit);  // "71.38 us", "12.34 %", "1,024", "1.503"
// Both of two values that are compared; with more digits if the two would look equal.
std::pair<std::string, std::string> both_texts(double a, double b, metrics::Unit unit);

// value / factor is in `unit`; for plain numbers the unit is empty.
struct Scale {
  double factor = 1;
  std::string_view unit;
};
// The largest unit in which the greatest of some values is at least 1, if there is one.
Scale scale_for(metrics::Unit unit, double greatest);
// The unit of values in CSV and JSON: "ns", "B/s"; empty for plain numbers and shares.
std::string_view base_unit(metrics::Unit unit);

}  // namespace ssd::study
