// Reads `read`, `program`, `erase` and `page_kind` of a part: times, or functions of the page or block.
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Fills the latencies of the design's part, and its functions if they vary. The cell and the geometry must be known.
void read_latencies(Reader& reader, design::Design& design);

}  // namespace ssd::check
