// How much two reads of a sector each are in each other's way, as a share of what a second read of the same sector has
// to wait: 0 for reads that know nothing of each other, 1 where the one waits for the other in the same unit of the
// flash. What one read takes before and behind the unit drops out, and so does it if some pages are read more slowly
// than others.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "tools/probe/bench.h"

namespace ssd::probe {

class Contention {
 public:
  // Measures at each of the offsets a read alone, and two of the same sector at once.
  Contention(Bench& bench, std::vector<u64> offsets);

  u64 places() const { return offsets_.size(); }
  // ns that the second of two reads of the same sector waits; their median over all places.
  Time own(u64 place) const { return together_[place] - std::min(alone_[place], together_[place]); }
  Time usual() const { return usual_; }
  // Whether that is all that a read takes: then nothing of the one overlaps anything of the other, and what they wait
  // for is more than a bus.
  bool wholly(Time noise) const { return usual_ + 2 * noise >= usual_alone_; }
  // Whether two reads of the place wait for each other, as those of a flash page must; and the share of places where
  // they do.
  bool waits(u64 place, Time noise) const {
    return own(place) > 4 * noise && own(place) * 200 > alone_[place] && own(place) * 4 > usual_;
  }
  double share_waiting(Time noise) const;
  // Of each pair of places.
  std::vector<double> of(std::span<const Pair> pairs) const;

 private:
  Bench& bench_;
  std::vector<u64> offsets_;
  std::vector<Time> alone_, together_;
  Time usual_ = 0, usual_alone_ = 0;
};

// What divides pairs in one unit from others. Found from measured values: those at 1 must lie close together and well
// apart from the next.
struct Divide {
  double at = 0;  // pairs from here on are in one unit
  bool any_same = false, any_apart = false, clear = false;
};
Divide divide(std::vector<double> contentions, double uncertainty);

}  // namespace ssd::probe
