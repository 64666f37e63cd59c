// Random drives whose superblocks consist of programs of several units (iu.superblock).
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase iu_superblock_case(std::uint64_t seed);
// The choices of one of them, for a case of iu_case().
void choose_superblocks_of_units(Random& random, Choices& c);

}  // namespace ssd::differential
