// How long the array phase of a page or a block takes, where that varies with place and wear (drive.latencies). In ns.
#pragma once
#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

inline Time read_time(const State& s, const Config& c, Ppn page) {
  if (c.read_varies == 0) return c.read;
  return static_cast<Time>(
      hook::read_time(s, page_on_flash(c, page), block_in_plane(c, page), s.life[block_of(c, page)] >> 1));
}

inline Time program_time(const State& s, const Config& c, Ppn page) {
  if (c.program_varies == 0) return c.program;
  return static_cast<Time>(
      hook::program_time(s, page_on_flash(c, page), block_in_plane(c, page), s.life[block_of(c, page)] >> 1));
}

// The erase time of a victim, evaluated before any of its pages is moved.
inline Time erase_time(const State& s, const Config& c, u32 block) {
  if (c.erase_varies == 0) return c.erase;
  const u32 valid = valid_pages(s, c, block);
  const i64 random = draw(s, c, plane_of_block(c, block), block_in_plane_of(c, block));
  return static_cast<Time>(hook::erase_time(s, valid, c.pages - valid, s.life[block] >> 1, block_age(s, c, block),
                                            random, last_write(s, c, block)));
}

// Whether a move reads a page, and programs one: always without indirection units (iu.collection).
inline bool reads_page(const Config& c, const PageOp& move) { return !shares_programs(c) || move.from != kNoPage; }
inline bool programs_page(const Config& c, const PageOp& move) { return !shares_programs(c) || move.programs != 0; }

// Stores the read and program time of a move in its `array` and `held`.
inline void time_move(State& s, const Config& c, OpId move) {
  PageOp& op = s.whole->ops[move];
  if (reads_page(c, op)) op.array = read_time(s, c, op.from);
  if (programs_page(c, op)) op.held = program_time(s, c, first_of_program(c, op.page));
}

}  // namespace ssd::whole
