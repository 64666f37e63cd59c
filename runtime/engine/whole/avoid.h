// Which of the requests that wait in a host queue is admitted (host.avoid): with `avoid` the first one that goes to no
// unit that a collection holds. Only the order of admission changes. Invariant: of two requests of one queue that share
// a page, one passes the other only if both are reads.
#pragma once
#include "runtime/engine/host/pages.h"
#include "runtime/engine/whole/buffer.h"

namespace ssd::whole {

inline constexpr u32 kMostLookedAt = 64;

inline bool is_collected(const State& s, const Config& c, PlaneId plane) {
  return s.whole->units[unit_of(c, plane)].held_since != kNever;
}

// Considers only known flash operations. Writes whose plane is not known, and trims, are taken to go to no unit.
inline bool goes_to_held_unit(const State& s, const Config& c, const Request& request, Lpn lpn, u32 number) {
  const Whole& w = *s.whole;
  if (request.direction == Direction::kTrim) return false;
  if (request.direction == Direction::kRead) {
    const bool buffered = (c.buffer_slots != 0 && open_entry(w.buffer, lpn) != kNone) || in_slot(s, c, lpn);
    return s.l2p[lpn] != kNoPage && !buffered && is_collected(s, c, flash_plane_of(s, c, s.l2p[lpn]));
  }
  if (c.buffer_slots != 0 && c.write_back != 0) return false;
  if (c.placement == Placement::kStatic) return is_collected(s, c, place(s, lpn));
  if (has_superblocks(c) && c.stripe > c.planes_per_unit)
    return false;  // the writes before it determine which unit of the group it goes to
  return c.placement == Placement::kWriteOrder &&
         is_collected(s, c, w.plane_at[(s.write_number + number) % c.total_planes]);
}

inline bool share_a_page(const Config& c, const Request& a, const Request& b) {
  if (a.direction == Direction::kFlush || b.direction == Direction::kFlush) return false;
  const u64 first_a = a.sector / c.sectors_per_page, first_b = b.sector / c.sectors_per_page;
  return first_a < first_b + page_count(c, b) && first_b < first_a + page_count(c, a);
}

// `queue`: its slots before `slot` are those of earlier requests.
inline bool is_clear(const State& s, const Config& c, const Queue& queue, u32 slot) {
  const Whole& w = *s.whole;
  const Request request = request_of(w.slots[slot]);
  const u32 pages = request.direction == Direction::kFlush ? 0 : page_count(c, request);
  for (u32 i = 0; i < pages; ++i) {
    if (goes_to_held_unit(s, c, request, lpn_of_sector(c, request.sector) + i, i)) return false;
  }
  for (u32 earlier = queue.waiting.head; earlier != slot; earlier = w.slots[earlier].next) {
    const Request other = request_of(w.slots[earlier]);
    const bool both_read = request.direction == Direction::kRead && other.direction == Direction::kRead;
    if (!both_read && share_a_page(c, request, other)) return false;
  }
  return true;
}

// The slot of the request of the queue that is admitted next; at least one request must wait.
[[gnu::noinline]] inline u32 first_clear(const State& s, const Config& c, const Queue& queue) {
  u32 looked_at = 0;
  for (u32 slot = queue.waiting.head; slot != kNone && looked_at < kMostLookedAt;
       slot = s.whole->slots[slot].next, ++looked_at) {
    if (is_clear(s, c, queue, slot)) return slot;
  }
  return queue.waiting.head;
}

}  // namespace ssd::whole
