// The names that a file can use, its own and imported ones, for completion. A file that cannot be read has none, and
// nothing is reported.
#pragma once
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd::explain {

// The names of workloads for a run; the default workload comes first.
std::vector<std::string> workload_names(const std::string& file, const check::Options& options, SourceMap& sources);
// The names of params, for which `check::Options::overrides` may give other values.
std::vector<std::string> param_names(const std::string& file, const check::Options& options, SourceMap& sources);

}  // namespace ssd::explain
