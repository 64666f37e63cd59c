// Translates options of the command line into fields of ssd.hpp, or into arguments of the Python package
// (name_settings()). Diagnostics are worded for the command line; a caller of the library sees the fields instead:
// `memory` for `--memory`, `points: 3,5-9` for `--points 3,5-9`; Python `points="3,5-9"`, and for a whole command the
// call that does the same (python_calls.h).
#pragma once
#include <string>

#include "runtime/base/diag/diag.h"

namespace ssd::api {

#pragma GCC visibility push(hidden)

// The text, with its options in backquotes translated.
std::string in_fields(const std::string& text);
// The path of a text: that of a definition is an option, too (`-D ways`).
std::string place_in_fields(const std::string& path);
// All diagnostics of the sink, translated.
diag::Sink in_fields(const diag::Sink& sink);

#pragma GCC visibility pop

}  // namespace ssd::api
