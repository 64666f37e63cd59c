// A binary heap in an array of the caller's: the first of all elements by before(a, b) is heap[0].
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

// Puts the item where it belongs on the way from place i, which is empty, to the top.
template <class T, class Before>
inline void heap_rise(T* heap, u32 i, const T& item, Before before) {
  while (i != 0 && before(item, heap[(i - 1) / 2])) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = item;
}

template <class T, class Before>
inline void heap_push(T* heap, u32& count, const T& item, Before before) {
  heap_rise(heap, count++, item, before);
}

// The empty place goes down to the bottom before the last item, which belongs near there, is put in: which child comes
// up is no branch then.
template <class T, class Before>
inline T heap_pop(T* heap, u32& count, Before before) {
  const T first = heap[0];
  const T moved = heap[--count];
  u32 i = 0, child = 2;
  for (; child < count; child = 2 * i + 2) {
    child -= before(heap[child - 1], heap[child]) ? 1 : 0;
    heap[i] = heap[child];
    i = child;
  }
  if (child == count) {
    heap[i] = heap[child - 1];
    i = child - 1;
  }
  heap_rise(heap, i, moved, before);
  return first;
}

}  // namespace ssd
