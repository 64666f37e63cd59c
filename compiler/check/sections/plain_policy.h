// Policies whose program is all that the engine needs of them.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Reads the policy at the hook's key into the design, with a warning if it decides nothing. False if it is left out or
// wrong: then the design has none.
bool read_plain_policy(Reader& reader, Hook hook, design::Design& design);

}  // namespace ssd::check
