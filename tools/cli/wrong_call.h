// For a command line that could not be taken: which word of it is wrong, told as a diagnostic like every other mistake.
#pragma once
#include "tools/cli/options.h"

namespace ssd::cli {

struct Session;

// Told: a word in the place of a command that is none, also where help is asked for; an option that the command does
// not have; a word too many; a command that is missing. False for everything else, which the command line's library
// says well enough.
bool tell_wrong_call(const CLI::App& app, const CLI::ParseError& error, Session& session);

}  // namespace ssd::cli
