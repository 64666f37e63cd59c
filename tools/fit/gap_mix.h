// Expresses the times between arrivals in the language: times that recur are kept as they are, and the others become as
// few exponential distributions as come near the trace's gaps. The mean is kept.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/profile.h"

namespace ssd::fit {

inline constexpr Time kLongestInterval = 86'400'000'000'000;  // the language's limit: a day

// Constant 0 if there are no gaps.
workload::Quantity gap_mix(const Gaps& gaps);

}  // namespace ssd::fit
