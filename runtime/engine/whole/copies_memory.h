// Memory of the two ways to keep a page in a second place: slots of the controller that collections read into (S60),
// and replicas of pages that are read often (S61). Separate from whole.h because most designs have neither.
#pragma once
#include "runtime/engine/pool.h"

namespace ssd::whole {

// ---- any_idle

enum class SlotState : u8 { kFree, kReserved, kHeld, kWritten };

struct HeldPage {
  u64 order;   // of its reservation
  Time since;  // held or being written back: when it was read
  Lpn lpn;
  Ppn page;            // where it is read from
  u32 previous, next;  // held ones by order; free ones; those reserved by a unit
  SlotState state;
};

struct HeldPages {
  HeldPage* at;             // [slots]
  Table<Lpn, u32> slot_of;  // [logical pages] the slot that has its newest data, held or being written back; else kNone
  Table<UnitId, List<>> reserved;  // [units] slots that its collection will read into, by page
  List<> held;
  u32 free;
  UnitId turn;  // q
  u64 reservations;
  u64 dropped;  // slots read into whose page never was written back: it was written or trimmed before
};

// ---- replicate

struct HotPage {
  u64 since;  // which page became hot after which
  Lpn lpn;
  u32 previous, next;  // wanted ones, first the one that has been hot longest; free ones
  u8 wanted;           // it has no replica and was read since it lost the last one
};

struct Replica {
  Lpn lpn;
  Ppn page;            // kNoPage: a free one
  u32 previous, next;  // those that may be read, the least recently used first; free ones
  u8 readable;         // its program has ended
};

struct Replicas {
  Lpn* window;  // [4 n] logical pages of the last reads, a ring
  u32 window_first, window_count;
  Table<Lpn, u32> reads;   // [logical pages] how many of these reads are of it
  Table<Lpn, u32> hot_of;  // [logical pages] its hot page, or kNone
  HotPage* hot;            // [2 n + 1]
  u32 hot_free;
  u64 hot_count;  // pages that ever became hot
  List<> wanted;
  Replica* at;                 // [n]
  Table<Lpn, u32> replica_of;  // [logical pages] its replica, or kNone
  List<> used;
  u32 free, count;  // count: of those that exist or are under way
  UnitId turn;      // r
};

}  // namespace ssd::whole
