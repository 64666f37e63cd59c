// From values to places on an axis, and the round numbers written along it. Invariant: a range is finite and not empty,
// whatever the values are; that of a logarithmic one is positive.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tools/study/figure.h"

namespace ssd::pictures {

struct Range {
  double low = 0, high = 1;
  bool logarithmic = false;
};

// The least range that holds all values that were added.
class Extent {
 public:
  void add(double value);  // what is not finite is left out
  void add(const std::optional<double>& value) {
    if (value) add(*value);
  }
  bool empty() const { return low_ > high_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 1, high_ = 0;
};

struct Tick {
  double value = 0;
  std::string text;
};
// Round numbers within the range: steps of 1, 2 or 5 times a power of ten; along a logarithmic one powers of ten, or 1,
// 2 and 5 of each.
std::vector<Tick> ticks(const Range& range);

// The range with round ends. From 0, but where all values are far from it: bars are always from 0.
Range rounded(const Extent& extent, bool from_zero);
Range logarithmic(const Extent& positive);
// The same with whole powers of ten at its ends.
Range decades(const Extent& positive);

// Of the values of a panel, of this figure, with their intervals and boxes; the same for all panels of a quantity, so
// that they can be compared.
Range value_range(const study::Figure& figure, const study::Panel& panel);
// Of the numbers along x: of a cdf, or of lines over numbers.
Range number_range(const study::Figure& figure);

struct Scale {
  Range range;
  double from = 0, to = 1;  // px of the range's ends
  double at(double value) const;
};

// Of whichever series have one: the names, in the order in which they first come. A series looks the same in every
// panel.
std::vector<std::string> series_names(const study::Figure& figure);
std::size_t index_of(const std::vector<std::string>& names, const std::string& name);

// What a mark says; nothing if there is no number that could be drawn.
std::optional<double> shown(const study::Mark& mark);
bool has_numbers(const study::Figure& figure);
std::string number_text(double value);  // four digits or so: `0.1234`, `12.34`, `123456`
// A value of a panel: as a number in the axis' unit, or with a unit of its own where that number would be hard to read:
// `23.00 us` on an axis in s.
std::string value_text(const study::Panel& panel, double value);

}  // namespace ssd::pictures
