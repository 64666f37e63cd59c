// Memory of the two ways to keep a page in a second place: slots in the controller that collections read into
// (copies.any_idle), and replicas of pages whose reads met a collection (copies.replicate). Separate from whole.h
// because most designs have neither.
#pragma once
#include "runtime/engine/page_index.h"
#include "runtime/engine/pool.h"

namespace ssd::whole {

// ---- any_idle

// A held page is complete from the grant of its collection's erase on (copies.write_back).
enum class SlotState : u8 { kFree, kReserved, kHeld, kComplete, kWritten };

struct HeldPage {
  Time since;  // held or being written back: when its data arrived
  Lpn lpn;
  Ppn page;            // where it is read from
  UnitId unit;         // of that page
  u32 previous, next;  // of the list that it is in: see HeldPages
  u32 same_hash;       // in HeldPages::slot_of
  SlotState state;
};

inline bool is_held(const HeldPage& slot) {
  return slot.state == SlotState::kHeld || slot.state == SlotState::kComplete;
}

struct HeldPages {
  HeldPage* at;                    // [slots]
  PageIndex<> slot_of;             // the slot that has the page's newest data, held or being written back
  Table<UnitId, List<>> reserved;  // [units] slots reserved for its collection, in order of page
  Table<UnitId, List<>> gathered;  // [units] held pages of its collection, whose erase is not granted yet
  List<> complete;                 // segments, first in first out
  u32 free;
  UnitId turn;  // `q` (copies.write_back)
  u64 dropped;  // slots whose page was read into them but never written back, because it was written or trimmed before
};

// The page's slot in HeldPages::slot_of; kNone: none.
inline u32 slot_with(const HeldPages& held, Lpn lpn) { return find(held.slot_of, held.at, lpn); }

// ---- replicate

struct MarkedPage {
  Lpn lpn;
  u32 previous, next;  // of the list that it is in: marked pages, longest marked first, or free elements
  u32 same_hash;       // in Replicas::mark_of
};

struct Replica {
  Lpn lpn;
  Ppn page;            // kNoPage: a free element
  u32 previous, next;  // of the list that it is in: readable replicas, least recently used first, or free elements
  u32 same_hash;       // in Replicas::replica_of
  u8 readable;         // its program has ended
};

struct Replicas {
  MarkedPage* marks;    // [n]
  PageIndex<> mark_of;  // of `marks`
  List<> marked;
  u32 marks_free, marks_count;
  Replica* at;             // [n]
  PageIndex<> replica_of;  // of `at`
  List<> used;
  u32 free, count;  // count: replicas that exist or are under way
  u32 programs;     // of replicas that are under way, dropped ones included
  UnitId turn;      // `r` (copies.replicate)
};

// The page's element of `marks`, and that of `at`; kNone: none.
inline u32 mark_of(const Replicas& r, Lpn lpn) { return find(r.mark_of, r.marks, lpn); }
inline u32 replica_of(const Replicas& r, Lpn lpn) { return find(r.replica_of, r.at, lpn); }

}  // namespace ssd::whole
