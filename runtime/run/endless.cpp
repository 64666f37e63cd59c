// See endless.h.
#include "runtime/run/endless.h"

#include <algorithm>

#include "runtime/base/limits.h"

namespace ssd::run {

double used_life(const State& s, const Config& c) {
  u64 erases = 0;
  for (PlaneId p{0}; p.value < c.map_planes; ++p) erases += s.space[p].erased;
  return static_cast<double>(erases) / (static_cast<double>(c.endurance) * c.map_planes * c.blocks);
}

Passes::Passes(const Load& load) : once_(load.requests.size()) {
  if (load.endless)
    writes_ = static_cast<u64>(std::ranges::count(load.requests, Direction::kWrite, &Request::direction));
}

// In a closed loop some requests are outstanding whenever this is called, so it compares the writes that were completed
// since the last call.
NoEnd Passes::look(const State& s, u64 taken) {
  const Time now = s.whole != nullptr ? s.whole->now : s.now;
  if (now > limits::kLatest) return NoEnd::kTooLate;
  const u64 written = s.host.completed[static_cast<u32>(Direction::kWrite)], programs = s.flash.host_programs;
  if (taken - taken_ < 2 * once_ || written - written_ < 2 * writes_) return NoEnd::kNone;
  const bool on_its_way = s.whole != nullptr && s.whole->buffer.evicting != 0;
  if (programs == programs_ && !on_its_way) return NoEnd::kNothingProgrammed;
  taken_ = taken;
  written_ = written;
  programs_ = programs;
  return NoEnd::kNone;
}

}  // namespace ssd::run
