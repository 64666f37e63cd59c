// A binary heap in an array of the caller's: the first of all elements by before(a, b) is heap[0].
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

template <class T, class Before>
inline void heap_push(T* heap, u32& count, const T& item, Before before) {
  u32 i = count++;
  while (i != 0 && before(item, heap[(i - 1) / 2])) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = item;
}

template <class T, class Before>
inline T heap_pop(T* heap, u32& count, Before before) {
  const T first = heap[0];
  const T moved = heap[--count];
  u32 i = 0;
  for (u32 child = 1; child < count; child = 2 * i + 1) {
    if (child + 1 < count && before(heap[child + 1], heap[child])) ++child;
    if (!before(heap[child], moved)) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = moved;
  return first;
}

}  // namespace ssd
