// A series of collections: until its goal is reached, one block after another is collected. All engines use this one
// loop, and so do the collections before time 0. Two parameters hold the differences.
//
// A Goal defines what the series is for:
//   bool reached(c) const                        no further collection is wanted
//   bool forced() const                          the next collection counts as forced
//   PlaneId next_plane(c) const                  the plane of the next victim; kNone: there is none
//   bool goes_on(c, PlaneId plane, bool gained)  called after each collection with its plane, and with whether that
//   plane
//                                                now has more free pages. False ends the series for want of gain
// A Sink defines what happens to a collection (counts, operations, jobs, or nothing but the map):
//   bool has_memory() const                      it can take one more; false: the series continues in a later call
//   bool collect(c, PlaneId plane, bool forced)  collects one block; false: there is no eligible victim
// Neither stores the Config `c`. Codegen drops what a design cannot reach by following the configuration from argument
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
