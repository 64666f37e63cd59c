// Counts how often each page of a space is touched, in bounded memory. Whenever there are too many pages, the level
// rises by one: of each 2^level neighbouring pages only one is kept, chosen by a hash of its place. A page that is kept
// at a level was kept at all levels before, so its count is complete. (Sampling by place, as for miss ratio curves:
// Waldspurger et al., FAST 2015.)
#pragma once
#include <unordered_map>

#include "runtime/abi/units.h"

namespace ssd::fit {

class SampledPages {
 public:
  struct Touches {
    u32 other = 0, sequential = 0;
    bool written = false;
    u64 all() const { return u64{other} + sequential; }
  };
  static constexpr u64 kMostKept = u64{1} << 18;
  // The most touches that are processed at one level: a few requests of gigabytes have as many as a million small ones.
  static constexpr u64 kWork = u64{1} << 21;
  // The parameters exist for tests.
  explicit SampledPages(u64 most_kept = kMostKept, u64 work = kWork) : most_kept_(most_kept), work_(work) {}

  // Adds a touch of the pages [first, end), at least one page.
  void add(u64 first, u64 end, bool sequential, bool written);

  const std::unordered_map<u64, Touches>& kept() const { return kept_; }
  // The number of pages that each kept page stands for.
  double weight() const { return static_cast<double>(u64{1} << level_); }

 private:
  u64 chosen_of(u64 group) const;
  void coarsen();

  u64 most_kept_, work_, worked_ = 0;
  unsigned level_ = 0;
  std::unordered_map<u64, Touches> kept_;
};

}  // namespace ssd::fit
