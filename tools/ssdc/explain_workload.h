// A workload as `ssdc explain FILE:WORKLOAD` prints it: what its params came to, every value with its origin, and what it asks of a drive.
#pragma once
#include <string>

#include "compiler/design/workload.h"

namespace ssd::cli {

std::string explain_workload(const design::Workload& workload, const std::vector<design::Property>& params, const SourceMap& sources);

}  // namespace ssd::cli
