// A series of collections: while its goal is not reached one block after another is collected. All engines run this one
// loop, and so do the collections before time 0. What they differ in stands in two parameters.
//
// A Goal says what the series is for:
//   bool reached(c) const                        no further collection is wanted
//   bool forced() const                          the next collection counts as forced
//   PlaneId next_plane(c) const                  where the next victim comes from; kNone: nowhere
//   bool goes_on(c, PlaneId plane, bool gained)  asked after each collection: in which plane it was, and whether that
//                                                has more free pages than before. False ends the series for want of
//                                                gain
// A Sink says what becomes of a collection (counts, operations, jobs, or nothing but the map):
//   bool has_memory() const                      it can take one more; false: the series goes on in a later call
//   bool collect(c, PlaneId plane, bool forced)  one block; false: there is no eligible victim
// Neither keeps the Config `c`: codegen drops what a design cannot reach by following the configuration from argument
// to argument (compiler/codegen/reached.h), and it does not follow it through memory.
#pragma once
#include "runtime/engine/state.h"

namespace ssd {

enum class SeriesEnd : u8 { kReached, kNoMemory, kNoVictim, kNoGain };

template <class Goal, class Sink>
[[gnu::always_inline]] inline SeriesEnd run_series(const State& s, const Config& c, Goal& goal, Sink& sink) {
  while (!goal.reached(c)) {
    if (!sink.has_memory()) return SeriesEnd::kNoMemory;
    const PlaneId plane = goal.next_plane(c);
    if (plane == kNone) return SeriesEnd::kNoVictim;
    const u32 before = s.space[plane].free_pages;
    if (!sink.collect(c, plane, goal.forced())) return SeriesEnd::kNoVictim;
    if (!goal.goes_on(c, plane, s.space[plane].free_pages > before)) return SeriesEnd::kNoGain;
  }
  return SeriesEnd::kReached;
}

}  // namespace ssd
