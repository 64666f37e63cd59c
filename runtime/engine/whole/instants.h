// Instants at which nothing happens but time (S18). They matter to nobody, unless a unit's choice can change with time alone: whether a program
// follows another in its cache register (S34), if the priority reads what changes. All other choices are made as soon as there is one.
#pragma once
#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

// Whether the same operation may have another priority at another time.
inline bool changes_with_time(const Config& c) { return c.priority_class >= PriorityClass::kByAge; }

inline void mark_instant(State& s, const Config& c, Time time) {
  if (c.cache != 0 && changes_with_time(c) && time > s.whole->now) set_timer(s, TimerKind::kNothing, time, 0, kNil);
}

}  // namespace ssd::whole
