// Random drives whose policies read when a block was last written (space.last_write) and the page, queue and bytes of
// an operation (bus.priority), and compute with the bits of ints; and static maps that do.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// A random case, one with indirection units or one with superblocks, which has at least one such policy or map.
RandomCase fields_case(std::uint64_t seed);
// Some such policies, and a hashed map where the case may have one.
void choose_fields(Random& random, Choices& c);

// The keys that a case writes; empty where it leaves the policy to others.
std::string priority_by_fields(const Choices& c);
std::string victim_by_fields(const Choices& c);
std::string allocate_by_fields(const Choices& c);
std::string erase_by_fields(const Choices& c);
void set_fields(const Choices& c, oracle::Drive& d);  // behind the functions that set these policies

}  // namespace ssd::differential
