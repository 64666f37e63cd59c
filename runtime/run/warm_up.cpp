// See warm_up.h.
#include "runtime/run/warm_up.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "runtime/engine/places.h"
#include "runtime/run/erases.h"

namespace ssd::run {
namespace {

// How many phases are not counted; they come first.
std::size_t phases_of_warm_up(const Load& load) {
  std::size_t count = 0;
  while (count < load.flows.size() && load.flows[count].phase && !load.flows[count].phase->counted) ++count;
  return count;
}

void forget(Histogram& histogram) {
  std::destroy_at(&histogram);
  std::construct_at(&histogram);
}

void forget_times(State& s, const Config& c) {
  for (u32 d = 0; d < kDirections; ++d) forget(s.response[d]);
  s.commands = {};
  s.bus_bytes = 0;
  for (UnitId u{0}; u.value < unit_count(c); ++u) s.unit_times[u] = {};
  for (ChannelId i{0}; i.value < c.channels; ++i) std::fill_n(s.channel_bus[i], kCauses, Time{0});
  for (PlaneId p{0}; p.value < c.total_planes; ++p) std::fill_n(s.plane_array[p], kCauses, Time{0});
  for (u32 d = 0; d < c.total_planes / c.planes; ++d) std::fill_n(s.die_array[d], kCauses, Time{0});
  for (u32 i = 0; i < c.channels * c.chips; ++i) std::fill_n(s.chip_array[i], kCauses, Time{0});
}

// What is volatile then counts from `since` on.
void forget_volatile(whole::Whole& w, Time since) {
  w.buffer.most_volatile = 0;
  w.buffer.volatile_time = 0;
  w.buffer.volatile_since = since;
}

// Pages in slots have been read by moves that are forgotten, so from now on as many fewer are read as leave
// (check_conservation()).
void forget_moves_into_slots(State& s, const Config& c) {
  if (c.any_idle_slots != 0) s.whole->held.dropped += s.flash.write_backs - s.flash.buffered_moves;
}

void forget_pages(State& s, const Config& c) {
  const u64 preloaded = s.flash.preloaded;
  s.flash = {};
  s.flash.preloaded = preloaded;
  s.pages_moved = 0;
  for (u32 stream = 0; c.streams > 1 && stream < c.streams; ++stream) s.stream_pages[stream] = {};
}

}  // namespace

u64 warm_up_requests(const Load& load) {
  u64 requests = 0;
  for (std::size_t i = 0; i < phases_of_warm_up(load); ++i) requests += load.flows[i].requests;
  return requests;
}

WarmUp::WarmUp(const Load& load, const DriveState* start, const Config& c)
    : load_(load), counts_(phases_of_warm_up(load) == 0), erases_(erases_before(start, c)) {}

bool WarmUp::is_over(const State& s, u64 taken) const {
  if (counts_) return false;
  return load_.by_flow ? s.sources[phases_of_warm_up(load_) - 1].left == 0 : taken == warm_up_requests(load_);
}

void WarmUp::end(State& s, const Config& c) {
  counts_ = true;
  forgotten_ = std::accumulate(std::begin(s.host.completed), std::end(s.host.completed), u64{0});
  flash_ = s.flash;
  if (c.functional_only == 0) {
    forget_times(s, c);
    forget_moves_into_slots(s, c);
  }
  forget_pages(s, c);
  s.host = {};
  s.host.first_arrival = kNever;
  erases_ = erase_counts(s, c);
  if (!load_.by_flow) return;
  const std::size_t last = phases_of_warm_up(load_) - 1;
  since_ = s.rests_until = end_of_phase(s.sources[last], s.whole->now);
  forget_volatile(*s.whole, since_);
  if (last + 1 < load_.flows.size()) begin_phase(s.sources[last + 1], since_);
}

bool WarmUp::end_early(State& s, const Config& c) {
  if (counts_) return false;
  end(s, c);
  return true;
}

}  // namespace ssd::run
