// Reads the policies of gc that receive blocks and running collections: `victim` and `preempt`.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Stores the score and its class. The class determines how the engine finds the block of the highest score.
void read_victim(Reader& reader, design::Design& design);
void read_preempt(Reader& reader, design::Design& design);

}  // namespace ssd::check
