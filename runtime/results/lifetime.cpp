// See lifetime.h.
#include "runtime/results/lifetime.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "runtime/abi/endurance.h"

namespace ssd::results {
namespace {

double as_double(u64 n) { return static_cast<double>(n); }

// The projection from the erases of this run.
void project(std::span<const u32> erases, Lifetime& life) {
  const u64 total = std::accumulate(erases.begin(), erases.end(), u64{0});
  if (life.endurance == 0 || life.ended || total == 0) return;
  const double written = as_double(life.written_bytes), endurance = as_double(life.endurance);
  life.projected_mean = written * endurance * as_double(erases.size()) / as_double(total);
  life.projected_most_worn = written * endurance / as_double(*std::ranges::max_element(erases));
}

}  // namespace

Lifetime lifetime(std::span<const u32> erases, std::span<const u32> before, const LifeFacts& facts) {
  Lifetime life{.endurance = facts.endurance,
                .ended = facts.ended,
                .end = facts.ended ? facts.end : 0,
                .written_bytes = facts.written_bytes};
  life.retired_blocks =
      static_cast<u64>(std::ranges::count_if(erases, [&](u32 count) { return is_worn_out(count, facts.endurance); }));
  if (facts.logical_bytes != 0) life.drive_writes = as_double(facts.written_bytes) / as_double(facts.logical_bytes);
  std::vector<u32> of_run(erases.begin(), erases.end());
  for (std::size_t block = 0; block < before.size(); ++block) of_run[block] -= before[block];
  project(of_run, life);
  return life;
}

}  // namespace ssd::results
