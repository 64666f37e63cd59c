// From a run to the value of a metric (runtime/abi/metrics.def).
#pragma once
#include "runtime/abi/metrics.h"
#include "runtime/results/results.h"

namespace ssd::results {

// The value in the metric's unit, which is the same number as in the report's JSON. For a list (`channel.utilisation`)
// the mean.
double value(metrics::Metric metric, const Results& results);

}  // namespace ssd::results
