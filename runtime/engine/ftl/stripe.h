// From pages of the map to pages of the flash. With superblocks (superblock.group) a plane of the map is a group of
// `stripe` planes of the flash, and page k of its block is page k / stripe in the group's plane that is number k %
// stripe in ORDER. With indirection units (iu.map) a page of the map is one of the `subpages` places of a flash page.
// With both, programs take the place of pages in a superblock (iu.superblock). Without either both numberings are the
// same, and the functions here cost nothing. Invariant: planes are numbered level by level, so the planes of a group
// have consecutive numbers.
#pragma once
#include "runtime/base/limits.h"
#include "runtime/engine/ftl/heads.h"

namespace ssd {

inline constexpr u32 kMostOfProgram = limits::kMostUnitsOfProgram;

inline PlaneId map_plane_of(const Config& c, PlaneId flash_plane) {
  return has_superblocks(c) ? PlaneId(flash_plane.value / c.stripe) : flash_plane;
}
inline u32 plane_in_stripe(const Config& c, PlaneId flash_plane) { return flash_plane.value % c.stripe; }
// The group's plane of lowest number.
inline PlaneId first_flash_plane(const Config& c, PlaneId map_plane) {
  return has_superblocks(c) ? PlaneId(map_plane.value * c.stripe) : map_plane;
}
// Pages of the map that a block of the flash has.
inline u32 places_of_flash_block(const Config& c) { return has_superblocks(c) ? c.pages / c.stripe : c.pages; }
inline u32 flash_pages_of_block(const Config& c) { return places_of_flash_block(c) / c.subpages; }

// Where a page of the map is on the flash: its plane, and its number in its flash block.
inline PlaneId flash_plane_of(const State& s, const Config& c, Ppn page) {
  const PlaneId plane = plane_of_page(c, page);
  if (!has_superblocks(c)) return plane;
  return first_flash_plane(c, plane) + s.striped[page_in_block(c, page) / c.program_places % c.stripe];
}
inline u32 page_on_flash(const Config& c, Ppn page) {
  const u32 place = page_in_block(c, page);
  if (!has_superblocks(c)) return place / c.subpages;
  return place / c.program_places / c.stripe * c.program_pages + place % c.program_places / c.subpages;
}

// The number that the page has on the flash.
inline Ppn flash_page_of(const State& s, const Config& c, Ppn page) {
  return Ppn((flash_plane_of(s, c, page).value * c.blocks + block_in_plane(c, page)) * flash_pages_of_block(c) +
             page_on_flash(c, page));
}

// Whether a program may hold several pages of the map (iu.program, iu.word_line).
inline bool shares_programs(const Config& c) { return c.program_places != 1; }

// The first place of the program that holds the page of the map, and whether the page is that.
inline Ppn first_of_program(const Config& c, Ppn page) { return Ppn(page.value - page.value % c.program_places); }
inline bool begins_program(const Config& c, Ppn page) {
  return !shares_programs(c) || first_of_program(c, page) == page;
}

// The page of the map that corresponds to a page of a flash plane: the first of its places.
inline Ppn map_page_of(const State& s, const Config& c, PlaneId plane, u32 block, u32 page) {
  if (!has_superblocks(c)) return ppn(c, plane, block, page * c.subpages);
  const u32 program = page / c.program_pages * c.stripe + s.rank_in_stripe[plane_in_stripe(c, plane)];
  return ppn(c, map_plane_of(c, plane), block, program * c.program_places + page % c.program_pages * c.subpages);
}

// How many pages of the map are left in one plane of the group, in a block of the map whose next page, the first of a
// program, is `next_page`.
inline u32 pages_left_in_plane(const State& s, const Config& c, PlaneId plane, u32 next_page) {
  const u32 next = next_page / c.program_places, rank = s.rank_in_stripe[plane_in_stripe(c, plane)];
  return places_of_flash_block(c) - (next + c.stripe - 1 - rank) / c.stripe * c.program_places;
}

// The free blocks of the flash in a plane of the map.
inline u32 free_blocks_of(const State& s, const Config& c, PlaneId plane) {
  const u32 count = s.space[plane].free_count;
  return has_superblocks(c) ? count * c.stripe : count;
}

// The unprogrammed pages of the map in a flash plane.
inline u32 free_pages_of(const State& s, const Config& c, PlaneId plane) {
  const PlaneId group = map_plane_of(c, plane);
  const PlaneSpace& space = s.space[group];
  if (!has_superblocks(c)) return space.free_pages;
  u32 pages = space.free_count * places_of_flash_block(c);
  const auto add_rest = [&](const Active& active) {
    if (active.block != kNone) pages += pages_left_in_plane(s, c, plane, active.page);
  };
  for (u32 stream = 0; stream < own_heads(c); ++stream) add_rest(own_head(s, c, group, stream));
  for (u32 stream = 0; stream < c.streams; ++stream) add_rest(host_head(s, c, group, stream));
  return pages;
}

}  // namespace ssd
