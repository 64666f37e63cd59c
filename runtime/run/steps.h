// What a run is made of (simulation.cpp), for those that go through it piece by piece (incremental.h).
#pragma once
#include "runtime/run/arena.h"
#include "runtime/run/feed.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

ArenaShape shape_of_run(const Plan& plan, const Load& load, const Options& options);
enum class Started : u8 {
  kReady,
  kFull,     // it has no room for what the requests read before they write it
  kStopped,  // by `making`
};
// The drive at time 0.
Started start(Arena& arena, const EngineEntry& engine, const Plan& plan, const Load& load, const Options& options);
// Also comes back when there is no memory left.
Status run_piece(Arena& arena, const EngineEntry& engine, const Piece& piece);
// What came out so far; `complete`: every request was taken in, and none follows.
void conclude(Arena& arena, const Plan& plan, const DriveState* from, bool complete, Outcome& outcome);

}  // namespace ssd::run
