// The workload that a run of a checked file is measured with, by its name or by what a file without workloads gets.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"

namespace ssd {

// An empty name: the file's only workload, or the standard library's `Default`, of which `notes` then tells. Nothing
// after a diagnostic.
std::optional<workload::Workload> named_workload(const check::Checked& checked, const std::string& name,
                                                 const check::Options& options, SourceMap& sources, diag::Sink& sink,
                                                 std::vector<std::string>& notes);

}  // namespace ssd
