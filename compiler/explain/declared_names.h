// Names that a file can use, its own and those that it imports: for completion. A file that cannot be read has none,
// and nothing is reported.
#pragma once
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd::explain {

// Those that a run may name, the default workload first.
std::vector<std::string> workload_names(const std::string& file, const check::Options& options, SourceMap& sources);
// Those that `check::Options::overrides` may give another value.
std::vector<std::string> param_names(const std::string& file, const check::Options& options, SourceMap& sources);

}  // namespace ssd::explain
