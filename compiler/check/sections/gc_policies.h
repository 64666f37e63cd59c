// The policies of gc that look at blocks and at collections in progress: `victim` and `preempt`.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Fills the score and its class, by which the engine finds the block of the highest score.
void read_victim(Reader& reader, design::Design& design);
void read_preempt(Reader& reader, design::Design& design);

}  // namespace ssd::check
