// Writes without a place get one: by the order among idle units (S26), or by the design's cost (S27).
#pragma once
#include "runtime/engine/whole/decide.h"

namespace ssd::whole {

inline u32 first_unplaced(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (c.priority_class != PriorityClass::kGeneral) return w.unplaced.head;
  Best best;
  for (u32 op = w.unplaced.head; op != kNil; op = w.ops.at[op].next) offer(s, c, op, kNil, best);
  return best.op;
}

// The next after it of the same stream by rule 2, of those not in the group yet.
inline u32 next_unplaced(const State& s, const Config& c, const Group& group, u32 stream) {
  const Whole& w = *s.whole;
  Best best;
  for (u32 op = w.unplaced.head; op != kNil; op = w.ops.at[op].next) {
    bool taken = w.ops.at[op].stream != stream;
    for (u32 i = 0; i < group.count; ++i) taken |= group.op[i] == op;
    if (taken) continue;
    if (c.priority_class != PriorityClass::kGeneral) return op;
    offer(s, c, op, kNil, best);
  }
  return best.op;
}

// How many places in ORDER the plane stands behind `turn`, round and round.
inline u32 cyclic_rank(const Whole& w, const Config& c, u32 plane, u32 turn) {
  const u32 index = w.planes[plane].index;
  return index >= turn ? index - turn : index + c.total_planes - turn;
}

// The drive's turn decides among units, the unit's own among its planes: with one for both, a plane whose unit is busy whenever its turn
// comes would never be used.
inline void pass_turn(Whole& w, const Config& c, u32 plane) {
  const u32 next = w.planes[plane].index + 1 == c.total_planes ? 0 : w.planes[plane].index + 1;
  w.turn = w.units[unit_of(c, plane)].turn = next;
}

// S26: whether the write would be chosen on this channel if it went there.
inline bool would_win(State& s, const Config& c, u32 channel, u32 op) {
  if (!changes_with_time(c) && s.whole->wanting[channel] == 0) return true;
  const PageOp& o = s.whole->ops.at[op];
  Arbiter arbiter;
  offer_channel(s, c, channel, arbiter);
  arbiter.offer(kNil - 1, {priority_of(s, c, op, kNil), o.ready, o.order, op, Tenure::kDataIn});
  return arbiter.winner() == kNil - 1;
}

// The unit's plane whose turn it is of those that can give the stream a page; kNil if none can.
inline u32 next_plane(const State& s, const Config& c, u32 u, u32 stream) {
  const Whole& w = *s.whole;
  const u32 first = w.units[u].first_plane;
  u32 best = kNil, best_rank = kNil;
  for (u32 p = first; p < first + c.planes_per_unit; ++p) {
    const u32 rank = cyclic_rank(w, c, p, w.units[u].turn);
    if (rank >= best_rank || !can_take(s, c, p, stream)) continue;
    best = p;
    best_rank = rank;
  }
  return best;
}

// Some idle unit's channel has its bus free.
inline bool some_unit_is_open(const State& s, const Config& c) {
  for (u32 channel = 0; channel < c.channels; ++channel) {
    if (has_idle_unit(*s.whole, c, channel) && may_decide(s, channel)) return true;
  }
  return false;
}

// offer_planes() for the planes whose turn is next: on a drive with idle units one of them nearly always takes the write.
inline constexpr u32 kNextInTurn = 8;
inline u32 offer_next_in_turn(State& s, const Config& c, u32 op) {
  const Whole& w = *s.whole;
  u32 index = w.turn;
  for (u32 i = 0; i < kNextInTurn && i < c.total_planes; ++i, index = index + 1 == c.total_planes ? 0 : index + 1) {
    const u32 plane = w.plane_at[index], u = unit_of(c, plane);
    if (w.engaged[u] != 0 || !may_decide(s, channel_of(c, u)) || next_plane(s, c, u, w.ops.at[op].stream) != plane) continue;
    if (would_win(s, c, channel_of(c, u), op)) return plane;
  }
  return kNil;
}

// The plane that takes the write now: the next one of the unit whose turn it is; kNil if no unit can.
inline u32 offer_planes(State& s, const Config& c, u32 op) {
  Whole& w = *s.whole;
  if (!some_unit_is_open(s, c)) return kNil;
  if (const u32 plane = offer_next_in_turn(s, c, op); plane != kNil) return plane;
  const u32 stream = w.ops.at[op].stream;
  u32 best = kNil, best_rank = kNil;
  for (u32 channel = 0; channel < c.channels; ++channel) {
    if (!has_idle_unit(w, c, channel) || !may_decide(s, channel)) continue;
    u32 rank_here = best_rank, here = kNil;
    const u32 end = (channel + 1) * c.units_per_channel;
    for (u32 u = channel * c.units_per_channel; u < end; ++u) {
      const u32 p = w.engaged[u] == 0 ? next_plane(s, c, u, stream) : kNil;
      if (p == kNil) continue;
      const u32 rank = cyclic_rank(w, c, p, w.turn);
      if (rank >= rank_here) continue;
      rank_here = rank;
      here = p;
    }
    if (here == kNil || !would_win(s, c, channel, op)) continue;
    best = here;
    best_rank = rank_here;
  }
  return best;
}

// The command that the write begins in the plane: with others of its stream in the die's other planes.
inline Group gather_unplaced(State& s, const Config& c, u32 leader) {
  Whole& w = *s.whole;
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo || c.planes == 1) return group;
  const u32 stream = w.ops.at[leader].stream, plane = w.ops.at[leader].plane, first = plane - plane % c.planes;
  u32 pending = 0;
  for (u32 op = w.unplaced.head; op != kNil && pending < c.planes; op = w.ops.at[op].next) pending += w.ops.at[op].stream == stream ? 1 : 0;
  Agreement agreement = agreement_of(s, c, leader);
  u32 op = next_unplaced(s, c, group, stream);
  for (u32 i = 1; i < c.planes && op != kNil; ++i) {
    const u32 p = first + (plane - first + i) % c.planes;
    if (!can_take(s, c, p, stream)) continue;
    w.ops.at[op].plane = p;
    if (!joins(s, c, w.ops.at[op], group.count, pending, agreement)) {
      w.ops.at[op].plane = kNil;
      continue;
    }
    group.op[group.count++] = op;
    op = next_unplaced(s, c, group, stream);
  }
  return group;
}

inline bool place_next(State& s, const Config& c) {
  Whole& w = *s.whole;
  const u32 op = first_unplaced(s, c);
  const u32 plane = offer_planes(s, c, op);
  if (plane == kNil) return false;
  w.ops.at[op].plane = plane;
  Group group = gather_unplaced(s, c, op);
  pass_turn(w, c, w.ops.at[group.op[group.count - 1]].plane);
  for (u32 i = 0; i < group.count; ++i) remove(w.ops, w.unplaced, group.op[i]);
  sort_by_plane(w, group);
  const u32 u = unit_of(c, plane);
  const u32 channel = channel_of(c, u);
  w.decided[channel] = w.round;
  grant_programs(s, c, u, group, op);
  refresh_channel(w, c, channel);
  return true;
}

inline Time later_of(Time a, Time b) { return a > b ? a : b; }

// The end of the unit's last phase that is fixed already: what follows a tenure or a resume without waiting for the bus is fixed with it.
inline Time fixed_end(const Whole& w, u32 u) {
  const Unit& unit = w.units[u];
  switch (unit.stage) {
    case Stage::kLead: return w.tenure_end[u] + unit.current.array;
    case Stage::kArray:
      if (unit.next.head == kNil) return w.array_end[u];
      return (unit.next_in != 0 ? w.array_end[u] : later_of(w.array_end[u], w.tenure_end[u])) + unit.next.array;
    case Stage::kOutLead: return later_of(unit.out_end, w.tenure_end[u] + unit.next.array);
    case Stage::kOut: return unit.running != 0 ? later_of(w.tenure_end[u], w.array_end[u]) : w.tenure_end[u];
    case Stage::kSuspending: return w.array_end[u];
    case Stage::kResuming: return w.array_end[u] + unit.current.array;
    default: return 0;
  }
}

inline Time busy_for(const Whole& w, u32 u) {
  const Time end = fixed_end(w, u);
  return end > w.now ? end - w.now : 0;
}

// Whether the plane can give a page to one more write of the stream than already wait for it.
inline bool has_room(const State& s, const Config& c, u32 plane, u32 stream) {
  if (!can_take(s, c, plane, stream)) return false;
  const Active& a = active(s, c, plane, stream);
  const u64 free = s.space[plane].free_count;
  const u64 room = (a.block == kNil ? 0 : c.pages - a.page) + (free < 2 ? 0 : (free - 1) * c.pages);
  return room > s.whole->planes[plane].writes_waiting;
}

// What placing by cost compares: least cost first, then the unit's turn, then the drive's.
struct Offer {
  u32 plane;
  i64 cost;
  u32 rank;
};

// The unit's best plane for the write; plane kNil if it has none.
inline Offer offer_of_unit(const State& s, const Config& c, u32 u, u32 stream) {
  const Whole& w = *s.whole;
  const i64 busy = visible(busy_for(w, u)), queued = w.units[u].queued;
  const u32 first = w.units[u].first_plane;
  Offer best{kNil, 0, 0};
  for (u32 p = first; p < first + c.planes_per_unit; ++p) {
    if (!has_room(s, c, p, stream)) continue;
    const i64 cost = hook::cost(s, p / c.planes_per_channel, p / (c.dies * c.planes) % c.chips, p / c.planes % c.dies, p % c.planes, busy,
                                queued, s.space[p].free_pages);
    const u32 rank = cyclic_rank(w, c, p, w.units[u].turn);
    if (best.plane != kNil && (cost > best.cost || (cost == best.cost && rank > best.rank))) continue;
    best = {p, cost, rank};
  }
  return best;
}

// S27.
inline bool place_by_cost(State& s, const Config& c) {
  Whole& w = *s.whole;
  const u32 op = first_unplaced(s, c);
  u32 best = kNil, best_rank = 0;
  i64 least = 0;
  for (u32 u = 0; u < c.channels * c.units_per_channel; ++u) {
    const Offer offer = offer_of_unit(s, c, u, w.ops.at[op].stream);
    if (offer.plane == kNil) continue;
    const u32 rank = cyclic_rank(w, c, offer.plane, w.turn);
    if (best != kNil && (offer.cost > least || (offer.cost == least && rank > best_rank))) continue;
    best = offer.plane;
    least = offer.cost;
    best_rank = rank;
  }
  if (best == kNil) return false;
  remove(w.ops, w.unplaced, op);
  pass_turn(w, c, best);
  w.ops.at[op].plane = best;
  w.ops.at[op].held = held_until_now(w, w.units[unit_of(c, best)]);
  push_back(w.ops, w.planes[best].order, op);
  ++w.planes[best].writes_waiting;
  ++w.units[unit_of(c, best)].queued;
  update_wish(s, c, unit_of(c, best));
  return true;
}

[[gnu::noinline]] inline bool dispatch(State& s, const Config& c) {
  bool any = false;
  while (s.whole->unplaced.head != kNil) {
    if (!(c.placement == Placement::kDynamicOrder ? place_next(s, c) : place_by_cost(s, c))) break;
    any = true;
  }
  return any;
}

}  // namespace ssd::whole
