// A request that is in the drive, in either loop. Its pool is State::slots or Whole::slots.
#pragma once
#include "runtime/abi/request.h"
#include "runtime/engine/pool.h"

namespace ssd {

// The parts of a response time that a page operation spends in the flash (account.split), in ns.
struct Waits {
  Time unit, collection, channel, transfer, array;
};

// The first cache line holds what the completion of each page operation touches.
struct alignas(64) Slot {
  Time finish;       // latest completion of its page operations so far
  u64 finish_order;  // sequence number of the operation that completed then (account.split)
  Waits waits;       // of that operation
  u32 left;          // page operations that are not complete
  Direction direction;
  u8 flow, handle;
  bool served : 1;   // plain loops: the controller had that operation's data, or its old sectors (`buffer.latency`)
  bool crossed : 1;  // whole-drive loop: one of its pages has taken the link (host.link)
  bool forced : 1;   // whole-drive loop (host.fua)
  Time arrival;      // plain loops with a closed loop: the think time, until the request is admitted
  u64 number;        // in order of the workload
  Time think;        // closed loop: the next request arrives this long after the end
  u64 sector;
  u32 sectors;
  u32 next;  // free list; the next request prepared; the next in its host queue
  union {
    List<OpId> ops;  // plain loops, coupled runs: its operations until the request is admitted
    u32 turn;        // whole-drive loop, from its admission on (unit.reorder_requests)
  };
  Time admitted;  // whole-drive loop
};
static_assert(sizeof(Slot) == 128);

// The request as the workload gave it.
inline Request request_of(const Slot& slot) {
  return {.arrival = slot.think,
          .sector = slot.sector,
          .sectors = slot.sectors,
          .direction = slot.direction,
          .flow = slot.flow,
          .handle = slot.handle,
          .forced = slot.forced};
}

}  // namespace ssd
