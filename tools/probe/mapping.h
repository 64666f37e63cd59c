// Finds what determines the place of a page (Chen et al., section III, "mapping policy"). Chunks are written again in
// random order; afterwards the same relation holds either between neighbours by address or between neighbours by time
// of writing.
#pragma once
#include "tools/probe/findings.h"
#include "tools/probe/ground.h"

namespace ssd::probe {

// What is already known of the drive.
struct Known {
  u64 chunk = 0, chunks = 0;  // `chunk`: bytes; `chunks`: how many are written
  u64 period = 0, units = 0;  // `period`: chunks; `units`: 0 if unknown
  double divided_at = 0;
};

struct MappingFound {
  Answer mapping;  // the value is a Mapping
  Plot strides;
};
MappingFound find_mapping(Bench& bench, Ground& ground, const Known& known);

// The bandwidth, in bytes per second, of two reads of a chunk that are `stride` steps of the order apart, for strides
// from 1 to `longest`; the mean over several places.
std::vector<double> stride_rates(Bench& bench, std::span<const u64> order, u64 chunk, u64 longest);
// The number of strides to draw: two periods and a little.
u64 strides_shown(u64 chunks, u64 period);

}  // namespace ssd::probe
