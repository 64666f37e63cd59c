// Finds after how many inputs a formula repeats, from its moduli.
#pragma once
#include <vector>

#include "compiler/check/expr/formula.h"

namespace ssd::check {

// For every input x >= 0 in range: value(x + period) = value(x) + shift. Period 0 means that no such law was found.
// lpn itself has (1, 1); lpn / 16 has (16, 1); lpn / 16 % 8 has (128, 0), so it repeats after 128 pages.
struct Law {
  Wide period = 0;
  Wide shift = 0;
  bool repeats() const { return period != 0 && shift == 0; }
};

// The law of every node of the formula; input 0 is the one that counts up.
std::vector<Law> laws(const Formula& formula);
// The least common multiple; 0 if it is too large to be useful or one of the periods is 0.
Wide common_period(Wide a, Wide b);

}  // namespace ssd::check
