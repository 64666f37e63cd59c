// See sampled_pages.h.
#include "tools/fit/sampled_pages.h"

#include <algorithm>

#include "runtime/abi/random.h"

namespace ssd::fit {

// The page that stands for the group. From the group down to a page, a hash chooses one half at each level.
u64 SampledPages::chosen_of(u64 group) const {
  for (unsigned level = level_; level != 0; --level) group = 2 * group + (SplitMix64{group * 64 + level}.next() & 1);
  return group;
}

void SampledPages::coarsen() {
  ++level_;
  worked_ = 0;
  std::erase_if(kept_, [&](const auto& entry) { return chosen_of(entry.first >> level_) != entry.first; });
}

void SampledPages::add(u64 first, u64 end, bool sequential, bool written) {
  while (((end - 1) >> level_) - (first >> level_) >= std::min(work_, most_kept_)) coarsen();
  const u64 last_group = (end - 1) >> level_;
  for (u64 group = first >> level_; group <= last_group; ++group) {
    const u64 page = chosen_of(group);
    if (page < first || page >= end) continue;
    Touches& touches = kept_[page];
    u32& count = sequential ? touches.sequential : touches.other;
    count += count == ~u32{0} ? 0 : 1;
    touches.written = touches.written || written;
  }
  worked_ += last_group - (first >> level_) + 1;
  while (kept_.size() > most_kept_ || worked_ > work_) coarsen();
}

}  // namespace ssd::fit
