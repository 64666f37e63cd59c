// Finds the wrong word in a command line that could not be parsed, and reports it as a diagnostic like any other
// mistake.
#pragma once
#include "tools/cli/options.h"

namespace ssd::cli {

struct Session;

// Reports an unknown command (also where help is asked for), an option that the command does not have, a wrong or
// missing value, a surplus word, and a missing command or argument. Returns false for everything else, for which
// CLI11's own message is good enough.
bool tell_wrong_call(const CLI::App& app, const CLI::ParseError& error, Session& session);

}  // namespace ssd::cli
