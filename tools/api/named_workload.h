// Selects the measured workload of a run of a checked file: by name, or the default of a file without workloads.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd {

// An empty name selects the file's only workload, or `Default` of the standard library if the file has none; `notes`
// then says so. Returns nothing after a diagnostic.
std::optional<workload::Workload> named_workload(const check::Checked& checked, const std::string& name,
                                                 const check::Options& options, SourceMap& sources, diag::Sink& sink,
                                                 std::vector<std::string>& notes);

}  // namespace ssd
