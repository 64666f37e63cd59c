// The completion of page operations, and of requests when their last page operation is complete.
#pragma once
#include "runtime/engine/whole/accounting.h"
#include "runtime/engine/whole/instants.h"

namespace ssd::whole {

// Whether the operations of the request end in the DRAM buffer. Then its waits are those of the program that let its
// entry in (account.slot_wait).
inline bool ends_in_buffer(const Config& c, Direction direction) {
  return c.buffer_slots != 0 && c.write_back != 0 && direction == Direction::kWrite;
}

inline void move_part(SplitTime& split, Part from, Part to) {
  split.parts[static_cast<u32>(to)] = split.parts[static_cast<u32>(from)];
  split.parts[static_cast<u32>(from)] = 0;
}

// Adds what the request spent in the firmware, on the link and in the buffer to its split, and to the results.
[[gnu::noinline]] inline void count_outside(State& s, const Slot& r, u32 index, SplitTime& split) {
  const OutsideFlash& o = s.whole->outside[index];
  const u32 d = static_cast<u32>(r.direction);
  split.parts[static_cast<u32>(Part::kFirmware)] = o.firmware;
  split.parts[static_cast<u32>(Part::kLink)] = o.link;
  split.parts[static_cast<u32>(Part::kBuffer)] = o.buffer;
  Time& controller = split.parts[static_cast<u32>(Part::kController)];
  controller -= o.firmware + o.link + o.buffer;
  if (ends_in_buffer(config(s), r.direction)) {
    const Waits& w = r.waits;
    controller += w.unit + w.collection + w.channel + w.transfer + w.array;
    move_part(split, Part::kUnit, Part::kSlotUnit);
    move_part(split, Part::kCollection, Part::kSlotCollection);
    move_part(split, Part::kChannel, Part::kSlotChannel);
    move_part(split, Part::kTransfer, Part::kSlotTransfer);
    move_part(split, Part::kArray, Part::kSlotArray);
  }
  for (u32 p = static_cast<u32>(Part::kFirmware); p <= static_cast<u32>(Part::kBuffer); ++p)
    s.host.parts[d][p] += split.parts[p];
  for (u32 p = kSummedParts; p < kParts; ++p) s.host.parts[d][p] += split.parts[p];
}

inline void tally(State& s, const Slot& r, u32 index) {
  const u32 d = static_cast<u32>(r.direction);
  const Waits& w = r.waits;
  SplitTime split = plain_split(r.admitted - r.arrival, w,
                                r.finish - r.admitted - w.unit - w.collection - w.channel - w.transfer - w.array);
  if (has_outside(config(s))) count_outside(s, r, index, split);
  s.response[d].add(r.finish - r.arrival);
  ++s.host.completed[d];
  const u64 bytes = u64{r.sectors} * config(s).sector_bytes;
  s.host.bytes[d] += bytes;
  if (moves_data(r.direction)) add_completion(s.series, r.finish, bytes, r.finish - r.arrival);
  s.host.parts[d][static_cast<u32>(Part::kQueue)] += split.parts[static_cast<u32>(Part::kQueue)];
  for (u32 p = static_cast<u32>(Part::kUnit); p < kSummedParts; ++p) s.host.parts[d][p] += split.parts[p];
  if (recorder(s) != nullptr) [[unlikely]]
    tell_request(s, r);
  if (r.arrival < s.host.first_arrival) s.host.first_arrival = r.arrival;
  if (r.finish > s.host.last_completion) s.host.last_completion = r.finish;
  if (s.follows_requests != 0) follow_request(s, r, split);
}

// The host queue of a request (host.queues, host.flows).
inline u32 queue_of(const State& s, const Config& c, const Slot& r) {
  if (c.queues == 1) return 0;
  return s.queue_of_flow != nullptr ? s.queue_of_flow[r.flow] : static_cast<u32>(r.number % c.queues);
}

// The host knows that the request is complete: it leaves.
[[gnu::noinline]] inline void leave_drive(State& s, u32 index) {
  Whole& w = *s.whole;
  const Slot& r = w.slots[index];
  tally(s, r, index);
  --w.outstanding;
  if (w.completions_matter != 0) {
    reserve_one(s, w.done, w.done_count, w.done_capacity);
    heap_push(w.done, w.done_count, Completion{r.finish, r.number, r.think, queue_of(s, config(s), r), r.turn, r.flow},
              completion_before);
    w.next_done = w.done[0].time;
  }
  give_back(w.slots, index);
}

// All page operations of the request are complete, at `finish`, now or later.
inline void complete_request(State& s, u32 index) {
  Whole& w = *s.whole;
  w.collections_without_progress = 0;
  if (config(s).coalesce_requests == 0) {
    leave_drive(s, index);
    return;
  }
  reserve_one(s, w.postings, w.posting_count, w.posting_capacity);
  heap_push(w.postings, w.posting_count, Posting{w.slots[index].finish, w.slots[index].number, index}, posted_before);
}

inline Waits waits_of(const PageOp& op) {
  return {.unit = part(op, Part::kUnit),
          .collection = part(op, Part::kCollection),
          .channel = part(op, Part::kChannel),
          .transfer = part(op, Part::kTransfer),
          .array = part(op, Part::kArray)};
}

// A page operation of a request is complete at `time`, now or later. The request takes the split of the one that
// completes last (account.split).
[[gnu::noinline]] inline void complete_page(State& s, const PageOp& op, Time time) {
  if (op.slot == kNone) return;
  mark_instant(s, config(s), time);
  Slot& r = s.whole->slots[op.slot];
  if (r.finish_order == ~u64{0} || time > r.finish || (time == r.finish && op.order > r.finish_order)) {
    r.finish = time;
    r.finish_order = op.order;
    r.waits = waits_of(op);
    if (has_outside(config(s))) {
      OutsideFlash& outside = s.whole->outside[op.slot];
      outside.link = part(op, Part::kLink);
      outside.buffer = part(op, Part::kBuffer);
    }
  }
  r.left -= config(s).subpages == 1 ? 1U : 1U + op.joined;
  if (r.left == 0) complete_request(s, op.slot);
}

// A page operation is complete at `time`, when the transfer that is granted now ends. A transfer of no time ends in the
// next round (time.instant), and the request is not complete before that.
inline void complete_page_behind(State& s, const PageOp& op, Time time) {
  Whole& w = *s.whole;
  if (config(s).background != 0 && time == w.now) w.ends_behind = w.round;
  complete_page(s, op, time);
}

// Whether every request that was admitted is complete.
inline bool is_host_idle(const State& s) { return s.whole->outstanding == 0 && s.host.last_completion <= s.whole->now; }

// A page of the request crosses the link (host.link): returns when it has crossed. `ready` is when it may begin,
// `free` when the pipe of its direction is free, which this moves on.
inline Time cross_link(const Config& c, Time& free, Slot& request, Time ready, u32 sectors) {
  const u64 bytes = u64{sectors} * c.sector_bytes;
  const Time begin = free > ready ? free : ready;
  free = begin + (request.crossed ? 0 : c.link_request) +
         (bytes * c.link_numerator + c.link_denominator - 1) / c.link_denominator;
  request.crossed = true;
  return free;
}

// The data of a read page have arrived in the controller now (host.read_completion); they cross the link, if there is
// one.
inline void finish_read(State& s, const Config& c, PageOp& op) {
  Whole& w = *s.whole;
  if (!has_link(c)) {
    complete_page(s, op, w.now);
    return;
  }
  const Time end = cross_link(c, w.read_link_free, w.slots[op.slot], w.now, op.sectors);
  part(op, Part::kLink) += end - w.now;
  complete_page(s, op, end);
}

}  // namespace ssd::whole
