// Policies of collection and wear of a random case (S47 to S51), each expression twice: as a user writes it, and as a
// C++ function.
#pragma once
#include "tests/differential/choices.h"

namespace ssd::differential {

void choose_policies(Random& random, Choices& c);
std::string collection_text(const Choices& c);  // keys of gc
std::string wear_text(const Choices& c);        // the section, or nothing

void set_policies(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
