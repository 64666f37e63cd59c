// Times between arrivals as the language says them: times that recur as they are, the others as exponential
// distributions, as few as come near the trace's. The mean is kept.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/profile.h"

namespace ssd::fit {

inline constexpr Time kLongestInterval = 86'400'000'000'000;  // the language's, a day

// 0 ns if there are no gaps.
workload::Quantity gap_mix(const Gaps& gaps);

}  // namespace ssd::fit
