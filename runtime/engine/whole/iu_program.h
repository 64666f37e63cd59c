// Programs of several indirection units (iu.program). One operation, the leader, is what planes and units of the flash
// know; it stands for the first unit. Each further unit has an operation of its own, in the order in which they take
// their places: it is what reads and later writes of its page find, it waits for what that unit lacks, and the leader
// waits for it.
#pragma once
#include "runtime/engine/whole/ready.h"

namespace ssd::whole {

// The operation of a further unit. It has the sequence number of its leader.
inline OpId new_follower(State& s, const Write& write, OpId leader) {
  Whole& w = *s.whole;
  const u64 next_order = s.next_order;
  const OpId op = new_program(s, write, w.ops[leader].plane);
  s.next_order = next_order;
  w.ops[op].order = w.ops[leader].order;
  w.ops[op].partner = leader;
  w.ops[leader].sectors += write.sectors;
  ++w.ops[leader].waits;
  return op;
}

// The operations of all units; returns the leader.
inline OpId new_shared_program(State& s, const Config& c, const Write* writes, u32 count, PlaneId plane) {
  const OpId leader = new_program(s, writes[0], plane);
  queue_behind(s, c, leader);
  OpId tail = leader;
  for (u32 i = 1; i < count; ++i) {
    const OpId op = new_follower(s, writes[i], leader);
    queue_behind(s, c, op);
    s.whole->ops[tail].following = op;
    tail = op;
  }
  return leader;
}

// Does what create_program() does, for one program of `count` units.
[[gnu::noinline]] inline bool create_shared_program(State& s, const Config& c, const Write* writes, u32 count) {
  Whole& w = *s.whole;
  const PlaneId plane = plane_of_write(s, c, writes[0].lpn), space = plane == kNone ? kNone : map_plane_of(c, plane);
  OpId reads[kMostOfProgram];
  for (u32 i = 0; i < count; ++i) {
    reads[i] = kNone;
    if (writes[i].kept != 0)
      reads[i] = create_read(s, c, Kind::kReadForModify, writes[i].lpn, writes[i].kept, kNone, writes[i].request_pages);
  }
  if (c.at_issue == 0 && !make_room_now(s, c, space, writes[0].stream)) {
    for (u32 i = 0; i < count; ++i) {
      if (reads[i] != kNone) free_page_op(s, reads[i]);
    }
    give_up(s, c, plane, kNone);
    return false;
  }
  const OpId leader = new_shared_program(s, c, writes, count, plane);
  if (c.at_issue == 0) {
    Ppn old[kMostOfProgram];
    take_page_of_program(s, c, leader, old);
    w.ops[leader].plane = flash_plane_of(s, c, w.ops[leader].page);
  }
  decide_program(s, c, leader, space);
  OpId op = leader;
  for (u32 i = 0; i < count; ++i) {
    const OpId next = w.ops[op].following;
    await_data(s, c, writes[i], reads[i], op);
    op = next;
  }
  return true;
}

}  // namespace ssd::whole
