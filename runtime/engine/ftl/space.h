// The space of a plane: its free blocks in the order in which they became free, and the active blocks that pages are
// taken from; and the begun blocks of a start state, which the host opens before free ones (start.even). Invariants:
// between operations a plane without retired blocks has at least one free block, so collection can always start;
// free_pages counts exactly the unprogrammed pages; a block is ineligible as a victim exactly while it is free, begun,
// active or retired (space.take: a full block is closed at once).
#pragma once
#include "runtime/abi/endurance.h"
#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/ftl/holders.h"
#include "runtime/engine/ftl/valid.h"

namespace ssd {

inline u16& free_entry(const State& s, const Config& c, PlaneId plane, u32 place) {
  const u32 at = s.space[plane].free_first + place;
  return s.free_blocks[first_block(c, plane) + (at >= c.blocks ? at - c.blocks : at)];
}

// The free block at a place of the ring.
inline u32 free_block(const State& s, const Config& c, PlaneId plane, u32 place) {
  return free_entry(s, c, plane, place);
}

// What a free block of the plane is worth where space.free_block leaves a choice: the block of most worth is opened.
// Ties go to the lower number.
inline i64 worth_of_free(const State& s, const Config& c, PlaneId plane, u32 block) {
  const u64 global = first_block(c, plane) + block;
  const i64 erases = s.life[global] >> 1;
  return c.free_choice == FreeChoice::kScore
             ? hook::allocate(s, erases, block_age(s, c, global), draw(s, c, plane, block), number_of_block(c, global),
                              last_write(s, c, global))
             : -erases;
}

[[gnu::noinline]] inline u32 most_worthy_free(const State& s, const Config& c, PlaneId plane) {
  u32 best = 0, best_block = free_block(s, c, plane, 0);
  i64 most = worth_of_free(s, c, plane, best_block);
  for (u32 i = 1; i < s.space[plane].free_count; ++i) {
    const u32 block = free_block(s, c, plane, i);
    const i64 worth = worth_of_free(s, c, plane, block);
    if (worth < most || (worth == most && block > best_block)) continue;
    best = i;
    best_block = block;
    most = worth;
  }
  return best;
}

// The place in the ring of the block that is opened next. There must be a free block.
inline u32 next_free_place(const State& s, const Config& c, PlaneId plane) {
  return c.free_choice == FreeChoice::kLongestFree ? 0 : most_worthy_free(s, c, plane);
}

// Takes a free block out of the ring; the others keep their order.
inline u32 take_free_at(State& s, const Config& c, PlaneId plane, u32 place, bool for_collection) {
  PlaneSpace& space = s.space[plane];
  const u32 block = free_block(s, c, plane, place);
  for (; place != 0; --place) free_entry(s, c, plane, place) = free_entry(s, c, plane, place - 1);
  space.free_first = space.free_first + 1 == c.blocks ? 0 : space.free_first + 1;
  --space.free_count;
  BlockLife& life = s.life[first_block(c, plane) + block];
  life = (life & ~u32{1}) | (for_collection ? 1U : 0U);
  return block;
}

inline u32 take_free_block(State& s, const Config& c, PlaneId plane, bool for_collection) {
  return take_free_at(s, c, plane, next_free_place(s, c, plane), for_collection);
}

inline void add_free_block(State& s, const Config& c, PlaneId plane, u32 block) {
  PlaneSpace& space = s.space[plane];
  u32 place = space.free_first + space.free_count;
  if (place >= c.blocks) place -= c.blocks;
  s.free_blocks[first_block(c, plane) + place] = static_cast<u16>(block);
  ++space.free_count;
}

// The block had its last erase (wear.retirement): it never becomes free, active or a victim again.
inline bool is_retired(const State& s, const Config& c, u64 block) {
  return is_worn_out(s.life[block] >> 1, c.endurance);
}
inline bool retires_next(const State& s, const Config& c, u64 block) {
  return is_worn_out((s.life[block] >> 1) + 1, c.endurance);
}
// The pages that a flash plane gains by the erase of one of its blocks: none if the erase wears the block out.
inline u32 pages_gained(const Config& c, bool retires) {
  return c.endurance != 0 && retires ? 0 : flash_pages_of_block(c);
}

[[gnu::cold]] inline bool has_retired_block(const State& s, const Config& c, PlaneId plane) {
  for (u64 block = first_block(c, plane); block < first_block(c, plane) + c.blocks; ++block) {
    if (is_retired(s, c, block)) return true;
  }
  return false;
}

// The pages that a collection which begins now can use: the rest of the block that it writes to (collection.active),
// and the free blocks.
inline u32 room_for_collection(const State& s, const Config& c, PlaneId plane) {
  return least_rest(s, c, plane) + s.space[plane].free_count * c.pages;
}

// Whether the plane has a begun block that the host has not opened (start.even).
inline bool has_begun(const State& s, const Config& c, PlaneId plane) {
  return c.begun != 0 && s.begun_from[plane] != c.blocks;
}

// The begun block that the host opens next, and the page at its write pointer. There must be one.
inline Active next_begun(const State& s, const Config& c, PlaneId plane) {
  const u32 block = s.begun_from[plane];
  return {block, s.begun_pages[first_block(c, plane) + block]};
}

// The host opens it.
[[gnu::noinline]] inline Active take_begun(State& s, const Config& c, PlaneId plane) {
  const Active taken = next_begun(s, c, plane);
  const u64 first = first_block(c, plane);
  s.begun_pages[first + taken.block] = 0;
  s.life[first + taken.block] &= ~u32{1};
  u32& from = s.begun_from[plane];
  while (from != c.blocks && s.begun_pages[first + from] == 0) ++from;
  return taken;
}

// Whether the plane's free blocks and the stream's open block, without begun blocks, can give a page. The host leaves
// free blocks for collection (space.host), one also of an open block that collection shares (collection.active).
inline bool can_take_without_begun(const State& s, const Config& c, PlaneId plane, u32 stream) {
  const u32 left = stream == c.shared_stream ? 1 : 0;
  return s.space[plane].free_count >= (host_head(s, c, plane, stream).block != kNone ? left : c.reserve + 1);
}

// Whether the plane can give a page to the stream (space.host). A begun block needs no free one.
inline bool can_take(const State& s, const Config& c, PlaneId plane, u32 stream) {
  return can_take_without_begun(s, c, plane, stream) ||
         (has_begun(s, c, plane) && host_head(s, c, plane, stream).block == kNone);
}

// Opens a block for the stream: by the host a begun one if one is left.
inline void open_head(State& s, const Config& c, PlaneId plane, Active& head, u32 stream, bool for_collection) {
  if (!for_collection && has_begun(s, c, plane))
    head = take_begun(s, c, plane);
  else
    head = {take_free_block(s, c, plane, for_collection), 0};
  belongs_to(s, c, first_block(c, plane) + head.block, stream);
}

// The last page of the block is taken.
inline void close_head(State& s, const Config& c, PlaneId plane, Active& head) {
  make_eligible(s, c, first_block(c, plane) + head.block);
  note_full(s, c, plane, head.block);
  head.block = kNone;
}

// Takes the next page of an active block of the stream. The block is opened first if there is none, and closed after
// its last page.
inline Ppn take_page(State& s, const Config& c, PlaneId plane, Active& head, u32 stream, bool for_collection) {
  if (head.block == kNone) open_head(s, c, plane, head, stream, for_collection);
  const Ppn taken = ppn(c, plane, head.block, head.page);
  --s.space[plane].free_pages;
  add_valid(s, c, first_block(c, plane) + head.block, 1);
  if (++head.page == c.pages) close_head(s, c, plane, head);
  return taken;
}

// Call it only if can_take().
inline Ppn take_host_page(State& s, const Config& c, PlaneId plane, u32 stream) {
  return take_page(s, c, plane, host_head(s, c, plane, stream), stream, false);
}

// Takes a page for a moved one that belongs to the stream.
inline Ppn take_moved(State& s, const Config& c, PlaneId plane, u32 stream) {
  return take_page(s, c, plane, move_head(s, c, plane, stream), stream, true);
}

// Consecutive pages of one block.
struct TakenPages {
  Ppn first;
  u32 count;
};

// Takes up to `most` pages as take_moved() takes one.
inline TakenPages take_moved_pages(State& s, const Config& c, PlaneId plane, u32 stream, u32 most) {
  Active& head = move_head(s, c, plane, stream);
  if (head.block == kNone) open_head(s, c, plane, head, stream, true);
  const u32 count = most < c.pages - head.page ? most : c.pages - head.page;
  const Ppn first = ppn(c, plane, head.block, head.page);
  s.space[plane].free_pages -= count;
  add_valid(s, c, first_block(c, plane) + head.block, count);
  head.page += count;
  if (head.page == c.pages) close_head(s, c, plane, head);
  return {first, count};
}

inline void invalidate(State& s, const Config& c, Ppn page) { drop_valid(s, c, block_of(c, page)); }

inline void bind(State& s, Lpn lpn, Ppn page) {
  s.l2p[lpn] = page;
  note_holder(s, page, lpn);
}

}  // namespace ssd
