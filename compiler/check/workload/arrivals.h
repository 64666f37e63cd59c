// When the requests of a generator arrive: the keys `interval`, `rate` and `bursts` (generator.keys, generator.bursts).
#pragma once
#include "compiler/check/workload/workload_lines.h"

namespace ssd::check {

std::span<const Key> bursts_keys();
// Sets the interval and the bursts, and the origins of what is stated. False after an error.
bool read_arrivals(Reader& reader, workload::Generator& generator, bool closed, Origins& origins);

}  // namespace ssd::check
