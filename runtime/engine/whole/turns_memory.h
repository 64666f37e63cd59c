// The memory of requests that begin in order (unit.reorder_requests). Each channel has a line of the requests that need
// it, in the order of their admission, until they leave. Invariant: `behind` counts the lines in which another request
// stands before this one, so a request may begin when it is 0.
#pragma once
#include "runtime/engine/pool.h"

namespace ssd::whole {

// A request in the drive that is no trim.
struct Turn {
  u32 behind;
  u32 places;   // its places in the lines, linked by `other`
  u32 waiting;  // its operations that became ready while it could not begin
  u32 next;     // free list
};

struct PlaceInLine {
  u32 turn;
  ChannelId channel;
  u32 other;           // the request's place in another line
  u32 previous, next;  // in the line
};

// Operations are named with their sequence number: one that ended meanwhile is another one's memory.
struct WaitingOp {
  OpId op;
  u64 order;
  u32 next;
};

struct Turns {
  Pool<Turn> turns;
  Pool<PlaceInLine> places;
  Pool<WaitingOp> waiting;
  Table<ChannelId, List<>> lines;
};

}  // namespace ssd::whole
