// Sizes of requests as the language says them: the commonest as they are; the others by groups of neighbours, each of
// which keeps its mean.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/profile.h"

namespace ssd::fit {

// Of at least one request.
workload::Quantity size_mix(const Sizes& sizes);

}  // namespace ssd::fit
