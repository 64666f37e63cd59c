// What ssdc and the programs that `ssdc build` makes do alike: take a call, do it, and end with the right code,
// whatever happens. Exit codes: 0 fine, 1 the user's mistake, 2 our fault, 3 an expectation failed, 130 interrupted.
#pragma once
#include <functional>

#include "tools/cli/options.h"

namespace ssd::cli {

// Parses the call, which runs the command; prints what was found. The exit code.
int take_call(CLI::App& app, Session& session, int argc, char** argv);

// The whole of main(): a bug of ours is told as such, and so is output that was lost.
int run_program(const std::function<int()>& call);

}  // namespace ssd::cli
