// The choices of a random case for superblocks (S71). random_case() makes none: what they forbid is nearly everything
// else that it chooses, so who wants them chooses them on top of a case.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

oracle::Scope superblock_of(const Choices& c);  // the plane: none are said
void choose_superblocks(Random& random,
                        Choices& c);             // and lets go of what they forbid; then the workload has to be fitted
RandomCase superblock_case(std::uint64_t seed);  // with them
std::string superblocks_text(const Choices& c);  // keys of gc
void set_superblocks(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
