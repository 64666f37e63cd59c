// When blocks became full (space.time), kept only if a policy reads it: one store for each block that becomes full.
// Where the victim is always the oldest block, the full blocks of a plane are also in a list in order of that time.
// Invariant: the list holds exactly the plane's full blocks, in ascending order of the time at which they became full.
#pragma once
#include "runtime/engine/ftl/draw.h"
#include "runtime/engine/hooks.h"

namespace ssd {

// Time 0 in State::full_at: a drive that starts from a snapshot (start.snapshot) has blocks that became full before.
inline constexpr Time kTimeZero = Time{1} << 62;

// In ns, as policies see it. With several queues the times of map events may go backwards, so a block may have become
// full "later" than now; its age is 0 then.
inline i64 block_age(const State& s, const Config& c, u64 block) {
  if (c.keeps_ages == 0) return 0;
  const Time now = s.map_time + kTimeZero;
  const Time age = now > s.full_at[block] ? now - s.full_at[block] : 0;
  return age > static_cast<Time>(kMostVisibleTime) ? kMostVisibleTime : static_cast<i64>(age);
}

// When the block became full, in ns from time 0, as policies see it (space.last_write).
inline i64 last_write(const State& s, const Config& c, u64 block) {
  if (c.keeps_ages == 0) return 0;
  const i64 time = static_cast<i64>(s.full_at[block] - kTimeZero);
  return time > kMostVisibleTime ? kMostVisibleTime : time < -kMostVisibleTime ? -kMostVisibleTime : time;
}

// Inserts the block behind all that became full earlier, which is nearly always at the end.
inline void enter_list_of_full(State& s, const Config& c, PlaneId plane, u32 block) {
  FullBlock* blocks = s.full_list + first_block(c, plane);
  const Time* full_at = s.full_at + first_block(c, plane);
  FullEnds& ends = s.full_ends[plane];
  u32 before = ends.last;
  while (before != kNone && full_at[before] > full_at[block]) before = blocks[before].previous;
  const u32 after = before == kNone ? ends.first : blocks[before].next;
  blocks[block] = {.previous = before, .next = after};
  (before == kNone ? ends.first : blocks[before].next) = block;
  (after == kNone ? ends.last : blocks[after].previous) = block;
}

inline void leave_list_of_full(State& s, const Config& c, PlaneId plane, u32 block) {
  FullBlock* blocks = s.full_list + first_block(c, plane);
  FullEnds& ends = s.full_ends[plane];
  const FullBlock left = blocks[block];
  (left.previous == kNone ? ends.first : blocks[left.previous].next) = left.next;
  (left.next == kNone ? ends.last : blocks[left.next].previous) = left.previous;
}

// Call it when the last page of a block is taken.
inline void note_full(State& s, const Config& c, PlaneId plane, u32 block) {
  if (c.keeps_ages == 0) return;
  s.full_at[first_block(c, plane) + block] = s.map_time + kTimeZero;
  if (c.victim_class == VictimClass::kOldest) enter_list_of_full(s, c, plane, block);
}

}  // namespace ssd
