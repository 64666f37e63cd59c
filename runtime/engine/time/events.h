// The times at which requests in flight complete, for runs in which a completion lets another request in. A binary heap: there are
// at most as many entries as the queue is deep.
#pragma once
#include "runtime/engine/state.h"

namespace ssd {

inline void push_completion(State& s, Time time) {
  u32 i = s.completion_count++;
  while (i != 0 && s.completions[(i - 1) / 2] > time) {
    s.completions[i] = s.completions[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  s.completions[i] = time;
}

inline Time next_completion(const State& s) { return s.completion_count == 0 ? kNever : s.completions[0]; }

inline Time pop_completion(State& s) {
  const Time first = s.completions[0];
  const Time moved = s.completions[--s.completion_count];
  u32 i = 0;
  for (u32 child = 1; child < s.completion_count; child = 2 * i + 1) {
    if (child + 1 < s.completion_count && s.completions[child + 1] < s.completions[child]) ++child;
    if (s.completions[child] >= moved) break;
    s.completions[i] = s.completions[child];
    i = child;
  }
  s.completions[i] = moved;
  return first;
}

}  // namespace ssd
