// From requests to page operations: arrival and admission (host.queues), the link (host.link), trims
// (map.trim), and the detection of sequential reads (buffer.readahead).
#pragma once
#include "runtime/engine/whole/arbitration.h"

namespace ssd::whole {

// The request has not spent any time in the firmware, on the link or in the buffer yet.
[[gnu::noinline]] inline void begin_outside(State& s, u32 slot) {
  Whole& w = *s.whole;
  while (w.outside_capacity < w.slots.capacity) {
    void* memory = w.outside;
    w.grow(&s, &memory, &w.outside_capacity, sizeof(OutsideFlash));
    w.outside = static_cast<OutsideFlash*>(memory);
  }
  w.outside[slot] = {.firmware = 0, .link = 0, .buffer = 0, .looked_up = kNever};
}

// A request has arrived and waits in its queue.
inline void arrive(State& s, const Config& c, const Request& request, Time arrival) {
  Whole& w = *s.whole;
  const u32 index = take_or_grow(s, w.slots);
  s.next_number = w.next_request + 1;
  w.slots[index] = {.finish = 0,
                    .finish_order = ~u64{0},
                    .waits = {},
                    .left = 0,
                    .direction = request.direction,
                    .flow = request.flow,
                    .handle = request.handle,
                    .served = false,
                    .crossed = false,
                    .forced = request.forced != 0,
                    .arrival = arrival,
                    .number = w.next_request,
                    .think = request.arrival,
                    .sector = request.sector,
                    .sectors = request.sectors,
                    .next = kNone,
                    .turn = kNone,
                    .admitted = 0};
  if (has_outside(c)) begin_outside(s, index);
  Queue& queue = w.queues[queue_of(s, c, w.slots[index])];
  push_back(w.slots, queue.waiting, index);
  if (counts_waiting(c)) ++queue.waiting_count;
  ++w.next_request;
}

// The request, which is admitted now, goes to the core that is free first (host.firmware). Returns how long it is until
// that core is through with it.
[[gnu::noinline]] inline Time pass_firmware(State& s, const Config& c, u32 slot) {
  Whole& w = *s.whole;
  const Slot& r = w.slots[slot];
  Time* core = std::min_element(w.core_free, w.core_free + c.firmware_cores);
  const Time own = r.direction == Direction::kRead    ? c.firmware_read
                   : r.direction == Direction::kWrite ? c.firmware_write
                                                      : c.firmware_trim;
  *core = std::max(*core, w.now) + own + r.left * c.firmware_page;
  return w.outside[slot].firmware = *core - w.now;
}

// What the page operations of a request that is being admitted have in common.
struct Admission {
  u32 slot, pages, stream, queue;  // queue: if the priority reads it
  Time ready;                      // when they are ready without a link
};

inline bool admit_write_page(State& s, const Config& c, const Admission& a, const PagePart& page) {
  Whole& w = *s.whole;
  const Time ready = has_link(c) ? cross_link(c, w.write_link_free, w.slots[a.slot], a.ready, page.count) : a.ready;
  const Lpn lpn = page.lpn;
  if (c.buffer_slots != 0 && c.write_back != 0) {
    const OpId op = new_page_op(s, Kind::kBuffered);
    PageOp& o = w.ops[op];
    o.lpn = lpn;
    o.first = page.first;
    o.sectors = page.count;
    o.slot = a.slot;
    o.stream = static_cast<u16>(a.stream);
    o.request_pages = a.pages;
    part(o, Part::kLink) = ready - a.ready;
    ready_at(s, c, op, ready);
    return w.full == 0 && w.ended == 0;
  }
  const SectorEffect effect = write_sectors(s, c, lpn, page.first, page.count);
  return create_program(s, c,
                        {.lpn = lpn,
                         .kept = effect.kept,
                         .sectors = effect.written,
                         .slot = a.slot,
                         .entry = kNone,
                         .first = page.first,
                         .covered = page.count,
                         .stream = a.stream,
                         .request_pages = a.pages,
                         .queue = a.queue,
                         .ready = ready,
                         .link = ready - a.ready});
}

inline void admit_read_page(State& s, const Config& c, const Admission& a, const PagePart& page) {
  const OpId op = create_read(s, c, Kind::kRead, page.lpn, page.count, a.slot, a.pages);
  PageOp& o = s.whole->ops[op];
  o.first = page.first;
  o.queue = static_cast<u16>(a.queue);
  ready_at(s, c, op, a.ready);
}

// A page that a trim covers wholly loses its data. Its writes that are not granted keep their operations (map.trim).
inline void trim_page(State& s, const Config& c, Lpn lpn) {
  Whole& w = *s.whole;
  bool had_data = s.l2p[lpn] != kNoPage || in_slot(s, c, lpn);
  leave_slot(s, c, lpn);
  forget_copies(s, c, lpn);
  if (c.buffer_slots != 0) {
    const u32 entry = open_entry(w.buffer, lpn);
    had_data |= c.write_back != 0 && entry != kNone && holds_any(c, w.buffer, entry);
    buffer_trim(s, c, lpn);
  }
  const OpId latest = newest_program(w, lpn);
  if (c.at_issue != 0) {
    if (latest != kNone) w.ops[latest].trimmed |= w.ops[latest].granted;  // its data must not be read any more
    for (OpId op = latest; op != kNone && w.ops[op].granted == 0; op = w.ops[op].earlier) {
      had_data |= w.ops[op].trimmed == 0;
      w.ops[op].trimmed = 1;
    }
  } else if (latest != kNone) {
    leave(w.latest, w.ops.at, latest);
  }
  if (s.written != nullptr) clear_written(s, first_sector_of(c, lpn), c.sectors_per_page);
  const Ppn page = s.l2p[lpn];
  s.l2p[lpn] = kNoPage;
  s.flash.trimmed += had_data ? 1 : 0;
  if (page != kNoPage) invalidate_page(s, c, page);
  hear_trim(s, c, lpn);
}

inline void admit_trim(State& s, const Config& c, const Admission& a, const Request& request) {
  const u32 pages = page_count(c, request);
  for (u32 i = 0; i < pages; ++i) {
    const PagePart page = page_part(c, request, i);
    if (page.count == c.sectors_per_page) trim_page(s, c, page.lpn);
  }
  PageOp done{};
  done.slot = a.slot;
  done.order = s.next_order++;
  complete_page(s, done, a.ready);
}

inline void detect_sequence(State& s, const Config& c, const Request& request) {
  Buffer& b = s.whole->buffer;
  if (request.sector != b.next_sector || b.run == 0) {
    b.run = 0;
    b.ahead_until = 0;
  }
  ++b.run;
  b.next_sector = request.sector + request.sectors;
  (void)c;
}

// Whether some sector of the page was written, wherever its data are now.
inline bool has_data(const State& s, const Config& c, Lpn lpn) {
  return s.l2p[lpn] != kNoPage || in_slot(s, c, lpn) || source_of(s, lpn) != kNone;
}

inline void read_ahead(State& s, const Config& c, const Admission& a, const Request& request) {
  Whole& w = *s.whole;
  Buffer& b = w.buffer;
  detect_sequence(s, c, request);
  if (b.run < c.readahead_trigger) return;
  const u64 last = (request.sector + request.sectors - 1) / c.sectors_per_page;
  u64 end = (last / c.subpages + c.readahead_pages + 1) * c.subpages;  // a whole page of the flash (iu.read)
  if (end > c.logical_pages) end = c.logical_pages;
  for (u64 number = last + 1 > b.ahead_until ? last + 1 : b.ahead_until; number < end; ++number) {
    const Lpn lpn(static_cast<u32>(number));
    if (open_entry(b, lpn) != kNone || !has_data(s, c, lpn)) continue;
    const OpId op = create_read(s, c, Kind::kReadAhead, lpn, c.sectors_per_page, kNone, 1);
    ready_at(s, c, op, a.ready);
  }
  if (end > b.ahead_until) b.ahead_until = end;
}

// Whether the stream of the request's page `index` is asked for at the admission (place.streams).
inline bool asks_for_stream(const Config& c, const Request& request, u32 index) {
  if (request.direction != Direction::kWrite) return false;
  if (c.streams_by_page == 0) return index == 0;
  return c.buffer_slots == 0 || c.write_back == 0;
}

// A flush has none.
inline u32 pages_of(const Config& c, const Request& request) {
  return request.direction == Direction::kFlush ? 0 : page_count(c, request);
}

inline void admit_flush(State& s, const Config& c, const Admission& a) {
  const OpId op = new_page_op(s, Kind::kFlush);
  s.whole->ops[op].slot = a.slot;
  ready_at(s, c, op, a.ready);
}

// Creates the page operations of the request; if a write finds no page, only those before it.
[[gnu::noinline]] inline void admit(State& s, const Config& c, u32 slot) {
  Whole& w = *s.whole;
  const Request request = request_of(w.slots[slot]);
  const u32 pages = pages_of(c, request);
  w.slots[slot].admitted = w.now;
  if (c.at_issue == 0 && (c.buffer_slots == 0 || c.write_back == 0)) s.map_time = w.slots[slot].arrival;
  w.slots[slot].left = moves_data(request.direction) ? pages : 1;
  ++w.outstanding;
  const bool asks_queue = reads_any(c, Hook::kPriority, kQueueInput);
  Admission a{slot, pages, 0, asks_queue ? queue_of(s, c, w.slots[slot]) : 0, w.now + c.host_command};
  if (c.firmware_cores != 0) a.ready += pass_firmware(s, c, slot);
  if (request.direction == Direction::kTrim) {
    admit_trim(s, c, a, request);
    return;
  }
  if (request.direction == Direction::kFlush) {
    admit_flush(s, c, a);
    return;
  }
  const u64 first = request.sector / c.sectors_per_page;
  if (c.reorder_requests != 0) enter_lines(s, c, w.slots[slot], first, pages);
  for (u32 i = 0; i < pages; ++i) {
    const PagePart page = page_part(c, request, i);
    if (asks_for_stream(c, request, i))
      a.stream = stream_of_page(s, c, request, page.lpn, w.slots[slot].arrival, queue_of(s, c, w.slots[slot]));
    if (request.direction == Direction::kRead)
      admit_read_page(s, c, a, page);
    else if (!admit_write_page(s, c, a, page))
      return;
  }
  if (request.direction == Direction::kRead && c.readahead_trigger != 0) read_ahead(s, c, a, request);
}

// Admits the next request whose turn it is, if there is one.
inline bool admit_next(State& s, const Config& c) {
  Whole& w = *s.whole;
  const u32 queue = next_queue(s, c);
  if (queue == kNone) return false;
  break_replicas_off(s, c);
  count_served(s, c, queue);
  const u32 slot = c.avoid == 0 ? w.queues[queue].waiting.head : first_clear(s, c, w.queues[queue]);
  remove(w.slots, w.queues[queue].waiting, slot);
  admit(s, c, slot);
  return true;
}

}  // namespace ssd::whole
