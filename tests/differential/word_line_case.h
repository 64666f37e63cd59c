// Random drives whose programs take several pages of a block (iu.word_line), with units of a page and smaller ones.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase word_line_case(std::uint64_t seed);

}  // namespace ssd::differential
