// The choices of a random case for migrate: any_idle (copies.any_idle) and replicate (copies.replicate).
#pragma once
#include "tests/differential/choices.h"

namespace ssd::differential {

// Slots and replicas are few, so that they run out.
int64_t slots_of(const Choices& c);  // slots of any_idle; 0: left out
void choose_copies(Random& random, Choices& c);
std::string copies_text(const Choices& c);  // keys of gc
void set_copies(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
