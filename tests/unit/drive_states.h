// Requests that leave a small drive in a state with overwritten, collected and trimmed pages.
#pragma once
#include <vector>

#include "compiler/design/design.h"
#include "runtime/abi/random.h"
#include "runtime/abi/request.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// `whole`: every write covers whole pages.
inline std::vector<Request> some_requests(const design::Design& design, u64 seed, bool whole) {
  const u64 per_page = design.geometry.page_bytes / design.geometry.sector_bytes,
            sectors = design.config.logical_pages * per_page;
  Xoshiro256 random(seed);
  std::vector<Request> requests;
  for (u64 i = 0; i < 300; ++i) {
    const bool aligned = whole || random.below(2) == 0;
    const u64 first = aligned ? random.below(design.config.logical_pages) * per_page : random.below(sectors - 1);
    const u64 kind = random.below(10);
    requests.push_back({.arrival = i * 50'000,
                        .sector = first,
                        .sectors = static_cast<u32>(aligned ? per_page : 1),
                        .direction = kind == 0   ? Direction::kTrim
                                     : kind == 1 ? Direction::kRead
                                                 : Direction::kWrite});
  }
  return requests;
}

inline Options kept() {
  Options options;
  options.keep_state = true;
  return options;
}

}  // namespace ssd::run
