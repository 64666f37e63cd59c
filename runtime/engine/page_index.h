// Which element of an array belongs to a logical page, where few pages have one: a hash table whose lists are linked
// through the elements. So it takes no memory for pages that have none, however large the drive is. Invariants: a page
// has at most one element in the index, whose T::lpn does not change while it is there; there are at least as many
// lists as elements, and a power of two of them.
#pragma once
#include "runtime/engine/pool.h"

namespace ssd {

template <class Index = u32>
struct PageIndex {
  Index* lists;  // [mask + 1] the first element of each, or kNone; linked by T::same_hash
  u32 mask;
  u32 count;     // of elements
  u32 capacity;  // that `lists` has memory for
};

template <class Index>
[[gnu::always_inline]] inline Index& list_of(const PageIndex<Index>& index, Lpn lpn) {
  constexpr u64 kGolden = 0x9e3779b97f4a7c15;
  return index.lists[static_cast<u32>(lpn.value * kGolden >> 32) & index.mask];
}

// The page's element; kNone: it has none. `at`: the elements.
template <class T, class Index>
[[gnu::always_inline]] inline Index find(const PageIndex<Index>& index, const T* at, Lpn lpn) {
  Index element = list_of(index, lpn);
  while (element != kNone && at[number_of(element)].lpn != lpn) element = at[number_of(element)].same_hash;
  return element;
}

// Enters the element, instead of the one that its page has. Returns that one, or kNone. There must be room: see
// has_room().
template <class T, class Index>
inline Index enter(PageIndex<Index>& index, T* at, Index element) {
  T& entered = at[number_of(element)];
  Index* link = &list_of(index, entered.lpn);
  while (*link != kNone && at[number_of(*link)].lpn != entered.lpn) link = &at[number_of(*link)].same_hash;
  const Index before = *link;
  if (before == kNone) ++index.count;
  entered.same_hash = before == kNone ? Index(kNone) : at[number_of(before)].same_hash;
  *link = element;
  return before;
}

template <class Index>
inline bool has_room(const PageIndex<Index>& index) {
  return index.count <= index.mask;
}

// The element leaves the index, if it is there.
template <class T, class Index>
inline void leave(PageIndex<Index>& index, T* at, Index element) {
  Index* link = &list_of(index, at[number_of(element)].lpn);
  for (; *link != element; link = &at[number_of(*link)].same_hash) {
    if (*link == kNone) return;
  }
  *link = at[number_of(element)].same_hash;
  --index.count;
}

// Makes twice as many lists of the elements, for which there must be memory.
template <class T, class Index>
inline void double_lists(PageIndex<Index>& index, T* at) {
  const u32 lists = index.mask + 1;
  for (u32 i = lists; i < 2 * lists; ++i) index.lists[i] = kNone;
  index.mask = 2 * lists - 1;
  for (u32 i = 0; i < lists; ++i) {
    Index element = index.lists[i];
    index.lists[i] = kNone;
    while (element != kNone) {
      T& entered = at[number_of(element)];
      const Index next = entered.same_hash;
      Index& list = list_of(index, entered.lpn);
      entered.same_hash = list;
      list = element;
      element = next;
    }
  }
}

}  // namespace ssd
