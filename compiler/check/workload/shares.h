// How many requests of a generator are reads, writes, trims and forced writes: the keys `read`, `write`, `trim` and
// `fua` (generator.keys).
#pragma once
#include "compiler/check/workload/workload_lines.h"

namespace ssd::check {

// Sets the shares, and the origins of what is stated. False after an error.
bool read_shares(Reader& reader, workload::Generator& generator, Origins& origins);

}  // namespace ssd::check
