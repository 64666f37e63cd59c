// Gives writes without a place their planes: by ORDER among idle units (place.dynamic), or by the design's cost
// (place.cost).
#pragma once
#include "runtime/engine/whole/given.h"
#include "runtime/engine/whole/joining.h"

namespace ssd::whole {

inline OpId first_unplaced(const State& s, const Config& c) {
  const Whole& w = *s.whole;
  if (c.priority_class != PriorityClass::kGeneral) return w.unplaced.head;
  Best best;
  for (OpId op = w.unplaced.head; op != kNone; op = w.ops[op].next) offer(s, c, op, kNone, best);
  return best.op;
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

// Of the unit's planes that can give the stream a page the one that was given the fewest writes; kNone if none can.
inline PlaneId next_plane(const State& s, const Config& c, UnitId u, u32 stream) {
  const Whole& w = *s.whole;
  const PlaneId first = w.units[u].first_plane;
  PlaneId best = kNone;
  for (PlaneId p = first; p < first + c.planes_per_unit; ++p) {
    if ((best != kNone && !is_behind(w, p, best)) || !can_take(s, c, p, stream)) continue;
    best = p;
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

// offer_planes() among the first planes that were given the fewest writes: on a drive with idle units one of them
// nearly always takes the write.
inline constexpr u32 kFirstOffers = 8;
inline PlaneId offer_planes_behind(State& s, const Config& c, OpId op) {
  const Whole& w = *s.whole;
  u32 offers = 0;
  for (u32 word = 0; word <= (c.total_planes - 1) / 64; ++word) {
    for (u64 bits = w.behind[word]; bits != 0; bits &= bits - 1) {
      if (offers++ == kFirstOffers) return kNone;
      const PlaneId plane = w.plane_at[word * 64 + static_cast<u32>(__builtin_ctzll(bits))];
      const UnitId u = unit_of(c, plane);
      const ChannelId channel = channel_of(c, u);
      if (takes_nothing(w, c, u) || !may_decide(s, channel) || !can_take(s, c, plane, w.ops[op].stream)) continue;
      if (would_win(s, c, channel, op)) return plane;
    }
  }
  return kNone;
}

// The plane that takes the write now (place.dynamic); kNone if no unit can take the write.
inline PlaneId offer_planes(State& s, const Config& c, OpId op) {
  Whole& w = *s.whole;
  if (!some_unit_is_open(s, c)) return kNone;
  if (const PlaneId plane = offer_planes_behind(s, c, op); plane != kNone) return plane;
  const u32 stream = w.ops[op].stream;
  PlaneId best = kNone;
  for (ChannelId channel{0}; channel.value < c.channels; ++channel) {
    if (!has_idle_unit(w, c, channel) || !may_decide(s, channel)) continue;
    PlaneId here = kNone;
    const UnitId first = first_unit(c, channel), end = first + c.units_per_channel;
    for (UnitId u = first; u < end; ++u) {
      const PlaneId p = takes_nothing(w, c, u) ? PlaneId(kNone) : next_plane(s, c, u, stream);
      if (p == kNone || (here != kNone && !is_behind(w, p, here))) continue;
      here = p;
    }
    if (here == kNone || (best != kNone && !is_behind(w, here, best)) || !would_win(s, c, channel, op)) continue;
    best = here;
  }
  return best;
}

inline bool place_next(State& s, const Config& c) {
  Whole& w = *s.whole;
  const OpId op = first_unplaced(s, c);
  const PlaneId plane = offer_planes(s, c, op);
  if (plane == kNone) return false;
  if (c.plane_reads != 0) touch_all_channels(w, c);  // reads may have waited for this write (command.plane_reads 3)
  w.ops[op].plane = plane;
  ChipCommand command;
  gather_unplaced(s, c, op, command);
  for (u32 part = 0; part < command.count; ++part) {
    Group& group = command.part[part].group;
    for (u32 i = 0; i < group.count; ++i) {
      remove(w.ops, w.unplaced, group.op[i]);
      count_given(w, c, w.ops[group.op[i]].plane);
    }
    sort_by_plane(w, group);
  }
  w.decided[channel_of(c, plane)] = w.round;
  if (command.count == 1)
    grant_programs(s, c, unit_of(c, plane), command.part[0].group, op);
  else
    grant_chip_programs(s, c, command);
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

inline Time busy_for(const Whole& w, const Config& c, UnitId u) {
  Time end = fixed_end(w, u);
  const Readers readers = readers_of_unit(c, w.units[u]);
  for (UnitId v = readers.first; v < readers.end; ++v) end = later_of(end, fixed_end(w, v));
  const UnitId first = first_unit_of_chip(c, chip_of(c, u));
  for (UnitId v = first; c.chip_command != 0 && v < first + c.units_per_chip; ++v) end = later_of(end, fixed_end(w, v));
  return end > w.now ? end - w.now : 0;
}

// The pages behind the write pointers of the plane's begun blocks.
inline u64 pages_of_begun(const State& s, const Config& c, PlaneId plane) {
  u64 pages = 0;
  for (u32 b = s.begun_from[plane]; b != c.blocks; ++b) {
    const u32 programmed = s.begun_pages[first_block(c, plane) + b];
    pages += programmed == 0 ? 0 : c.pages - programmed;
  }
  return pages;
}

// Whether the plane has room for one more write of the stream than already wait for it (place.cost).
inline bool has_room(const State& s, const Config& c, PlaneId plane, u32 stream) {
  if (!can_take(s, c, plane, stream)) return false;
  const Active& a = host_head(s, c, plane, stream);
  const u64 free = s.space[plane].free_count;
  u64 room = (a.block == kNone ? 0 : c.pages - a.page) + (free < 2 ? 0 : (free - 1) * c.pages);
  if (has_begun(s, c, plane)) room += pages_of_begun(s, c, plane);
  return room / c.program_places > s.whole->planes[plane].writes_waiting;
}

// A plane that has room, and what the write would cost there.
struct Offer {
  PlaneId plane;
  i64 cost;
};

// Whether a is to be preferred to b (place.cost).
inline bool is_better(const Whole& w, const Offer& a, const Offer& b) {
  if (b.plane == kNone) return true;
  return a.cost != b.cost ? a.cost < b.cost : is_behind(w, a.plane, b.plane);
}

// Replaces `best` by the unit's best plane for the write, if that is better.
inline void offer_unit(const State& s, const Config& c, UnitId u, u32 stream, Offer& best) {
  const Whole& w = *s.whole;
  const i64 busy = visible(busy_for(w, c, u)), queued = w.units[u].queued;
  const PlaneId first = w.units[u].first_plane;
  for (PlaneId p = first; p < first + c.planes_per_unit; ++p) {
    if (!has_room(s, c, p, stream)) continue;
    const Offer offer{p, hook::cost(s, channel_of(c, p).value, chip_in_channel(c, p), die_in_chip(c, p),
                                    plane_in_die(c, p), busy, queued, s.space[p].free_pages)};
    if (is_better(w, offer, best)) best = offer;
  }
}

// Places the first write without a place by cost (place.cost); false if no plane has room.
inline bool place_by_cost(State& s, const Config& c) {
  Whole& w = *s.whole;
  const OpId op = first_unplaced(s, c);
  Offer best{kNone, 0};
  for (UnitId u{0}; u.value < unit_count(c); ++u) offer_unit(s, c, u, w.ops[op].stream, best);
  if (best.plane == kNone) return false;
  const UnitId u = unit_of(c, best.plane);
  remove(w.ops, w.unplaced, op);
  count_given(w, c, best.plane);
  w.ops[op].plane = best.plane;
  w.ops[op].held = held_until_now(w, w.units[u]);
  push_back(w.ops, w.planes[best.plane].order, op);
  ++w.planes[best.plane].writes_waiting;
  ++w.units[u].queued;
  update_wish(s, c, u);
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
