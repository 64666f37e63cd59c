// The pages of metrics: the whole table, the metrics of a family, or a single one.
#pragma once
#include <string>
#include <string_view>

#include "runtime/abi/metrics.h"

namespace ssd::explain {

std::string metrics_page();
std::string metric_page(const metrics::MetricRow& row);
// All metrics whose names begin with `family.`.
std::string metric_family_page(std::string_view family);

}  // namespace ssd::explain
