// The first bus transfer of a command, and the array phase behind it, which may begin in the records before that
// transfer has ended (runs_ahead()).
#pragma once
#include "runtime/engine/whole/wishes.h"

namespace ssd::whole {

// Whether the array phase of the command begins in the records when it is granted. Not if the cache register makes an
// instant while it runs (command.cache_program).
inline bool array_runs_ahead(const State& s, const Config& c, const Command& command) {
  if (!runs_ahead(c)) return false;
  const bool opens = c.cache != 0 && command.host != 0 && command.type == CommandType::kProgram;
  return !opens || !(chains_programs(c) || flush_changes_with_time(c) || s.sources != nullptr);
}

// The unit's current command, which is granted now, has the bus until `end`; then its array phase begins.
inline void begin_lead(State& s, const Config& c, UnitId u, Time end) {
  Whole& w = *s.whole;
  Unit& unit = w.units[u];
  if (array_runs_ahead(s, c, unit.current)) {
    unit.stage = Stage::kArray;
    unit.cache_open = unit.running_next = 0;
    unit.running = 1;
    unit.current.begin = end;
    w.array_end[u] = end + unit.current.array;
    note_bus(w, c, u, end);
  } else {
    unit.stage = Stage::kLead;
    w.tenure_end[u] = end;
  }
  note_ends(w, c, u);
}

}  // namespace ssd::whole
