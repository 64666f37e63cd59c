// The page of `FILE[:NAME]`: of a design, an experiment, a workload, or any other declaration of a file. Without a
// name: the page of its design, or a list of its contents.
#pragma once
#include <optional>
#include <string>

#include "compiler/check/check.h"

namespace ssd::explain {

// Nothing after a diagnostic. If several declarations of different kinds share the name, the result has the pages of
// all of them.
std::optional<std::string> file_page(const std::string& file, const std::string& name, const check::Options& options,
                                     SourceMap& sources, diag::Sink& sink);

}  // namespace ssd::explain
