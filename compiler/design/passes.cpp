// See passes.h.
#include "compiler/design/passes.h"

namespace ssd::design {
namespace {

constexpr const char* kStatic = "`allocation: static channel > die > plane > chip`";

bool reads_at_collection(const Design& d, std::string_view input) {
  return reads(d, Hook::kTrigger, input) || reads(d, Hook::kStop, input) || reads(d, Hook::kVictim, input) || reads(d, Hook::kAllocate, input);
}

// Where pages get their place when their program is granted (placed_at_issue()), and which key makes them.
Obstacle placed_by_time(const Design& d) {
  if (d.allocation.placement != Placement::kStatic && d.allocation.placement != Placement::kWriteOrder) {
    return {"`allocation: dynamic` chooses planes by what is idle", std::string("place pages by their number: ") + kStatic};
  }
  if (d.commands.multiplane == Willing::kBlind || d.commands.multiplane == Willing::kPredicate) {
    return {"`commands { multiplane: … }` skips pages by what waits", "combine only what fits: `multiplane: wise`"};
  }
  if (d.gc.same_die) return {"`gc { migrate: same_die }` moves pages when their planes have room", "let them stay: `migrate: same_plane`"};
  if (d.gc.replicas != 0) return {"`gc { replicate: … }` writes copies in idle units", "leave `replicate` out"};
  if (d.gc.idle || reads(d, Hook::kTrigger, "idle") || reads(d, Hook::kStop, "idle")) {
    return {"`gc` collects when units are idle", "collect when a plane has few free pages alone: `idle: off`, and a `trigger` and `stop` without `idle`"};
  }
  return {"`gc { preempt: … }` lets the host write between the moves of a collection", "leave `preempt` out"};
}

Obstacle ordered_by_time(const Design& d, bool closed_loop, bool leaves_state) {
  if (placed_at_issue(d)) return placed_by_time(d);
  if (d.buffer.slots != 0 && d.buffer.write_back) return {"`buffer` holds pages back until it is full", "write through: `buffer { write_back: false }`, or leave the buffer out"};
  if (d.host.queues > 1) return {"`host { queues: … }` admits requests by what is complete", "let them come through one: `queues: 1`"};
  if (d.gc.avoid && d.host.queue != 0) return {"`gc { avoid: on }` admits requests by what is collected", "leave `avoid` out"};
  if (reads_at_collection(d, "now")) return {"a policy of collection reads `now`", "let it read what blocks hold"};
  const bool reads_age = reads_at_collection(d, "age") || reads(d, Hook::kVictim, "age_rank");
  if (leaves_state && keeps_ages(d)) return {"a policy reads `age`, and only the clock knows how old blocks are when the run ends", "begin and end in one run, or score blocks by what they hold"};
  if (closed_loop && reads_age) return {"a policy reads `age`, and in a closed loop requests arrive when others are complete", "run an open loop, or score blocks by what they hold"};
  return {};
}

Obstacle unknown_here(const Design& d) {
  const auto found = [](const char* what, const char* way_out) { return Obstacle{what, way_out, false}; };
  if (d.allocation.streams.size() > 1) return found("`streams`", "leave them out");
  if (d.commands.copyback == Willing::kBlind || d.commands.copyback == Willing::kPredicate) {
    return found("`commands { copyback: … }` that skips pages", "copy back only what fits: `copyback: wise`");
  }
  if (d.planes_of_superblock() != 1) return found("`gc { superblock: … }`", "leave it out");
  if (d.planes_of_scope() != 1) return found("`gc { scope: … }`", "leave it out");
  if (d.gc.active_shared) return found("`gc { active: shared }`", "leave it out");
  if (reads_at_collection(d, "host_programs") || reads_at_collection(d, "all_programs")) return found("a policy that reads `write_amplification`", "let it read what blocks hold");
  return {};
}

}  // namespace

Obstacle functional_obstacle(const Design& design, bool closed_loop, bool leaves_state) {
  if (Obstacle found = ordered_by_time(design, closed_loop, leaves_state); !found.what.empty()) return found;
  return unknown_here(design);
}

Config config(const Design& design, Pass pass) {
  Config c = config(design);
  if (c.whole == 0 && pass == Pass::kAllIndependent) c.advance = Advance::kIndependent;
  if (c.whole == 0 && pass == Pass::kAllCoupled) c.advance = Advance::kCoupled;
  if (pass != Pass::kFunctional) return c;
  c.functional_only = 1;
  c.whole = 0;  // the map of such a design is that of a plain one
  return c;
}

}  // namespace ssd::design
