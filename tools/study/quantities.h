// Values of metrics as people read them, one by one or all of a column or plot in one unit.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "runtime/abi/metrics.h"

namespace ssd::study {

inline constexpr double kMostWhole = 1e15;  // below it whole numbers are exact, and said in full

std::string quantity_text(double value, metrics::Unit unit);  // "71.38 us", "12.34 %", "1,024", "1.503"
// Both of two values that are compared; with more digits where the two would look equal.
std::pair<std::string, std::string> both_texts(double a, double b, metrics::Unit unit);

// value / factor is in `unit`, which is empty for plain numbers.
struct Scale {
  double factor = 1;
  std::string_view unit;
};
// The unit in which the greatest of some values is at least 1, if there is one.
Scale scale_for(metrics::Unit unit, double greatest);
// The unit of the values in CSV and JSON: "ns", "B/s"; empty for plain numbers and shares.
std::string_view base_unit(metrics::Unit unit);

}  // namespace ssd::study
