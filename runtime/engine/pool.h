// The containers of both loops: arrays by id, pools of elements that come and go, and lists of a pool's elements.
// Elements are named by index, never by pointer, because a pool may move when it grows. An array or a pool owns
// nothing; its memory is the arena's.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

[[gnu::always_inline]] constexpr u32 number_of(u32 index) { return index; }
template <class Kind>
[[gnu::always_inline]] constexpr u32 number_of(Id<Kind> id) {
  return id.value;
}

// An array whose index is an id.
template <class Index, class T>
struct Table {
  T* at;
  [[gnu::always_inline]] T& operator[](Index index) const { return at[number_of(index)]; }
};

// A table of indices that holds kNone until something else is written. The memory holds complements, so kNone is 0, and
// fresh memory need not be touched.
template <class Index, class T>
struct SparseTable {
  class Cell {
   public:
    [[gnu::always_inline]] explicit Cell(u32* complement) : complement_(complement) {}
    [[gnu::always_inline]] operator T() const { return T(~*complement_); }
    [[gnu::always_inline]] Cell& operator=(T index) {
      *complement_ = ~number_of(index);
      return *this;
    }
    [[gnu::always_inline]] friend bool operator==(const Cell& cell, None) { return *cell.complement_ == 0; }
    [[gnu::always_inline]] friend bool operator==(const Cell& cell, T index) {
      return *cell.complement_ == ~number_of(index);
    }

   private:
    u32* complement_;
  };

  u32* complements;
  [[gnu::always_inline]] Cell operator[](Index index) const { return Cell(address(index)); }
  // To prefetch a cell.
  [[gnu::always_inline]] u32* address(Index index) const { return &complements[number_of(index)]; }
};

// Elements with a free list, which is linked through T::next.
template <class T, class Index = u32>
struct Pool {
  T* at;
  u32 capacity, used;
  Index free;
  [[gnu::always_inline]] T& operator[](Index index) const { return at[number_of(index)]; }
};

template <class T, class Index>
inline bool has_free(const Pool<T, Index>& pool) {
  return pool.free != kNone || pool.used < pool.capacity;
}

// Call it only if has_free(). The element's content is undefined.
template <class T, class Index>
inline Index take(Pool<T, Index>& pool) {
  if (pool.free == kNone) return Index(pool.used++);
  const Index index = pool.free;
  pool.free = pool[index].next;
  return index;
}

template <class T, class Index>
inline void give_back(Pool<T, Index>& pool, Index index) {
  pool[index].next = pool.free;
  pool.free = index;
}

// A list of a pool's elements, linked by T::next. Of an empty list only `head` is defined, and it is kNone.
template <class Index = u32>
struct List {
  Index head, tail;
};

// An empty list of any kind of element.
struct Empty {
  template <class Index>
  [[gnu::always_inline]] constexpr operator List<Index>() const {
    return {kNone, kNone};
  }
};
inline constexpr Empty kEmpty;

template <class T, class Index>
inline void push_back(Pool<T, Index>& pool, List<Index>& list, Index index) {
  pool[index].next = kNone;
  if (list.head == kNone)
    list.head = index;
  else
    pool[list.tail].next = index;
  list.tail = index;
}

template <class T, class Index>
inline void push_front(Pool<T, Index>& pool, List<Index>& list, Index index) {
  pool[index].next = list.head;
  if (list.head == kNone) list.tail = index;
  list.head = index;
}

template <class T, class Index>
inline Index pop_front(Pool<T, Index>& pool, List<Index>& list) {
  const Index index = list.head;
  list.head = pool[index].next;
  return index;
}

template <class T, class Index>
inline void remove(Pool<T, Index>& pool, List<Index>& list, Index index) {
  Index before = kNone;
  for (Index i = list.head; i != index; i = pool[i].next) before = i;
  (before == kNone ? list.head : pool[before].next) = pool[index].next;
  if (list.tail == index) list.tail = before;
}

// ---- elements that are also linked by T::previous; in an empty list of these, `tail` is kNone too

template <class T>
inline void link_after(T* at, List<>& list, u32 index, u32 before) {
  T& item = at[index];
  item.previous = before;
  item.next = before == kNone ? list.head : at[before].next;
  if (before == kNone)
    list.head = index;
  else
    at[before].next = index;
  if (item.next == kNone)
    list.tail = index;
  else
    at[item.next].previous = index;
}

template <class T>
inline void unlink(T* at, List<>& list, u32 index) {
  const T& item = at[index];
  if (item.previous == kNone)
    list.head = item.next;
  else
    at[item.previous].next = item.next;
  if (item.next == kNone)
    list.tail = item.previous;
  else
    at[item.next].previous = item.previous;
}

}  // namespace ssd
