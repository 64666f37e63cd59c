// Outputs about single requests: the file of `--requests-out`, and the report of `ssdc blame`.
#pragma once
#include <string>

#include "runtime/results/report.h"
#include "runtime/run/whole_run.h"
#include "tools/cli/session.h"

namespace ssd::cli {

inline constexpr std::string_view kRequestsOut = "--requests-out";

// Writes a line for each request; the file is written as a whole or not at all. False after a diagnostic.
bool write_requests(Session& session, const std::string& path, const run::Ran& ran);

// Prints the report, and writes it as JSON to the session's output file if there is one.
void print_blame(Session& session, const run::Ran& ran);

}  // namespace ssd::cli
