// The simulator as one translation unit: compiled natively (generic build), and by clang to the bitcode that codegen
// specialises. It uses no exceptions, RTTI, statics or allocation (docs/architecture.md).
#include "runtime/engine/engine.h"

#include <type_traits>

#include "runtime/engine/host/functional.h"
#include "runtime/engine/preload.h"
#include "runtime/engine/time/loops.h"
#include "runtime/engine/whole/loop.h"

namespace ssd {
namespace {

// If a pool of the whole-drive loop cannot grow, Whole::grow leaves the engine by longjmp (run/arena.cpp). Then the
// frames between ssd_run() and grow_pool() end without running destructors; the elements of the pools are never
// destroyed at all. Both are safe only as long as everything that these functions hold, and everything in the State, is
// trivially destructible.
template <class... T>
constexpr bool kMayBeSkipped = (std::is_trivially_destructible_v<T> && ...);
static_assert(kMayBeSkipped<State, FlowSource, whole::FirstOfFlows, whole::Whole, FlashOp, Slot, whole::PageOp,
                            whole::Entry, whole::Timer, whole::Completion>);
static_assert(kMayBeSkipped<whole::Unit, whole::Command, whole::Wish, List<OpId>, Earliest<ChannelId>, whole::Scope>);
static_assert(kMayBeSkipped<whole::Group, whole::Agreement, whole::Arbiter, whole::Best, whole::Offer, whole::Fitting>);
static_assert(kMayBeSkipped<whole::Destination, whole::Admission, whole::Write, whole::Arrivals, Request, PagePart>);
static_assert(kMayBeSkipped<whole::ScopeAtRest, whole::SpaceCounts, SectorEffect, Levelling, Victim>);
static_assert(kMayBeSkipped<whole::Jobs, whole::StreamRoom, whole::UntilScopeStops, whole::ShortageOrSeries>);

// The time up to which channels may advance: the first arrival that they have not seen yet.
Time horizon(const State& s, const Request* requests, u64 count, u64 first, bool last) {
  const u64 next = s.next_number - first;
  if (next < count) return requests[next].arrival;
  return last ? kNever : requests[count - 1].arrival;
}

// End of life (wear.end_of_life): everything that was admitted is done. The request that found no page is never
// complete, so its slot still holds its arrival.
[[gnu::cold]] void end_life(State& s) {
  s.life_end = s.slots[s.partial_slot].arrival;
  s.partial_slot = kNone;
}

// The request that found no page counts as taken in, as in the whole-drive loop. `now` is when it was admitted.
[[gnu::cold]] void stop_full(State& s, Time now) {
  ++s.next_number;
  s.now = now;
}

Status run_independent(State& s, const Config& c, const Request* requests, u64 count, u64 first, bool last) {
  bool stopped_before = false;
  for (;;) {
    const u64 begin = s.next_number - first;
    const u64 end = begin + kBatch < count ? begin + kBatch : count;
    const Status status = prepare_requests(s, c, requests, begin, end, count);
    if (status == Status::kFault) return status;
    if (status == Status::kDriveFull) {
      stop_full(s, s.slots[s.partial_slot].arrival);
      return status;
    }
    if (status == Status::kEndOfLife) {
      advance_channels(s, c, kNever);
      end_life(s);
      return status;
    }
    advance_channels(s, c, horizon(s, requests, count, first, last));
    // Out of memory: advancing the channels may have freed enough. If the next pass stops again without a step, the
    // pools must grow.
    const bool no_step = s.next_number - first == begin;
    if (status != Status::kDone && no_step && stopped_before) return status;
    stopped_before = status != Status::kDone && no_step;
    if (status == Status::kDone && end == count) return status;
  }
}

Status run_coupled(State& s, const Config& c, const Request* requests, u64 count, u64 first, bool last) {
  for (;;) {
    const u64 begin = s.next_number - first;
    const u64 end = begin + kBatch < count ? begin + kBatch : count;
    const Status status = prepare_requests(s, c, requests, begin, end, count);
    if (status == Status::kFault) return status;
    if (status == Status::kDriveFull) {
      add_prepared(s, s.partial_slot);
      advance_coupled(s, c, true);
      stop_full(s, s.now);
      return status;
    }
    if (status == Status::kEndOfLife) {
      add_prepared(s, s.partial_slot);
      advance_coupled(s, c, false);
      end_life(s);
      return status;
    }
    const bool all = status == Status::kDone && end == count;
    const u32 before = s.prepared_count;
    if (status == Status::kDone || before != 0) advance_coupled(s, c, !(all && last));
    if (all) return Status::kDone;
    if (status != Status::kDone && before == 0) return status;
  }
}

}  // namespace
}  // namespace ssd

#ifdef SSD_SPECIALISED
// Called by the code that codegen makes of the design's expressions.
extern "C" double ssd_log2(double x) { return ssd::log2_of(x); }
extern "C" void ssd_fault(const ssd::State* state, ssd::i64 hook, ssd::i64 site) {
  ssd::record_fault(*state, static_cast<ssd::Hook>(hook), static_cast<ssd::u32>(site));
}
extern "C" ssd::i64 ssd_load(const ssd::State* state, ssd::i64 name, ssd::i64 index) {
  return ssd::load_cell(state->tables[ssd::table_of(name)], ssd::bytes_log2_of(name), index);
}
extern "C" void ssd_store(const ssd::State* state, ssd::i64 name, ssd::i64 index, ssd::i64 value) {
  ssd::store_cell(state->tables[ssd::table_of(name)], ssd::bytes_log2_of(name), index, value);
}
#endif

extern "C" ssd::Status ssd_run(ssd::State* state, const ssd::Request* requests, ssd::u64 count, ssd::u64 first,
                               bool last) {
  using namespace ssd;
  const Config& c = config(*state);
  if (count == 0 && !last) return Status::kDone;
  if (c.functional_only != 0) return run_functional(*state, c, requests, count, first);
  if (c.whole != 0) return whole::run(*state, c, {requests, count, first, last});
  const Status status = is_coupled(*state, c) ? run_coupled(*state, c, requests, count, first, last)
                                              : run_independent(*state, c, requests, count, first, last);
  settle(*state);
  settle_phases(*state, c);
  return status;
}

extern "C" ssd::Status ssd_preload(ssd::State* state, const ssd::u64* lpns, ssd::u64 count) {
  using namespace ssd;
  const Config& c = config(*state);
  for (u64 i = 0; i < count; ++i) {
    const Status status = preload_page(*state, c, Lpn(static_cast<u32>(lpns[i])));
    if (status != Status::kDone) return status;
  }
  end_preload(*state, c);
  return Status::kDone;
}
