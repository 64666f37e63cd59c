// From a run to the value of a metric (runtime/abi/metrics.def).
#pragma once
#include "runtime/abi/metrics.h"
#include "runtime/results/results.h"

namespace ssd::results {

// In the metric's unit, the same number that the report's JSON has. Of a list (`channel.utilisation`) the mean.
double value(metrics::Metric metric, const Results& results);

}  // namespace ssd::results
