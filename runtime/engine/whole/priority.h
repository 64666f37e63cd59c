// What the design's priority sees of an operation (bus.priority), and the decision order of operations that are ready
// (time.order). PriorityClass tells how much the priority reads, and so how many operations must be compared.
// Invariant: every class chooses the operation that evaluating the priority of all of them would choose.
#pragma once
#include "runtime/engine/whole/place.h"

namespace ssd::whole {

inline Time busy_for(const Whole& w, const Config& c, UnitId unit);  // dispatch.h

// The inputs of `priority` that come from a unit's state; the others of `unit` are numbers of its place.
inline constexpr u32 kUnitInputs = input_mask(Hook::kPriority, "unit.busy_for", "unit.queued", "unit.free_pages");
inline constexpr u32 kQueueInput = input_mask(Hook::kPriority, "queue");
inline constexpr u32 kPlaceInputs = input_mask(Hook::kPriority, "unit.channel", "unit.chip", "unit.die", "unit.plane");

// `unit` kNone: a write without a place.
inline SeenKind seen_kind(const Whole& w, const PageOp& op, UnitId unit) {
  if (op.kind == Kind::kMoveRead) return SeenKind::kMoveRead;
  if (op.kind == Kind::kMoveProgram) return SeenKind::kMoveProgram;
  if (op.kind != Kind::kCollection) return op.kind == Kind::kProgram ? SeenKind::kHostProgram : SeenKind::kHostRead;
  if (op.granted == 0) return SeenKind::kCollection;
  switch (w.units[unit].step) {
    case Step::kRead:
    case Step::kOut: return SeenKind::kMoveRead;
    case Step::kIn:
    case Step::kCopyback: return SeenKind::kMoveProgram;
    case Step::kErase: return SeenKind::kErase;
    case Step::kNone: break;
  }
  return SeenKind::kCollection;
}

// The unit of an operation as its priority sees it (place.unit_record). Fields that the priority does not read are not
// computed. All fields are 0 for a write without a place.
struct SeenUnit {
  u64 channel, chip, die, plane, busy_for, queued, free_pages;
};

inline SeenUnit seen_unit(const State& s, const Config& c, const PageOp& op, UnitId unit) {
  SeenUnit seen{};
  if (unit == kNone) return seen;
  if (reads_any(c, Hook::kPriority, kPlaceInputs)) {
    seen.channel = channel_of(c, op.plane).value;
    seen.chip = chip_in_channel(c, op.plane);
    seen.die = die_in_chip(c, op.plane);
    seen.plane = plane_in_die(c, op.plane);
  }
  if (reads_any(c, Hook::kPriority, kUnitInputs)) {
    seen.busy_for = static_cast<u64>(visible(busy_for(*s.whole, c, unit)));
    seen.queued = s.whole->units[unit].queued;
    seen.free_pages = free_pages_of(s, c, op.plane);
  }
  return seen;
}

// The design's priority of an operation now. `unit` kNone: a write without a place.
inline i64 priority_of(const State& s, const Config& c, OpId op_index, UnitId unit) {
  if (c.priority_class == PriorityClass::kConstant) return 0;
  const PageOp& op = s.whole->ops[op_index];
  const SeenKind kind = seen_kind(*s.whole, op, unit);
  if (c.priority_class == PriorityClass::kByKind) return c.priority_of_kind[static_cast<u32>(kind)];
  const SeenAs& as = kSeenAs[static_cast<u32>(kind)];
  const SeenUnit at = seen_unit(s, c, op, unit);
  const bool host = as.is_gc == 0;
  return hook::priority(s, as.is_read, as.is_write, as.is_erase, as.is_gc, host, visible(s.whole->now - op.first_ready),
                        op.request_pages, at.channel, at.chip, at.die, at.plane, at.busy_for, at.queued, at.free_pages,
                        host ? op.lpn.value : 0, host ? op.queue : 0, host ? u64{op.sectors} * c.sector_bytes : 0);
}

// The operation that comes first by time.order of those offered, all of them ready.
struct Best {
  OpId op = kNone;
  i64 priority = 0;
};

inline void offer(const State& s, const Config& c, OpId op, UnitId unit, Best& best) {
  const i64 priority = priority_of(s, c, op, unit);
  const Pool<PageOp, OpId>& ops = s.whole->ops;
  if (best.op != kNone && (priority < best.priority || (priority == best.priority && !is_older(ops[op], ops[best.op]))))
    return;
  best = {op, priority};
}

}  // namespace ssd::whole
