// The places of a fitted workload's requests, as a few numbers that can be adjusted until the requests resemble the
// trace: a share of sequential requests, and places by popularity for the others.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/zones.h"

namespace ssd::fit {

struct Shape {
  std::vector<Zone> zones;  // the most popular zone first; one zone: uniform; two: a hot spot; more: nested regions
  double theta = 0;         // above 0: zipf over all pages of the zones, instead
  double sequential = 0;    // share of the requests that are sequential
  double sequential_pages = 0;
  double most_pages = 0x1p38;  // of a region; the default is the language's limit
};

// Regions are whole pages, each large enough for a request of `largest_request` bytes.
workload::Pattern pattern_of(const Shape& shape, u64 largest_request);
// The bytes of the address space that the pattern covers.
u64 space_of(const workload::Pattern& pattern);

}  // namespace ssd::fit
