// Reads policies of which the engine needs only the program.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Reads the policy at the hook's key into the design, with a warning if it decides nothing. Returns false if it is left
// out or wrong; the design then has none.
bool read_plain_policy(Reader& reader, Hook hook, design::Design& design);

}  // namespace ssd::check
