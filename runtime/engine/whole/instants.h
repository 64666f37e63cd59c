// Instants at which nothing happens except that time passes (time.instant). They matter only where a choice can change
// with time alone: whether a program is chained to another one (command.cache_program), if the priority reads what
// changes with time; whether an idle unit collects (collection.background), if that depends on `now`; whether a page of
// the buffer is flushed (buffer.flush), if that depends on `now` or on whether requests are complete; whether a replica
// is made, because that needs an idle host (copies.replicate). All other choices are made as soon as there is something
// to choose. Behind a warm-up the next phase begins at the last instant of all, which may be that of a cache register
// (host.phases 4).
#pragma once
#include "runtime/engine/whole/pools.h"

namespace ssd::whole {

// Whether the hook's expression reads what is in scope everywhere: the time, or counts of the whole drive
// (policy.inputs).
inline bool looks_around(const Config& c, Hook hook) { return reads_any(c, hook, ~u32{0} << (info(hook).inputs - 3)); }

// Whether the block that a plane opens next, and with it the planes of the next command, may change although nothing
// has happened in the unit. That matters to a command that would be chained to the running one.
inline bool successors_change_with_time(const Config& c) {
  return c.cache != 0 && c.block_and_page != 0 && looks_around(c, Hook::kAllocate);
}

// Whether a unit's wish, or its priority, may change although nothing has happened in the unit.
inline bool changes_with_time(const Config& c) {
  return c.priority_class >= PriorityClass::kByAge || looks_around(c, Hook::kPreempt) || looks_around(c, Hook::kHard) ||
         looks_around(c, Hook::kMultiplane) || looks_around(c, Hook::kCopyback) || successors_change_with_time(c);
}

inline bool background_changes_with_time(const Config& c) {
  return reads_any(c, Hook::kTrigger, input_mask(Hook::kTrigger, "now")) ||
         reads_any(c, Hook::kStop, input_mask(Hook::kStop, "now"));
}

// Whether a page of the buffer may have to be flushed because time has passed, or because pages were programmed.
inline bool flush_looks_around(const Config& c) {
  return c.flush == Flush::kCondition && looks_around(c, Hook::kFlush);
}

// Whether a page of the buffer may have to be flushed although nothing happens, or only a request is complete.
inline bool flush_changes_with_time(const Config& c) {
  if (c.flush != Flush::kCondition) return c.flush == Flush::kIdle;
  return looks_around(c, Hook::kFlush) || reads_any(c, Hook::kFlush, input_mask(Hook::kFlush, "idle"));
}

// Whether the array phase of a command begins in the records when the command is granted, at the time at which its bus
// transfer will end. Between the two nothing looks at it but what knows of that (account_unit(),
// consider_suspension()). Not where a choice may change although nothing has happened in the unit, or where others look
// at what a unit is doing.
inline bool runs_ahead(const Config& c) {
  return !changes_with_time(c) && !flush_looks_around(c) && c.plane_reads == 0 && c.chip_command == 0 &&
         c.background == 0 && c.any_idle_slots == 0 && c.replicas == 0;
}

inline void mark_instant(State& s, const Config& c, Time time) {
  const bool matters = (c.cache != 0 && (changes_with_time(c) || s.sources != nullptr)) || flush_changes_with_time(c) ||
                       (c.background != 0 && background_changes_with_time(c)) || c.replicas != 0;
  if (matters && time > s.whole->now) set_timer(s, TimerKind::kNothing, time, 0, kNone);
}

}  // namespace ssd::whole
