// What must hold for every text, however it was made. Used by the fuzzers (parse.cpp, check.cpp) and by the test of
// their old finds (tests/unit/fuzz_finds_test.cpp). Each function returns a text that names the broken invariant, or ""
// if all hold.
#pragma once
#include <string>
#include <string_view>

namespace ssd::fuzz {

// If the parser rejects the text, it gives a message; what it accepts is printed, and reading that gives the same text.
std::string broken_by_parsing(std::string_view text);
// If the check rejects the text, it gives a message. Its diagnostics can be shown as text and as JSON. Each declaration
// of a file without errors passes. `standard` is the folder of the standard library, which is read once.
std::string broken_by_checking(std::string_view text, const std::string& standard);

}  // namespace ssd::fuzz
