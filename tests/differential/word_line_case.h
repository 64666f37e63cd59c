// Random drives whose programs take several pages of a block (iu.word_line), with units of a page and smaller ones.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase word_line_case(std::uint64_t seed);
void choose_word_lines(Random& random, Choices& c);  // for a case of iu_case()

}  // namespace ssd::differential
