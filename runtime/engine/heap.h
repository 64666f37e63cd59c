// A binary heap in an array that the caller owns: heap[0] is the element that comes first by before(a, b).
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

// Puts the item into its position on the path from the empty position i to the top.
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

// First moves the empty position down to the bottom, then inserts the last item there, because it belongs near the
// bottom. So the choice of the child that moves up needs no branch.
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
