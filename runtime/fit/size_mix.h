// Sizes of requests as the language says them: the commonest as they are; the others by groups of neighbours, each of which keeps its mean.
#pragma once
#include "compiler/design/workload.h"
#include "runtime/fit/profile.h"

namespace ssd::fit {

// Of at least one request.
design::Quantity size_mix(const Sizes& sizes);

}  // namespace ssd::fit
