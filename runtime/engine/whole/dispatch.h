// Gives writes without a place their planes: by ORDER among idle units (place.dynamic), or by the design's cost
// (place.cost).
#pragma once
#include "runtime/engine/whole/decide.h"

namespace ssd::whole {

inline OpId first_unplaced(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (c.priority_class != PriorityClass::kGeneral) return w.unplaced.head;
  Best best;
  for (OpId op = w.unplaced.head; op != kNone; op = w.ops[op].next) offer(s, c, op, kNone, best);
  return best.op;
}

// The next write without a place of the same stream, in decision order, that is not in the group yet.
inline OpId next_unplaced(const State& s, const Config& c, const Group& group, u32 stream) {
  const Whole& w = *s.whole;
  Best best;
  for (OpId op = w.unplaced.head; op != kNone; op = w.ops[op].next) {
    bool taken = w.ops[op].stream != stream;
    for (u32 i = 0; i < group.count; ++i) taken |= group.op[i] == op;
    if (taken) continue;
    if (c.priority_class != PriorityClass::kGeneral) return op;
    offer(s, c, op, kNone, best);
  }
  return best.op;
}

// How many places in ORDER, cyclically, the plane comes after `turn`.
inline u32 cyclic_rank(const Whole& w, const Config& c, PlaneId plane, u32 turn) {
  const u32 index = w.planes[plane].index;
  return index >= turn ? index - turn : index + c.total_planes - turn;
}

// Moves both turns behind the plane. The drive's turn decides between units, the unit's own turn between its planes.
// With one turn for both, a plane whose unit is busy whenever its turn comes would never be used.
inline void pass_turn(Whole& w, const Config& c, PlaneId plane) {
  const u32 next = w.planes[plane].index + 1 == c.total_planes ? 0 : w.planes[plane].index + 1;
  w.turn = w.units[unit_of(c, plane)].turn = next;
}

// Whether the channel would choose this write if the write went there (place.dynamic).
inline constexpr UnitId kNewcomer{~u32{0} - 1};  // stands for the write among the units that offer their wishes
inline bool would_win(State& s, const Config& c, ChannelId channel, OpId op) {
  if (!changes_with_time(c) && s.whole->wanting[channel] == 0) return true;
  const PageOp& o = s.whole->ops[op];
  Arbiter arbiter;
  offer_channel(s, c, channel, arbiter);
  arbiter.offer(kNewcomer, {priority_of(s, c, op, kNone), o.ready, o.order, op, Tenure::kDataIn});
  return arbiter.winner() == kNewcomer;
}

// Of the unit's planes that can give the stream a page the one whose turn is next; kNone if none can.
inline PlaneId next_plane(const State& s, const Config& c, UnitId u, u32 stream) {
  const Whole& w = *s.whole;
  const PlaneId first = w.units[u].first_plane;
  PlaneId best = kNone;
  u32 best_rank = kNone;
  for (PlaneId p = first; p < first + c.planes_per_unit; ++p) {
    const u32 rank = cyclic_rank(w, c, p, w.units[u].turn);
    if (rank >= best_rank || !can_take(s, c, p, stream)) continue;
    best = p;
    best_rank = rank;
  }
  return best;
}

// Whether some channel has an idle unit and a free bus.
inline bool some_unit_is_open(const State& s, const Config& c) {
  for (ChannelId channel{0}; channel.value < c.channels; ++channel) {
    if (has_idle_unit(*s.whole, c, channel) && may_decide(s, channel)) return true;
  }
  return false;
}

// offer_planes() for the planes whose turn is next only: on a drive with idle units one of them nearly always takes the
// write.
inline constexpr u32 kNextInTurn = 8;
inline PlaneId offer_next_in_turn(State& s, const Config& c, OpId op) {
  const Whole& w = *s.whole;
  u32 index = w.turn;
  for (u32 i = 0; i < kNextInTurn && i < c.total_planes; ++i, index = index + 1 == c.total_planes ? 0 : index + 1) {
    const PlaneId plane = w.plane_at[index];
    const UnitId u = unit_of(c, plane);
    if (w.engaged[u] != 0 || !may_decide(s, channel_of(c, u)) || next_plane(s, c, u, w.ops[op].stream) != plane)
      continue;
    if (would_win(s, c, channel_of(c, u), op)) return plane;
  }
  return kNone;
}

// The plane that takes the write now (place.dynamic): the next plane of the unit whose turn it is; kNone if no unit can
// take the write.
inline PlaneId offer_planes(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  if (!some_unit_is_open(s, c)) return kNone;
  if (const PlaneId plane = offer_next_in_turn(s, c, op); plane != kNone) return plane;
  const u32 stream = w.ops[op].stream;
  PlaneId best = kNone;
  u32 best_rank = kNone;
  for (ChannelId channel{0}; channel.value < c.channels; ++channel) {
    if (!has_idle_unit(w, c, channel) || !may_decide(s, channel)) continue;
    u32 rank_here = best_rank;
    PlaneId here = kNone;
    const UnitId first = first_unit(c, channel), end = first + c.units_per_channel;
    for (UnitId u = first; u < end; ++u) {
      const PlaneId p = w.engaged[u] == 0 ? next_plane(s, c, u, stream) : kNone;
      if (p == kNone) continue;
      const u32 rank = cyclic_rank(w, c, p, w.turn);
      if (rank >= rank_here) continue;
      rank_here = rank;
      here = p;
    }
    if (here == kNone || !would_win(s, c, channel, op)) continue;
    best = here;
    best_rank = rank_here;
  }
  return best;
}

// The command that the write begins, with other writes of its stream in the die's other planes
// (place.dynamic_multiplane).
inline Group gather_unplaced(State& s, const Config& c, OpId leader) {
  Whole& w = *s.whole;
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo || c.planes == 1) return group;
  const u32 stream = w.ops[leader].stream;
  const PlaneId plane = w.ops[leader].plane, first = first_plane_of_die(c, plane);
  u32 pending = 0;
  for (OpId op = w.unplaced.head; op != kNone && pending < c.planes; op = w.ops[op].next)
    pending += w.ops[op].stream == stream ? 1 : 0;
  Agreement agreement = agreement_of(s, c, leader);
  OpId op = next_unplaced(s, c, group, stream);
  for (u32 i = 1; i < c.planes && op != kNone; ++i) {
    const PlaneId p = first + (plane - first + i) % c.planes;
    if (!can_take(s, c, p, stream)) continue;
    w.ops[op].plane = p;
    if (!joins(s, c, w.ops[op], group.count, pending, agreement)) {
      w.ops[op].plane = kNone;
      continue;
    }
    group.op[group.count++] = op;
    op = next_unplaced(s, c, group, stream);
  }
  return group;
}

inline bool place_next(State& s, const Config& c) {
  Whole& w = *s.whole;
  const OpId op = first_unplaced(s, c);
  const PlaneId plane = offer_planes(s, c, op);
  if (plane == kNone) return false;
  w.ops[op].plane = plane;
  Group group = gather_unplaced(s, c, op);
  pass_turn(w, c, w.ops[group.op[group.count - 1]].plane);
  for (u32 i = 0; i < group.count; ++i) remove(w.ops, w.unplaced, group.op[i]);
  sort_by_plane(w, group);
  const UnitId u = unit_of(c, plane);
  const ChannelId channel = channel_of(c, u);
  w.decided[channel] = w.round;
  grant_programs(s, c, u, group, op);
  refresh_channel(w, c, channel);
  return true;
}

inline Time later_of(Time a, Time b) { return a > b ? a : b; }

// The end of the unit's last phase whose end is fixed (place.unit_record). What follows a bus transfer or a `resume`
// without waiting for the bus is fixed with it.
inline Time fixed_end(const Whole& w, UnitId u) {
  const Unit& unit = w.units[u];
  switch (unit.stage) {
    case Stage::kLead: return w.tenure_end[u] + unit.current.array;
    case Stage::kArray:
      if (unit.next.head == kNone) return w.array_end[u];
      return (unit.next_in != 0 ? w.array_end[u] : later_of(w.array_end[u], w.tenure_end[u])) + unit.next.array;
    case Stage::kOutLead: return later_of(unit.out_end, w.tenure_end[u] + unit.next.array);
    case Stage::kOut: return unit.running != 0 ? later_of(w.tenure_end[u], w.array_end[u]) : w.tenure_end[u];
    case Stage::kSuspending: return w.array_end[u];
    case Stage::kResuming: return w.array_end[u] + unit.current.array;
    default: return 0;
  }
}

inline Time busy_for(const Whole& w, UnitId u) {
  const Time end = fixed_end(w, u);
  return end > w.now ? end - w.now : 0;
}

// Whether the plane has room for one more write of the stream than already wait for it (place.cost).
inline bool has_room(const State& s, const Config& c, PlaneId plane, u32 stream) {
  if (!can_take(s, c, plane, stream)) return false;
  const Active& a = active(s, c, plane, stream);
  const u64 free = s.space[plane].free_count;
  const u64 room = (a.block == kNone ? 0 : c.pages - a.page) + (free < 2 ? 0 : (free - 1) * c.pages);
  return room > s.whole->planes[plane].writes_waiting;
}

// What place.cost compares: the least cost first, then the unit's turn, then the drive's.
struct Offer {
  PlaneId plane;
  i64 cost;
  u32 rank;
};

// The unit's best plane for the write; plane kNone if none has room.
inline Offer offer_of_unit(const State& s, const Config& c, UnitId u, u32 stream) {
  const Whole& w = *s.whole;
  const i64 busy = visible(busy_for(w, u)), queued = w.units[u].queued;
  const PlaneId first = w.units[u].first_plane;
  Offer best{kNone, 0, 0};
  for (PlaneId p = first; p < first + c.planes_per_unit; ++p) {
    if (!has_room(s, c, p, stream)) continue;
    const i64 cost = hook::cost(s, channel_of(c, p).value, chip_in_channel(c, p), die_in_chip(c, p), plane_in_die(c, p),
                                busy, queued, s.space[p].free_pages);
    const u32 rank = cyclic_rank(w, c, p, w.units[u].turn);
    if (best.plane != kNone && (cost > best.cost || (cost == best.cost && rank > best.rank))) continue;
    best = {p, cost, rank};
  }
  return best;
}

// Places the first write without a place by cost (place.cost); false if no plane has room.
inline bool place_by_cost(State& s, const Config& c) {
  Whole& w = *s.whole;
  const OpId op = first_unplaced(s, c);
  PlaneId best = kNone;
  u32 best_rank = 0;
  i64 least = 0;
  for (UnitId u{0}; u.value < unit_count(c); ++u) {
    const Offer offer = offer_of_unit(s, c, u, w.ops[op].stream);
    if (offer.plane == kNone) continue;
    const u32 rank = cyclic_rank(w, c, offer.plane, w.turn);
    if (best != kNone && (offer.cost > least || (offer.cost == least && rank > best_rank))) continue;
    best = offer.plane;
    least = offer.cost;
    best_rank = rank;
  }
  if (best == kNone) return false;
  remove(w.ops, w.unplaced, op);
  pass_turn(w, c, best);
  w.ops[op].plane = best;
  w.ops[op].held = held_until_now(w, w.units[unit_of(c, best)]);
  push_back(w.ops, w.planes[best].order, op);
  ++w.planes[best].writes_waiting;
  ++w.units[unit_of(c, best)].queued;
  update_wish(s, c, unit_of(c, best));
  return true;
}

[[gnu::noinline]] inline bool dispatch(State& s, const Config& c) {
  bool any = false;
  while (s.whole->unplaced.head != kNone) {
    if (!(c.placement == Placement::kDynamicOrder ? place_next(s, c) : place_by_cost(s, c))) break;
    any = true;
  }
  return any;
}

}  // namespace ssd::whole
