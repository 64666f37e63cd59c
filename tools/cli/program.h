// What ssdc and the programs made by `ssdc build` have in common: parse a call, run it, and exit with the right code in
// every case. Exit codes: 0 success, 1 the user's mistake, 2 a fault of ssdc, 3 an expectation failed, 130 interrupted.
#pragma once
#include <functional>

#include "tools/cli/options.h"

namespace ssd::cli {

// Parses the call, runs its command, and prints the diagnostics. Returns the exit code.
int take_call(CLI::App& app, Session& session, int argc, char** argv);

// The body of main(). It reports internal errors and lost output.
int run_program(const std::function<int()>& call);

}  // namespace ssd::cli
