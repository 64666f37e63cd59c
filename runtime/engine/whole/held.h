// Slots of pages that collections have read into the controller (copies.any_idle). Invariants: a logical page has at
// most one slot with its data, and no flash page while it is held; a slot is free, reserved by one unit, held, or being
// written back.
#pragma once
#include "runtime/engine/whole/accounting.h"

namespace ssd::whole {

// Whether the page's newest data are in a slot, on their way from flash to flash: then reads of it need no flash.
inline bool in_slot(const State& s, const Config& c, Lpn lpn) {
  return c.any_idle_slots != 0 && slot_with(s.whole->held, lpn) != kNone;
}

inline bool is_held(const State& s, const Config& c, Lpn lpn) {
  return in_slot(s, c, lpn) && is_held(s.whole->held.at[slot_with(s.whole->held, lpn)]);
}

inline void free_slot(HeldPages& held, u32 slot) {
  held.at[slot].state = SlotState::kFree;
  held.at[slot].next = held.free;
  held.free = slot;
}

inline void reserve_slot(HeldPages& held, UnitId unit, Lpn lpn, Ppn page) {
  List<>& reserved = held.reserved[unit];
  const u32 slot = held.free;
  held.free = held.at[slot].next;
  held.at[slot] = {.since = 0,
                   .lpn = lpn,
                   .page = page,
                   .unit = unit,
                   .previous = kNone,
                   .next = kNone,
                   .same_hash = kNone,
                   .state = SlotState::kReserved};
  link_after(held.at, reserved, slot, reserved.tail);
}

// The data of the slot's page have arrived.
inline void hold_page(State& s, u32 slot) {
  HeldPages& held = s.whole->held;
  HeldPage& page = held.at[slot];
  List<>& gathered = held.gathered[page.unit];
  link_after(held.at, gathered, slot, gathered.tail);
  page.state = SlotState::kHeld;
  page.since = s.whole->now;
  enter_or_grow(s, held.slot_of, held.at, slot);
}

// The erase of the unit's collections is granted: their segments are complete (copies.write_back). Pages were read in
// the order of planes and pages, which is that of the segments.
inline void complete_segments(HeldPages& held, UnitId unit) {
  List<>& gathered = held.gathered[unit];
  while (gathered.head != kNone) {
    const u32 slot = gathered.head;
    unlink(held.at, gathered, slot);
    link_after(held.at, held.complete, slot, held.complete.tail);
    held.at[slot].state = SlotState::kComplete;
  }
}

// The slot of a page that was held becomes free; the time that it was held is counted (copies.held_time).
inline void end_hold_of_page(State& s, u32 slot) {
  const Time stayed = s.whole->now - s.whole->held.at[slot].since;
  ++s.flash.held_pages;
  s.flash.held_time += stayed;
  if (stayed > s.flash.held_longest) s.flash.held_longest = stayed;
  free_slot(s.whole->held, slot);
}

// The page has newer data elsewhere, or no data any more. A write-back that is under way continues, in vain.
inline void leave_slot(State& s, const Config& c, Lpn lpn) {
  if (!in_slot(s, c, lpn)) return;
  HeldPages& held = s.whole->held;
  const u32 slot = slot_with(held, lpn);
  leave(held.slot_of, held.at, slot);
  const HeldPage& page = held.at[slot];
  if (!is_held(page)) return;
  unlink(held.at, page.state == SlotState::kHeld ? held.gathered[page.unit] : held.complete, slot);
  end_hold_of_page(s, slot);
  ++held.dropped;
}

// A write-back has ended.
inline void end_write_back(State& s, u32 slot) {
  HeldPages& held = s.whole->held;
  leave(held.slot_of, held.at, slot);
  end_hold_of_page(s, slot);
}

}  // namespace ssd::whole
