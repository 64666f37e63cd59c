// Converts values to positions on an axis, and chooses the round numbers along it. Invariant: a range is finite and not
// empty, whatever the values are; a logarithmic range is positive.
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

// The smallest range that contains all values that were added.
class Extent {
 public:
  void add(double value);  // values that are not finite are ignored
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
// Round numbers within the range: steps of 1, 2 or 5 times a power of ten. On a logarithmic range powers of ten, or 1,
// 2 and 5 times each.
std::vector<Tick> ticks(const Range& range);

// The range with round ends. It begins at 0 unless all values are far from 0 and `from_zero` is false; bars always
// begin at 0.
Range rounded(const Extent& extent, bool from_zero);
Range logarithmic(const Extent& positive);
// The same with whole powers of ten at its ends.
Range decades(const Extent& positive);

// The range of the values of a panel, with their intervals and boxes. All panels of a quantity get the same range, so
// that they can be compared.
Range value_range(const study::Figure& figure, const study::Panel& panel);
// The range of the numbers along x: in a cdf, or for lines over numbers.
Range number_range(const study::Figure& figure);

struct Scale {
  Range range;
  double from = 0, to = 1;  // positions of the range's ends, px
  double at(double value) const;
};

// The names of all series of the figure, in the order of their first occurrence. A series looks the same in every
// panel.
std::vector<std::string> series_names(const study::Figure& figure);
std::size_t index_of(const std::vector<std::string>& names, const std::string& name);

// The number that a mark shows; none if it has no number that can be drawn.
std::optional<double> shown(const study::Mark& mark);
bool has_numbers(const study::Figure& figure);
std::string number_text(double value);  // about four digits: `0.1234`, `12.34`, `123456`
// A value of a panel: as a number in the axis' unit, or with a unit of its own where that number would be hard to read:
// `23.00 us` on an axis in s.
std::string value_text(const study::Panel& panel, double value);

}  // namespace ssd::pictures
