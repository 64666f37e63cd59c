// Expresses the sizes of requests in the language: the commonest sizes are kept as they are, the others form groups of
// neighbours, each of which keeps its mean.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/profile.h"

namespace ssd::fit {

// `sizes` has at least one request.
workload::Quantity size_mix(const Sizes& sizes);

}  // namespace ssd::fit
