// Shares that people can read: a hundredth of a percent, finer only where a share is below one percent. They sum to the
// whole.
#pragma once
#include <vector>

#include "runtime/abi/workload.h"

namespace ssd::fit {

// The nearest share that reads well, in parts of a million.
u32 readable(double share);
// Of weights that sum to about 1. One whose share is nearly nothing gets 0: the largest takes what rounding leaves.
std::vector<u32> readable_shares(const std::vector<double>& weights);
// The nearest whole number with so many leading digits.
u64 readable_number(double value, unsigned digits);

}  // namespace ssd::fit
