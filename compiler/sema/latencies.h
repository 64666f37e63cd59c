// read, program, erase and page_kind of a part: times, or functions of the page or block.
#pragma once
#include "compiler/sema/reader.h"

namespace ssd::sema {

// Needs the cell and the geometry. Fills the latencies of the design's part, and its functions where they vary.
void read_latencies(Reader& reader, design::Design& design);

}  // namespace ssd::sema
