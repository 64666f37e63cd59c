// Memory of the two ways to keep a page in a second place: slots in the controller that collections read into
// (copies.any_idle), and replicas of pages that are read often (copies.replicate). Separate from whole.h because most
// designs have neither.
#pragma once
#include "runtime/engine/pool.h"

namespace ssd::whole {

// ---- any_idle

enum class SlotState : u8 { kFree, kReserved, kHeld, kWritten };

struct HeldPage {
  u64 order;   // sequence number of its reservation
  Time since;  // held or being written back: when its data arrived
  Lpn lpn;
  Ppn page;            // where it is read from
  u32 previous, next;  // of the list that it is in: held slots by order, free ones, or those reserved by a unit
  SlotState state;
};

struct HeldPages {
  HeldPage* at;  // [slots]
  Table<Lpn, u32>
      slot_of;  // [logical pages] the slot that has the page's newest data, held or being written back; otherwise kNone
  Table<UnitId, List<>> reserved;  // [units] slots reserved for its collection, in order of page
  List<> held;
  u32 free;
  UnitId turn;  // `q` (copies.write_back)
  u64 reservations;
  u64 dropped;  // slots whose page was read into them but never written back, because it was written or trimmed before
};

// ---- replicate

struct HotPage {
  u64 since;  // a count that orders the pages by when they became hot
  Lpn lpn;
  u32 previous, next;  // of the list that it is in: wanted pages, longest hot first, or free elements
  u8 wanted;           // it has no replica, and was read since it lost its last one
};

struct Replica {
  Lpn lpn;
  Ppn page;            // kNoPage: a free element
  u32 previous, next;  // of the list that it is in: readable replicas, least recently used first, or free elements
  u8 readable;         // its program has ended
};

struct Replicas {
  Lpn* window;  // [4 n] logical pages of the last counted reads, a ring
  u32 window_first, window_count;
  Table<Lpn, u32> reads;   // [logical pages] how many of these reads are of the page
  Table<Lpn, u32> hot_of;  // [logical pages] its element of `hot`, or kNone
  HotPage* hot;            // [2 n + 1]
  u32 hot_free;
  u64 hot_count;  // pages that became hot so far
  List<> wanted;
  Replica* at;                 // [n]
  Table<Lpn, u32> replica_of;  // [logical pages] its element of `at`, or kNone
  List<> used;
  u32 free, count;  // count: replicas that exist or are under way
  UnitId turn;      // `r` (copies.replicate)
};

}  // namespace ssd::whole
