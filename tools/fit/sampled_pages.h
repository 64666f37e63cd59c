// How often each page of a space was touched, in bounded memory: if they become too many, every second group of
// neighbours is thinned out, so that of each 2^level neighbouring pages one is kept, chosen by a hash of their place.
// What is kept at a level was kept at all levels before, so the counts of the pages that are left are whole. (Sampling
// by place, as for miss ratio curves: Waldspurger et al., FAST 2015.)
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
  static constexpr u64 kWork =
      u64{1} << 21;  // touches looked at, at one level: a few requests of gigabytes are as many as a million small ones
  // A parameter for the tests' sake.
  explicit SampledPages(u64 most_kept = kMostKept, u64 work = kWork) : most_kept_(most_kept), work_(work) {}

  // Pages [first, end), at least one.
  void add(u64 first, u64 end, bool sequential, bool written);

  const std::unordered_map<u64, Touches>& kept() const { return kept_; }
  // Pages for which each one that is kept stands.
  double weight() const { return static_cast<double>(u64{1} << level_); }

 private:
  u64 chosen_of(u64 group) const;
  void coarsen();

  u64 most_kept_, work_, worked_ = 0;
  unsigned level_ = 0;
  std::unordered_map<u64, Touches> kept_;
};

}  // namespace ssd::fit
