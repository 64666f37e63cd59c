// Which logical page a page of the map holds: the reverse of the map. Each page notes in three bytes which group of
// logical pages it was written for; the one that it holds, if any, is the one of the group that the map leads from to
// the page. A group has one logical page on drives of up to 2^24 of them; on larger ones it has so many that its number
// fits, and their entries of the map are next to each other. Invariant: if the map leads from a logical page to a page,
// that page notes its group. The notes of all other pages mean nothing: no entry of their group leads to them.
#pragma once
#include <bit>
#include <cstring>

#include "runtime/engine/ftl/numbers.h"
#include "runtime/engine/state.h"

namespace ssd {

static_assert(std::endian::native == std::endian::little);  // a note begins with the lowest byte of the number

inline constexpr u32 kGroups = u32{1} << (8 * sizeof(Note));
inline constexpr u32 kPagesOfVector = 4;  // of the map's entries in a vector

inline Note* note_of(const State& s, Ppn page) { return s.holders.notes + page.value; }

inline u32 group_noted(const State& s, Ppn page) {
  u32 number;  // and the first byte of the next note
  std::memcpy(&number, note_of(s, page), sizeof number);
  return number & (kGroups - 1);
}

inline void note_group(const State& s, Ppn page, u32 group) {
  *note_of(s, page) = {static_cast<u16>(group), NoteTop(static_cast<u8>(group >> 16))};
}

// The page's logical page is `lpn` from now on. Prefetches the next line of the notes: every plane writes its own part
// of them page by page, and without this the first store into each line would make all other work wait.
inline void note_holder(const State& s, Ppn page, Lpn lpn) {
  constexpr u32 kLine = 64 / sizeof(Note);
  note_group(s, page, lpn.value >> s.holders.group_log2);
  __builtin_prefetch(note_of(s, page) + kLine, 1);
}

// As holder_in() where groups have several logical pages.
[[gnu::noinline]] inline Lpn holder_in_group(const State& s, u32 group, Ppn page) {
  using Vector [[gnu::vector_size(16)]] = u32;
  const u32 first = group << s.holders.group_log2, vectors = (u32{1} << s.holders.group_log2) / kPagesOfVector;
  const u32* const entries = s.l2p.address(Lpn(first));
  const Vector wanted = Vector{} + ~page.value;
  Vector number = {1, 2, 3, 4}, found = {};
  for (u32 i = 0; i < vectors; ++i) {
    Vector here;
    std::memcpy(&here, entries + i * kPagesOfVector, sizeof here);
    found |= static_cast<Vector>(here == wanted) & number;
    number += kPagesOfVector;
  }
  const u32 place = found[0] | found[1] | found[2] | found[3];  // at most one is not 0
  return place == 0 ? Lpn(kNoPage) : Lpn(first + place - 1);
}

// The logical page of the group that the map leads from to the page; kNoPage: none.
inline Lpn holder_in(const State& s, u32 group, Ppn page) {
  if (s.holders.group_log2 != 0) return holder_in_group(s, group, page);
  return s.l2p[Lpn(group)] == page ? Lpn(group) : Lpn(kNoPage);
}

// The logical page whose data the page holds; kNoPage: it holds none.
inline Lpn holder_of(const State& s, Ppn page) { return holder_in(s, group_noted(s, page), page); }

// Prefetches what holder_of() will read of the map.
inline void fetch_entries_of_group(const State& s, u32 group) {
  constexpr u32 kLine = 64 / sizeof(u32);
  const u32* const entries = s.l2p.address(Lpn(group << s.holders.group_log2));
  for (u32 i = 0; i < u32{1} << s.holders.group_log2; i += kLine) __builtin_prefetch(entries + i, 1);
}

}  // namespace ssd
