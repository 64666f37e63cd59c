// Policies of collection and wear of a random case (collection.victim, collection.preempt, space.free_block,
// wear.static, collection.cost_zero). Each expression exists twice: as a user writes it, and as a C++ function.
#pragma once
#include "tests/differential/choices.h"

namespace ssd::differential {

void choose_policies(Random& random, Choices& c);
std::string collection_text(const Choices& c);  // keys of gc
std::string wear_text(const Choices& c);        // the section, or ""

void set_policies(const Choices& c, oracle::Drive& d);

}  // namespace ssd::differential
