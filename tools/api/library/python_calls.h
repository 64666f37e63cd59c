// Translates commands of ssdc, as the helps of diagnostics name them, into calls of the Python package that do the
// same.
#pragma once
#include <string>
#include <string_view>

namespace ssd::api {

#pragma GCC visibility push(hidden)

// `ssdc.load("x.ssd")["Drive"].run("Mixed", seed=2)` for `ssdc run x.ssd:Drive --workload Mixed --seed 2`. A command
// that no call stands for is returned as it is.
std::string python_call(std::string_view command);
// A text as a literal of Python: a number, or a string in quotes.
std::string python_literal(std::string_view text);
// As a literal of a string, whatever the text is: a path, or a name.
std::string python_text(std::string_view text);

#pragma GCC visibility pop

}  // namespace ssd::api
