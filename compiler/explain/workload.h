// The page of a workload: the resolved params, every value with its origin, and the load that it puts on a drive.
#pragma once
#include <string>

#include "compiler/design/workload.h"

namespace ssd::explain {

std::string workload_page(const design::Workload& workload, const std::vector<design::Property>& params,
                          const SourceMap& sources);

}  // namespace ssd::explain
