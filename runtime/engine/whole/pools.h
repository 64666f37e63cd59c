// The pools of the whole-drive loop (operations, slots, entries) and its timers: taking, freeing, and the lists that
// they are in.
#pragma once
#include "runtime/engine/hooks.h"
#include "runtime/engine/places.h"
#include "runtime/engine/time/events.h"

namespace ssd::whole {

template <class T, class Index>
[[gnu::noinline]] inline void grow_pool(State& s, Pool<T, Index>& pool) {
  void* memory = pool.at;
  s.whole->grow(&s, &memory, &pool.capacity, sizeof(T));
  pool.at = static_cast<T*>(memory);
}

// take(), from a pool that grows.
template <class T, class Index>
inline Index take_or_grow(State& s, Pool<T, Index>& pool) {
  if (!has_free(pool)) grow_pool(s, pool);
  return take(pool);
}

// enter(), into an index that grows.
template <class T, class Index>
[[gnu::noinline]] inline void grow_index(State& s, PageIndex<Index>& index, T* at) {
  while (index.capacity < 2 * (index.mask + 1)) {
    void* memory = index.lists;
    s.whole->grow(&s, &memory, &index.capacity, sizeof(Index));
    index.lists = static_cast<Index*>(memory);
  }
  double_lists(index, at);
}

template <class T, class Index>
inline Index enter_or_grow(State& s, PageIndex<Index>& index, T* at, Index element) {
  if (!has_room(index)) grow_index(s, index, at);
  return enter(index, at, element);
}

// Decision order (time.order) by what is known when an operation enters the queue; the rank is 0 where the priority may
// change.
inline bool goes_before(const PageOp& a, const PageOp& b) {
  return a.rank != b.rank ? a.rank > b.rank : is_older(a, b);
}

// Inserts the operation so that the list stays in decision order: by rank, ready time and sequence number. The place is
// nearly always the end.
[[gnu::noinline]] inline void enter_queue(Pool<PageOp, OpId>& ops, List<OpId>& list, OpId op) {
  if (list.head == kNone || goes_before(ops[list.tail], ops[op])) {
    push_back(ops, list, op);
    return;
  }
  if (goes_before(ops[op], ops[list.head])) {
    push_front(ops, list, op);
    return;
  }
  OpId before = list.head;
  while (goes_before(ops[ops[before].next], ops[op])) before = ops[before].next;
  ops[op].next = ops[before].next;
  ops[before].next = op;
}

inline bool timer_before(const Timer& a, const Timer& b) {
  return a.time != b.time ? a.time < b.time : a.order < b.order;
}
inline bool completion_before(const Completion& a, const Completion& b) {
  return a.time != b.time ? a.time < b.time : a.number < b.number;
}

inline bool posted_before(const Posting& a, const Posting& b) {
  return a.time != b.time ? a.time < b.time : a.number < b.number;
}

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
  w.next_timer = w.timers[0].time;
}

inline Timer take_timer(Whole& w) {
  const Timer timer = heap_pop(w.timers, w.timer_count, timer_before);
  w.next_timer = w.timer_count == 0 ? kNever : w.timers[0].time;
  return timer;
}

inline OpId new_page_op(State& s, Kind kind) {
  const OpId op = take_or_grow(s, s.whole->ops);
  s.whole->ops[op] = {.ready = 0,
                      .first_ready = 0,
                      .order = s.next_order++,
                      .source_order = 0,
                      .held = 0,
                      .array = 0,
                      .parts = {},
                      .rank = 0,
                      .next = kNone,
                      .slot = kNone,
                      .lpn = Lpn(0),
                      .page = kNone,
                      .plane = kNone,
                      .partner = kNone,
                      .source = kNone,
                      .later = kNone,
                      .earlier = kNone,
                      .entry = kNone,
                      .from = kNone,
                      .request_pages = 1,
                      .sectors = 0,
                      .request_sectors = 0,
                      .stream = 0,
                      .gave = 0,
                      .joined = 0,
                      .following = kNone,
                      .same_hash = kNone,
                      .queue = 0,
                      .kind = kind,
                      .waits = 0,
                      .granted = 0,
                      .trimmed = 0,
                      .forced = 0,
                      .copyback = 0,
                      .wear = 0,
                      .is_stream = 0,
                      .moved = 0,
                      .background = 0,
                      .retires = 0,
                      .met = 0,
                      .begun = 0,
                      .programs = 0};
  return op;
}

inline void free_page_op(State& s, OpId op) {
  s.whole->ops[op].order = ~u64{0};
  give_back(s.whole->ops, op);
}

inline Time& part(PageOp& op, Part p) { return op.parts[static_cast<u32>(p) - kFirstOpPart]; }
inline Time part(const PageOp& op, Part p) { return op.parts[static_cast<u32>(p) - kFirstOpPart]; }

}  // namespace ssd::whole
