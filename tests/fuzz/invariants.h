// What must hold of every text whatever, however it was made. The fuzzers (parse.cpp, check.cpp) and the test of their
// old finds (tests/unit/fuzz_finds_test.cpp) share it. A broken invariant is a text that says which; empty: all hold.
#pragma once
#include <string>
#include <string_view>

namespace ssd::fuzz {

// The parser refuses with a word, and what it accepts is printed and read again as the same text.
std::string broken_by_parsing(std::string_view text);
// The check refuses with a word, shows its diagnostics both ways, and passes each declaration of a file without errors.
// `standard` is the folder of the standard library, read once.
std::string broken_by_checking(std::string_view text, const std::string& standard);

}  // namespace ssd::fuzz
