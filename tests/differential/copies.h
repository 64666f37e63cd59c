// The choices of a random case for migrate: any_idle (S60) and replicate (S61), laid over a case that knows nothing of them.
#pragma once
#include <string>

#include "tests/differential/random_case.h"

namespace ssd::differential {

struct CopiesChoices {
  int64_t slots = 0, replicas = 0;  // 0: not said
};

// Few slots and replicas, so that they run out; any_idle only where placement is dynamic.
CopiesChoices choose_copies(Random& random, const Choices& c);

// A design that adds them to that of the case.
std::string text_with_copies(const RandomCase& c, const CopiesChoices& copies);

}  // namespace ssd::differential
