// The choices of a random case for migrate: any_idle (S60) and replicate (S61).
#pragma once
#include "tests/differential/choices.h"

namespace ssd::differential {

// Few slots and replicas, so that they run out.
int64_t slots_of(const Choices& c);  // of any_idle; 0: it is not said
void choose_copies(Random& random, Choices& c);
std::string copies_text(const Choices& c);  // keys of gc
void set_copies(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
