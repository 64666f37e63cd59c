// Finds the chunk: the number of bytes that lie together in one page of one unit (Chen et al., section III, "chunk
// size").
#pragma once
#include "tools/probe/findings.h"
#include "tools/probe/ground.h"

namespace ssd::probe {

// If two neighbouring sectors lie in two pages, one read of both takes as long as two reads of a sector each that are
// issued together. If they lie in one page, it is faster, because the page is read once for both. So borders of pages
// show wherever the next page lies.
Answer find_chunk(Bench& bench, const Ground& ground);

// For reads of several lengths: the response time as a function of the distance of the read's begin from the begin of a
// chunk; the mean over several chunks.
Plot shifts(Bench& bench, const Ground& ground, u64 chunk);

}  // namespace ssd::probe
