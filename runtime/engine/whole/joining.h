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
  // The next plane of the die of the first one, or of its chip, however many other planes lie between.
  PlaneId next_within(bool chip) {
    for (const u32 level : config_.level_order) {
      if (level != kPlane && !(chip && level == kDie)) steps_[level] = 0;
    }
    for (const u32 level : config_.level_order) {
      if (level != kPlane && !(chip && level == kDie)) continue;
      if (++steps_[level] != size(level)) break;
      steps_[level] = 0;
    }
    return here();
  }

 private:
  static constexpr u32 kDie = 2, kPlane = 3;  // level_order: channel, chip, die, plane

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

// Planes of units that could take a write as far as their own state goes, besides the units that may join the leader.
inline u32 planes_beside(const Whole& w, const Config& c) {
  u32 units = 0;
  if (c.chip_command != 0) {
    for (u32 chip = 0; chip < c.channels * c.chips; ++chip) units += w.engaged_dies[chip] == 0 ? c.dies : 0;
    return (units - c.dies) * c.planes;
  }
  for (ChannelId channel{0}; channel.value < c.channels; ++channel)
    units += c.units_per_channel - w.engaged_units[channel];
  return (units - 1) * c.planes_per_unit;
}

// What the next write of the stream is dealt to, plane by plane (place.dynamic_join).
class Joining {
 public:
  Joining(State& s, const Config& c, OpId leader, ChipCommand& command)
      : s_(s),
        c_(c),
        w_(*s.whole),
        leader_(w_.ops[leader].plane),
        stream_(w_.ops[leader].stream),
        next_(next_unplaced(s, c, {leader, priority_of(s, c, leader, kNone)}, stream_)),
        command_(command) {
    agreements_[die_in_chip(c, leader_)] = agreement_of(s, c, leader);
  }

  void gather() {
    if (next_.op == kNone) return;
    pending_ = pending();
    const bool chip = c_.chip_command != 0;
    u32 joining = (chip ? c_.dies : 1) * (c_.multiplane == Willing::kNo ? 1 : c_.planes) - 1;
    u32 beside = planes_beside(w_, c_);
    for (Line line(c_, leader_); joining != 0 && next_.op != kNone;) {
      const PlaneId p = beside == 0 ? line.next_within(chip) : line.next();
      if (c_.multiplane == Willing::kNo && plane_in_die(c_, p) != plane_in_die(c_, leader_)) continue;
      const bool may_join = chip ? chip_of(c_, p) == chip_of(c_, leader_) : die_of(c_, p) == die_of(c_, leader_);
      if (may_join)
        --joining;
      else if (unit_of(c_, p) == unit_of(c_, leader_) || takes_nothing(w_, c_, unit_of(c_, p)))
        continue;
      else
        --beside;
      if (can_take(s_, c_, p, stream_) && (!may_join || take(p))) next_ = next_unplaced(s_, c_, next_, stream_);
    }
  }

 private:
  u32 pending() const {
    u32 count = 0;
    for (OpId op = w_.unplaced.head; op != kNone && count < c_.planes; op = w_.ops[op].next)
      count += w_.ops[op].stream == stream_ ? 1 : 0;
    return count;
  }

  // Gives the write the plane if it may join there.
  bool take(PlaneId p) {
    PageOp& op = w_.ops[next_.op];
    op.plane = p;
    DiePart* part = part_of(command_, unit_of(c_, p));
    Agreement& agreement = agreements_[die_in_chip(c_, p)];
    if (part == nullptr) {
      agreement = agreement_of(s_, c_, next_.op);
      add_part(command_, {unit_of(c_, p), next_.op, Group{1, {next_.op}}});
      return true;
    }
    if (joins(s_, c_, op, part->group.count, pending_, agreement)) {
      part->group.op[part->group.count++] = next_.op;
      return true;
    }
    op.plane = kNone;
    return false;
  }

  State& s_;
  const Config& c_;
  Whole& w_;
  PlaneId leader_;
  u32 stream_, pending_ = 0;
  Best next_;
  ChipCommand& command_;
  Agreement agreements_[kMostDies];
};

// The command that the write without a place begins in its plane.
inline void gather_unplaced(State& s, const Config& c, OpId leader, ChipCommand& command) {
  command.count = 0;
  add_part(command, {unit_of(c, s.whole->ops[leader].plane), leader, Group{1, {leader}}});
  if (c.chip_command != 0 || (c.multiplane != Willing::kNo && c.planes != 1)) Joining(s, c, leader, command).gather();
}

}  // namespace ssd::whole
