// By what the place of a page is chosen (Chen et al., section III, "mapping policy"): chunks are written again in
// random order, and what showed itself between neighbours by address shows itself again between the same neighbours, or
// between neighbours in time.
#pragma once
#include "tools/probe/findings.h"
#include "tools/probe/ground.h"

namespace ssd::probe {

// What is known of the drive when its mapping is looked for.
struct Known {
  u64 chunk = 0, chunks = 0;  // bytes; and how many are written
  u64 period = 0, units = 0;  // chunks; 0 units: not told
  double divided_at = 0;
};

struct MappingFound {
  Answer mapping;  // a Mapping
  Plot strides;
};
MappingFound find_mapping(Bench& bench, Ground& ground, const Known& known);

// Bytes a second of two reads of a chunk, `stride` steps of the order apart, over strides of 1 to `longest`: the mean
// over several places.
std::vector<double> stride_rates(Bench& bench, std::span<const u64> order, u64 chunk, u64 longest);
// Strides that are worth drawing: two periods and a little.
u64 strides_shown(u64 chunks, u64 period);

}  // namespace ssd::probe
