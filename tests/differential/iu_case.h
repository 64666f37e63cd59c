// Random drives with indirection units smaller than a flash page (iu.map to iu.account): a write-back buffer of any
// size, dynamic placement or that of `write_order`, and what else goes together with them.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

// `adapt` changes the choices before the requests are chosen for them.
using Adapt = void(Random&, Choices&);
RandomCase iu_case(std::uint64_t seed, Adapt* adapt = nullptr);

std::string units_text(const Choices& c);            // the section `ftl`; empty with one unit a page
void set_units(const Choices& c, oracle::Drive& d);  // call it last

}  // namespace ssd::differential
