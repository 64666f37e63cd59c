// Measures the contention of two reads of a sector each: how long one waits for the other, as a share of the wait of a
// second read of the same sector. 0: the reads are independent; 1: one waits for the other in the same flash unit. The
// time that a read spends before and behind the unit cancels out, and so do differences between slow and fast pages.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "tools/probe/bench.h"

namespace ssd::probe {

class Contention {
 public:
  // Measures at each offset a read alone, and two reads of the same sector at once.
  Contention(Bench& bench, std::vector<u64> offsets);

  u64 places() const { return offsets_.size(); }
  // The wait of the second of two reads of the same sector, ns; usual() is the median over all places.
  Time own(u64 place) const { return together_[place] - std::min(alone_[place], together_[place]); }
  Time usual() const { return usual_; }
  // Whether that wait is the whole time of a read. Then no part of one read overlaps any part of the other, and they
  // wait for more than a bus.
  bool wholly(Time noise) const { return usual_ + 2 * noise >= usual_alone_; }
  // Whether two reads of the place wait for each other, as two reads of a flash page must; share_waiting() is the share
  // of places where they do.
  bool waits(u64 place, Time noise) const {
    return own(place) > 4 * noise && own(place) * 200 > alone_[place] && own(place) * 4 > usual_;
  }
  double share_waiting(Time noise) const;
  // The contention of each pair of places.
  std::vector<double> of(std::span<const Pair> pairs) const;

 private:
  Bench& bench_;
  std::vector<u64> offsets_;
  std::vector<Time> alone_, together_;
  Time usual_ = 0, usual_alone_ = 0;
};

// The value that separates pairs in one unit from all others. It is derived from measured contentions: those that mean
// 1 must lie close together and be well separated from the next value below.
struct Divide {
  double at = 0;  // pairs with at least this contention are in one unit
  bool any_same = false, any_apart = false, clear = false;
};
Divide divide(std::vector<double> contentions, double uncertainty);

}  // namespace ssd::probe
