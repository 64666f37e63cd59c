// Which writes without a place join the command of one that got its plane by ORDER (place.dynamic_join).
#pragma once
#include "runtime/engine/whole/decide.h"

namespace ssd::whole {

// The planes of a drive by ascending distance from one of them, which is left out.
class Line {
 public:
  Line(const Config& c, PlaneId from)
      : config_(c),
        from_{channel_of(c, from).value, chip_in_channel(c, from), die_in_chip(c, from), plane_in_die(c, from)} {}
  PlaneId next() {
    for (const u32 level : config_.level_order) {
      if (++steps_[level] != size(level)) break;
      steps_[level] = 0;
    }
    return here();
  }
  // The next plane of the die of the first one, however many planes lie between.
  PlaneId next_of_die() {
    for (u32 level = 0; level < kPlane; ++level) steps_[level] = 0;
    ++steps_[kPlane];
    return here();
  }

 private:
  static constexpr u32 kPlane = 3;  // level_order: channel, chip, die, plane

  u32 size(u32 level) const {
    const u32 sizes[4] = {config_.channels, config_.chips, config_.dies, config_.planes};
    return sizes[level];
  }
  u32 at(u32 level) const {
    const u32 sum = from_[level] + steps_[level];
    return sum >= size(level) ? sum - size(level) : sum;
  }
  PlaneId here() const {
    return PlaneId(((at(0) * config_.chips + at(1)) * config_.dies + at(2)) * config_.planes + at(kPlane));
  }

  const Config& config_;
  u32 from_[4], steps_[4] = {0, 0, 0, 0};
};

// The write without a place of the stream that comes next behind `last` by time.order; op kNone: there is none.
inline Best next_unplaced(const State& s, const Config& c, const Best& last, u32 stream) {
  const Pool<PageOp, OpId>& ops = s.whole->ops;
  Best best;
  const bool in_order = c.priority_class != PriorityClass::kGeneral;
  for (OpId op = in_order ? ops[last.op].next : s.whole->unplaced.head; op != kNone; op = ops[op].next) {
    if (ops[op].stream != stream) continue;
    if (in_order) return {op, 0};
    const i64 priority = priority_of(s, c, op, kNone);
    if (priority > last.priority || (priority == last.priority && !is_older(ops[last.op], ops[op]))) continue;
    offer(s, c, op, kNone, best);
  }
  return best;
}

// Planes of idle units besides the leader's.
inline u32 planes_of_other_idle_units(const Whole& w, const Config& c) {
  u32 units = 0;
  for (ChannelId channel{0}; channel.value < c.channels; ++channel)
    units += c.units_per_channel - w.engaged_units[channel];
  return (units - 1) * c.planes_per_unit;
}

// The command that the write without a place begins in its plane.
inline Group gather_unplaced(State& s, const Config& c, OpId leader) {
  Whole& w = *s.whole;
  Group group{1, {leader}};
  if (c.multiplane == Willing::kNo || c.planes == 1) return group;
  const u32 stream = w.ops[leader].stream;
  const PlaneId plane = w.ops[leader].plane;
  Best next = next_unplaced(s, c, {leader, priority_of(s, c, leader, kNone)}, stream);
  if (next.op == kNone) return group;
  u32 pending = 0;
  for (OpId op = w.unplaced.head; op != kNone && pending < c.planes; op = w.ops[op].next)
    pending += w.ops[op].stream == stream ? 1 : 0;
  Agreement agreement = agreement_of(s, c, leader);
  Line line(c, plane);
  u32 others = planes_of_other_idle_units(w, c);
  for (u32 of_die = c.planes - 1; of_die != 0 && next.op != kNone;) {
    const PlaneId p = others == 0 ? line.next_of_die() : line.next();
    const bool joining = die_of(c, p) == die_of(c, plane);
    if (joining) {
      --of_die;
      if (!can_take(s, c, p, stream)) continue;
      w.ops[next.op].plane = p;
      if (!joins(s, c, w.ops[next.op], group.count, pending, agreement)) {
        w.ops[next.op].plane = kNone;
        continue;
      }
      group.op[group.count++] = next.op;
    } else {
      const UnitId u = unit_of(c, p);
      if (u == unit_of(c, plane) || w.engaged[u] != 0) continue;
      --others;
      if (!can_take(s, c, p, stream)) continue;
    }
    next = next_unplaced(s, c, next, stream);
  }
  return group;
}

}  // namespace ssd::whole
