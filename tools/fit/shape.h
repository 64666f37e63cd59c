// Where the requests of a fitted workload go, by a few numbers that can be turned until what is generated is like the
// trace: a share that goes on where the one before ended, and others by popularity.
#pragma once
#include "runtime/abi/workload.h"
#include "tools/fit/zones.h"

namespace ssd::fit {

struct Shape {
  std::vector<Zone> zones;  // the most popular first; one of them: uniform, two: a hot spot, more: places in places
  double theta = 0;         // above 0: zipf over all pages of the zones, instead
  double sequential = 0;    // share of the requests
  double sequential_pages = 0;
  double most_pages = 0x1p38;  // of a region; the language's
};

// Regions are whole pages and hold a request of so many bytes.
workload::Pattern pattern_of(const Shape& shape, u64 largest_request);
// The bytes that the pattern covers.
u64 space_of(const workload::Pattern& pattern);

}  // namespace ssd::fit
