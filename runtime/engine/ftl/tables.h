// What the map tells the design's tables (table.events), and the stream of a page that collection moves
// (collection.stream). A design without tables has none of the calls.
#pragma once
#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/ftl/heads.h"

namespace ssd {

// A program of the host has put the logical page there. `is_new`: the map led nowhere before.
inline void hear_write(const State& s, const Config& c, Lpn lpn, u32 stream, Ppn page, bool is_new) {
  if (c.hears_writes == 0) return;
  hook::on_write(s, lpn.value, stream, number_of_block(c, block_of(c, page)), page_in_block(c, page), is_new ? 1 : 0);
}

// A trim has taken away the data of the logical page.
inline void hear_trim(const State& s, const Config& c, Lpn lpn) {
  if (c.hears_trims != 0) hook::on_trim(s, lpn.value);
}

// Collection has moved the logical page out of the block `from` to its new place.
inline void hear_move(const State& s, const Config& c, Lpn lpn, u64 from, Ppn to) {
  if (c.hears_moves == 0) return;
  const u64 block = block_of(c, to);
  hook::on_move(s, lpn.value, number_of_block(c, from), stream_of(s, c, from), number_of_block(c, block),
                stream_of(s, c, block), page_in_block(c, to));
}

// Collection has moved all valid pages of the block, `moved` in number, which is about to be erased.
inline void hear_erase(const State& s, const Config& c, u64 block, u32 moved) {
  if (c.hears_erases == 0) return;
  hook::on_erase(s, moved, c.pages - moved, s.life[block] >> 1, block_age(s, c, block), number_of_block(c, block),
                 stream_of(s, c, block), last_write(s, c, block));
}

// Where a logical page goes that collection moves out of the block.
inline u32 stream_of_move(const State& s, const Config& c, u64 block, Lpn lpn) {
  const u32 own = stream_of(s, c, block);
  if (c.asks_moves == 0) return own;
  return static_cast<u32>(hook::move_stream(s, lpn.value, number_of_block(c, block), own));
}

}  // namespace ssd
