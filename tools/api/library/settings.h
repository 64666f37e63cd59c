// What options of the command line are called in ssd.hpp. Diagnostics are worded for the command line; a caller of the
// library reads the fields instead: `--memory` is `memory`, `--points 3,5-9` is `points: 3,5-9`.
#pragma once
#include <string>

#include "runtime/base/diag/diag.h"

namespace ssd::api {

#pragma GCC visibility push(hidden)

// A text with options in backquotes.
std::string in_fields(const std::string& text);
// All that the sink was told.
diag::Sink in_fields(const diag::Sink& sink);

#pragma GCC visibility pop

}  // namespace ssd::api
