// Rounds shares and numbers so that people can read them: to a hundredth of a percent, finer only for shares below one
// percent. Rounded shares sum to the whole.
#pragma once
#include <vector>

#include "runtime/abi/workload.h"

namespace ssd::fit {

// The nearest readable share, in parts of a million.
u32 readable(double share);
// Readable shares of weights that sum to about 1. A negligible weight gets 0. The largest weight takes the difference
// that rounding leaves.
std::vector<u32> readable_shares(const std::vector<double>& weights);
// The nearest whole number with that many significant digits.
u64 readable_number(double value, unsigned digits);

}  // namespace ssd::fit
