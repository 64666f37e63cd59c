// host { arbitration }: which host queue is served next (host.arbitration).
#pragma once
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Reads the key into the design, whose other keys of `host` are read. After an error the reader is not sound.
void read_arbitration(Reader& reader, design::Design& design);

}  // namespace ssd::check
