// A request that is in the drive, in whichever loop. Its pool is State::slots or Whole::slots.
#pragma once
#include "runtime/abi/request.h"
#include "runtime/engine/pool.h"

namespace ssd {

// Parts of a response time (S43) that belong to a page operation in the flash.
struct Waits {
  Time unit, collection, channel, transfer, array;
};

// The first line is what the completion of each of its page operations touches.
struct alignas(64) Slot {
  Time finish;       // latest completion of its operations so far
  u64 finish_order;  // of the operation whose completion that is (rule 42)
  Waits waits;       // of it
  u32 left;          // page operations not complete
  Direction direction;
  bool served;   // plain loops: the controller had that operation's data, or its old sectors (`buffer.latency`)
  Time arrival;  // in a closed loop of the plain loops the think time, until it is admitted
  u64 number;    // in order of the workload
  Time think;    // closed loop: the next request arrives so long after the end
  u64 sector;
  u32 sectors;
  u32 next;         // free list; the next request prepared; the next in its host queue
  List<OpId> ops;   // plain loops, coupled runs: its operations until it is admitted
  Time admitted;    // whole-drive loop
  Time controller;  // likewise, of its last operation: the part of the response time beside `waits`
};
static_assert(sizeof(Slot) == 128);

// As the workload gave it.
inline Request request_of(const Slot& slot) {
  return {.arrival = slot.think, .sector = slot.sector, .sectors = slot.sectors, .direction = slot.direction};
}

}  // namespace ssd
