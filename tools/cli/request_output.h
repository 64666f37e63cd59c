// What a run tells of each request by itself: the file of `--requests-out`, and `ssdc blame`.
#pragma once
#include <string>

#include "runtime/results/report.h"
#include "runtime/run/whole_run.h"
#include "tools/cli/session.h"

namespace ssd::cli {

inline constexpr std::string_view kRequestsOut = "--requests-out";

// A line for each request, written whole or not at all. False after a diagnostic.
bool write_requests(Session& session, const std::string& path, const run::Ran& ran);

// To the screen, and as JSON to the session's output file if there is one.
void print_blame(Session& session, const run::Ran& ran);

}  // namespace ssd::cli
