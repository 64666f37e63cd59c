// Compares an engine with the oracle on random cases, one after another, and shrinks the first one that differs.
#pragma once
#include <string>

#include "tests/differential/random_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {

// `text`: that of the case, or one that means the same. A shrunk case may have a text that is rejected: then "".
std::string difference_of_text(const std::string& text, const RandomCase& c, EngineChoice choice);

// Fails at the first of the cases, those of the seeds from `first` on, whose text is rejected or whose results differ.
// The test's slice and seed apply (environment.h).
void compare_cases(RandomCase (*make)(std::uint64_t seed), std::uint64_t first, std::uint64_t cases,
                   EngineChoice choice);

}  // namespace ssd::differential
