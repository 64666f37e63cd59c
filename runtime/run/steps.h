// The steps of a run (simulation.cpp), for callers that carry them out one by one (incremental.h).
#pragma once
#include "runtime/run/arena.h"
#include "runtime/run/feed.h"
#include "runtime/run/simulation.h"
#include "runtime/run/warm_up.h"

namespace ssd::run {

ArenaShape shape_of_run(const Plan& plan, const Load& load, const Options& options);
enum class Started : u8 {
  kReady,
  kFull,     // the drive has no room for what the requests read before they write it
  kStopped,  // by `making`
};
// Makes the drive as it is at time 0.
Started start(Arena& arena, const EngineEntry& engine, const Plan& plan, const Load& load, const Options& options);
// Runs one piece. Also returns if there is no memory left (kNeedOps, kNeedSlots).
Status run_piece(Arena& arena, const EngineEntry& engine, const Piece& piece);
// Writes the results so far into `outcome`. `complete`: every request was taken in, and none follows.
void conclude(Arena& arena, const Plan& plan, const WarmUp& warm_up, bool complete, Outcome& outcome);

}  // namespace ssd::run
