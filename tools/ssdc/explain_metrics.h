// The pages of metrics: the whole table as `ssdc explain metrics` prints it, those of a family, one.
#pragma once
#include <string>
#include <string_view>

#include "compiler/design/metrics.h"

namespace ssd::cli {

std::string metrics_page();
std::string metric_page(const design::MetricRow& row);
// All whose names begin with `family.`.
std::string metric_family_page(std::string_view family);

}  // namespace ssd::cli
