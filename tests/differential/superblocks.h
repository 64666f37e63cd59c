// The choices of a random case for superblocks (superblock.group). random_case() makes none, because superblocks
// exclude nearly everything else that it chooses. A test adds them to a case.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

oracle::Scope superblock_of(const Choices& c);  // kPlane: no superblocks
// Also removes the features that superblocks exclude; afterwards call fit_workload().
void choose_superblocks(Random& random, Choices& c);
RandomCase superblock_case(std::uint64_t seed);  // a random case with superblocks
std::string superblocks_text(const Choices& c);  // keys of gc
void set_superblocks(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
