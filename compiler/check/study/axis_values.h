// How the values of an axis are collected, for the axes of params (axes.cpp) and of keys of designs (axis_values.cpp).
#pragma once
#include <functional>
#include <set>
#include <string>

#include "compiler/check/study/experiment.h"

namespace ssd::check {

// Collects the values of an axis. A value that is written twice is left out the second time.
class AxisValues {
 public:
  AxisValues(ExperimentReader& reader, design::Axis& axis) : reader_(reader), axis_(axis) {}

  // Returns false, after an error, for a value that the axis has.
  bool add(design::AxisValue value);

 private:
  ExperimentReader& reader_;
  design::Axis& axis_;
  std::set<std::string, std::less<>> seen_;
};

// A text that `-D` accepts: exact, and of the param's type.
std::string axis_text(const Value& value);

// Reads `vary KEY: [...]` for a key of designs, such as `geometry.channels`. The values are those that the key takes;
// the check of the points examines them. The axis is one of numbers if all values are quantities of one type, otherwise
// its values are the texts that were written.
void read_key_axis(ExperimentReader& reader, const ast::Vary& vary, design::Axis& axis);

}  // namespace ssd::check
