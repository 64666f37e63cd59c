// Random drives with several active blocks in a plane: those for which `--only ftl` is allowed, and those that keep
// streams apart in collection.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// `--only ftl` is allowed; some have superblocks or handles.
RandomCase heads_case(std::uint64_t seed);

// Random drives of all classes whose streams stay apart in collection (collection.active): too rare in random_case().
RandomCase apart_case(std::uint64_t seed);

}  // namespace ssd::differential
