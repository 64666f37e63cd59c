// Operations, slots, entries, timers: taking, freeing, and the lists they are in.
#pragma once
#include "runtime/engine/hooks.h"
#include "runtime/engine/time/events.h"

namespace ssd::whole {

inline constexpr List kEmpty{kNil, kNil};

inline u32 unit_of(const Config& c, u32 plane) { return plane / c.planes_per_unit; }
inline u32 channel_of(const Config& c, u32 unit) { return unit / c.units_per_channel; }

template <class T>
[[gnu::noinline]] inline void grow_pool(State& s, Pool<T>& pool) {
  void* memory = pool.at;
  s.whole->grow(&s, &memory, &pool.capacity, sizeof(T));
  pool.at = static_cast<T*>(memory);
}

// The element's content is whatever it was.
template <class T>
inline u32 take(State& s, Pool<T>& pool) {
  if (pool.free != kNil) {
    const u32 index = pool.free;
    pool.free = pool.at[index].next;
    return index;
  }
  if (pool.used == pool.capacity) grow_pool(s, pool);
  return pool.used++;
}

template <class T>
inline void give_back(Pool<T>& pool, u32 index) {
  pool.at[index].next = pool.free;
  pool.free = index;
}

template <class T>
inline void push_back(Pool<T>& pool, List& list, u32 index) {
  pool.at[index].next = kNil;
  if (list.head == kNil) list.head = index;
  else pool.at[list.tail].next = index;
  list.tail = index;
}

template <class T>
inline void push_front(Pool<T>& pool, List& list, u32 index) {
  pool.at[index].next = list.head;
  if (list.head == kNil) list.tail = index;
  list.head = index;
}

template <class T>
inline u32 pop_front(Pool<T>& pool, List& list) {
  const u32 index = list.head;
  list.head = pool.at[index].next;
  if (list.head == kNil) list.tail = kNil;
  return index;
}

template <class T>
inline void remove(Pool<T>& pool, List& list, u32 index) {
  if (list.head == index) {
    pop_front(pool, list);
    return;
  }
  u32 before = list.head;
  while (pool.at[before].next != index) before = pool.at[before].next;
  pool.at[before].next = pool.at[index].next;
  if (list.tail == index) list.tail = before;
}

inline bool earlier(const PageOp& a, const PageOp& b) { return a.ready != b.ready ? a.ready < b.ready : a.order < b.order; }
// Rule 2 by what is known when they enter the queue: the rank is 0 where the priority may change.
inline bool goes_before(const PageOp& a, const PageOp& b) { return a.rank != b.rank ? a.rank > b.rank : earlier(a, b); }

// Keeps the list in the order of rule 2: by rank, ready time and sequence number. Nearly always that is its end.
[[gnu::noinline]] inline void enter_queue(Pool<PageOp>& ops, List& list, u32 op) {
  if (list.head == kNil || goes_before(ops.at[list.tail], ops.at[op])) {
    push_back(ops, list, op);
    return;
  }
  if (goes_before(ops.at[op], ops.at[list.head])) {
    push_front(ops, list, op);
    return;
  }
  u32 before = list.head;
  while (goes_before(ops.at[ops.at[before].next], ops.at[op])) before = ops.at[before].next;
  ops.at[op].next = ops.at[before].next;
  ops.at[before].next = op;
}

inline bool timer_before(const Timer& a, const Timer& b) { return a.time != b.time ? a.time < b.time : a.order < b.order; }
inline bool completion_before(const Completion& a, const Completion& b) { return a.time != b.time ? a.time < b.time : a.number < b.number; }

template <class T>
inline void reserve_one(State& s, T*& heap, u32 count, u32& capacity) {
  if (count != capacity) return;
  void* memory = heap;
  s.whole->grow(&s, &memory, &capacity, sizeof(T));
  heap = static_cast<T*>(memory);
}

[[gnu::noinline]] inline void set_timer(State& s, TimerKind kind, Time time, u64 order, u32 what) {
  Whole& w = *s.whole;
  reserve_one(s, w.timers, w.timer_count, w.timer_capacity);
  heap_push(w.timers, w.timer_count, Timer{time, order, what, kind}, timer_before);
}

inline u32 new_page_op(State& s, Kind kind) {
  const u32 op = take(s, s.whole->ops);
  s.whole->ops.at[op] = {.ready = 0, .first_ready = 0, .order = s.next_order++, .source_order = 0, .held = 0, .array = 0, .parts = {}, .rank = 0, .next = kNil,
                         .slot = kNil, .lpn = 0, .page = kNil, .plane = kNil, .partner = kNil, .source = kNil, .later = kNil, .earlier = kNil,
                         .entry = kNil, .from = kNil, .request_pages = 1, .sectors = 0, .request_sectors = 0, .stream = 0, .gave = 0, .kind = kind, .waits = 0, .granted = 0,
                         .trimmed = 0, .forced = 0, .copyback = 0, .wear = 0, .covers = 0, .in_conflict = 0, .moved = 0, .background = 0, .retires = 0, .begun = 0};
  return op;
}

inline void free_page_op(State& s, u32 op) {
  s.whole->ops.at[op].order = ~u64{0};
  give_back(s.whole->ops, op);
}

inline Time& part(PageOp& op, Part p) { return op.parts[static_cast<u32>(p)]; }

}  // namespace ssd::whole
