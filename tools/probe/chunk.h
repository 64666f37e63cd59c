// The chunk: how many bytes lie together in one page of one unit (Chen et al., section III, "chunk size").
#pragma once
#include "tools/probe/findings.h"
#include "tools/probe/ground.h"

namespace ssd::probe {

// One read of two sectors takes as long as two reads of a sector each that are issued together, if the sectors lie in
// two pages; if they lie in one, the page is read once for both. So borders show wherever the next page lies.
Answer find_chunk(Bench& bench, const Ground& ground);

// Response times of reads of some lengths, over how far they begin behind the beginning of a chunk: the mean over
// several chunks.
Plot shifts(Bench& bench, const Ground& ground, u64 chunk);

}  // namespace ssd::probe
