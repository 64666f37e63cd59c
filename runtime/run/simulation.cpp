// One run from requests to results: see simulation.h.
#include "runtime/run/simulation.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <type_traits>

#include "runtime/abi/plan.h"
#include "runtime/engine/ftl/ages.h"
#include "runtime/engine/ftl/holders.h"
#include "runtime/engine/nand/bus.h"
#include "runtime/engine/places.h"
#include "runtime/engine/whole/accounting.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/endless.h"
#include "runtime/run/erases.h"
#include "runtime/run/feed.h"
#include "runtime/run/fill.h"
#include "runtime/run/flows.h"
#include "runtime/run/steps.h"
#include "runtime/run/timeline.h"
#include "runtime/run/warm_up.h"

namespace ssd::run {
namespace {

#ifdef NDEBUG
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

// Of a trace it is known whether parts of pages are written; requests in memory are searched.
bool has_sector_states(const Plan& plan, const Load& load, const DriveState* start, bool any_parts) {
  const u32 sectors = plan.config.sectors_per_page;
  return any_parts || (start != nullptr && !start->written.empty()) || load.requests.writes_parts_of_pages(sectors);
}

// Calls sector_states only if it matters: with write_order, where the read of a read-modify-write may be on another
// channel than its program.
template <class SectorStates>
bool is_coupled(const Plan& plan, const Load& load, SectorStates sector_states) {
  const Config& c = plan.config;
  if (c.queue_depth != 0 || c.outstanding != 0 || c.arbitration == Arbitration::kScore) return true;
  if (load.closed_depth != 0 || load.by_flow) return true;
  return c.placement == Placement::kWriteOrder && c.whole == 0 && sector_states();
}

// About how many page operations the requests have, by the first ones.
u64 count_page_operations(const Load& load, u32 sectors_per_page) {
  if (load.endless) return ~u64{0};
  constexpr u64 kLooked = 1000;
  u64 looked = 0, pages = 0;
  for (const Request& request : load.requests) {
    if (looked == kLooked) break;
    ++looked;
    pages += request.sectors / sectors_per_page + 1;
  }
  return looked == 0 ? 0 : load.requests.size() * pages / looked;
}

ArenaShape arena_shape(const Plan& plan, const Load& load, const DriveState* start, bool any_parts = false) {
  ArenaShape shape;
  shape.begun = start != nullptr && !start->begun.empty();
  shape.full_map = start != nullptr || plan.start.filled;
  shape.sector_states = has_sector_states(plan, load, start, any_parts);
  shape.coupled = is_coupled(plan, load, [&] { return shape.sector_states; });
  shape.closed_depth = load.closed_depth;
  shape.flows = load.flows;
  shape.by_flow = load.by_flow;
  shape.flushes = load.any_syncs || load.requests.has_syncs();
  const u64 queue = plan.config.queue_depth == 0 ? kNone : plan.config.queue_depth;
  const u64 closed = load.closed_depth == 0 ? kNone : load.closed_depth;
  const u64 requests = load.endless ? kNone : load.requests.size();
  const bool lets_in = queue != kNone || closed != kNone;  // otherwise no completion is waited for
  shape.completions = lets_in ? static_cast<u32>(std::min({queue, closed, requests})) : 0;
  return shape;
}

// Also returns when the whole-drive loop finds no memory (Arena::out_of_memory). The jump skips only frames without
// destructors: the engine's (asserted in engine.cpp), that of Arena::grow_pool(), which holds numbers and pointers, and
// this function's.
Status run_engine(Arena& arena, const EngineEntry& engine, const Piece& piece) {
  static_assert(std::is_trivially_destructible_v<EngineEntry> && std::is_trivially_destructible_v<Piece>);
  if (setjmp(arena.out_of_memory()) != 0) return Status::kNeedOps;
  return engine.run(&arena.state(), piece.requests, piece.count, piece.first, piece.last);
}

}  // namespace

// Enlarges the pools of the plain loops where they are too small; the whole-drive loop does that itself.
Status run_piece(Arena& arena, const EngineEntry& engine, const Piece& piece) {
  while (true) {
    const Status status = run_engine(arena, engine, piece);
    const bool wants_memory = status == Status::kNeedOps || status == Status::kNeedSlots;
    if (!wants_memory || arena.state().whole != nullptr || !arena.enlarge(status)) return status;
  }
}

namespace {

double share_done(const State& s, const Config& c, const Load& load, u64 taken) {
  return load.endless ? used_life(s, c) : static_cast<double>(taken) / static_cast<double>(load.requests.size());
}

// Takes the faster engine once it is there; all engines keep the same state.
void take_faster(const Options& options, const Feed& feed, EngineEntry& engine, Outcome& outcome) {
  const EngineEntry* made = options.faster();
  if (made == nullptr) return;
  engine = *made;
  outcome.faster_from = feed.taken();
}

// Feeds the requests; returns the last status.
Status feed_all(Arena& arena, EngineEntry engine, const Load& load, const Options& options, Feed& feed, WarmUp& warm_up,
                Outcome& outcome) {
  State& s = arena.state();
  NoEnd& no_end = outcome.no_end;
  Passes passes(load);
  while (true) {
    if (options.faster && !outcome.faster_from) take_faster(options, feed, engine, outcome);
    const Piece piece = feed.next();
    const Status status = run_piece(arena, engine, piece);
    feed.count(piece, s, arena.config());
    if (status == Status::kDone) {
      const bool ends = warm_up.is_over(s, feed.taken() + piece.count);
      if (ends) warm_up.end(s, arena.config());
      if (ends && load.by_flow) continue;  // the engine has not asked for all of the piece
      feed.take(piece);
      if (piece.last || feed.error() != 0) return status;
      if (load.endless) no_end = piece.count == 0 ? NoEnd::kTooLate : passes.look(s, feed.taken());
      if (no_end != NoEnd::kNone) return status;
      if (options.progress && !options.progress(feed.taken(), share_done(s, arena.config(), load, feed.taken())))
        return status;
    } else {
      return status;
    }
  }
}

results::Busy share(const Time (&busy)[kCauses], Time clock) {
  if (clock == 0) return {};
  return {static_cast<double>(busy[0]) / static_cast<double>(clock),
          static_cast<double>(busy[1]) / static_cast<double>(clock)};
}

// The end of the last flash phase so far.
Time end_of_flash(const State& s, const Config& c) {
  Time end = 0;
  for (ChannelId i{0}; c.functional_only == 0 && i.value < c.channels; ++i) end = std::max(end, s.channels[i].end);
  return end;
}

// The simulated time at the end. The plain loops finish what they have begun unless the drive is full.
Time stopped_time(const State& s, const Config& c, Status status) {
  if (s.whole != nullptr) return s.whole->now;
  return status == Status::kDriveFull ? s.now : std::max(s.now, end_of_flash(s, c));
}

// The plain loops have no multi-plane commands, so a die runs one array phase at a time and its busy time is the sum
// over its planes.
std::vector<results::Busy> dies(const State& s, const Config& c, Time clock) {
  std::vector<results::Busy> result;
  for (u32 d = 0; d < c.total_planes / c.planes; ++d) {
    Time sum[kCauses] = {s.die_array[d][0], s.die_array[d][1]};
    for (PlaneId p(d * c.planes); s.whole == nullptr && p.value < (d + 1) * c.planes; ++p) {
      for (u32 k = 0; k < kCauses; ++k) sum[k] += s.plane_array[p][k];
    }
    result.push_back(share(sum, clock));
  }
  return result;
}

// The time of pages in the buffer of any_idle, that of pages that are there at the end included, and the power loss
// time (copies.held_time).
void add_held_time(const State& s, const Config& c, results::Results& r) {
  if (c.whole == 0 || c.any_idle_slots == 0) return;
  const Time end = r.since + r.clock;
  r.held_time = s.flash.held_time;
  for (u32 i = 0; i < c.any_idle_slots; ++i) {
    const whole::HeldPage& slot = s.whole->held.at[i];
    if ((whole::is_held(slot) || slot.state == whole::SlotState::kWritten) && slot.since < end)
      r.held_time += end - slot.since;
  }
  r.power_loss =
      results::power_loss(r.held_time, r.clock, c.channels * c.chips, c.command + page_transfer_time(c) + c.program);
}

// What the buffer alone had (account.volatile), to the end of the run.
void add_volatile(const State& s, const Config& c, const Plan& plan, results::Results& r) {
  if (c.whole == 0 || c.buffer_slots == 0) return;
  const whole::Buffer& b = s.whole->buffer;
  const Time end = std::max(r.end(), b.volatile_since), left = end - b.volatile_since;
  r.volatile_time = b.volatile_time + u128{b.volatile_slots} * left;
  r.volatile_span = end - r.since;
  r.most_volatile = left != 0 ? std::max(b.most_volatile, b.volatile_slots) : b.most_volatile;
  r.slot_bytes = plan.geometry.unit_bytes();
}

// The results that depend on the clock.
void add_timing(const State& s, const Config& c, const Plan& plan, results::Results& r) {
  results::set_latencies(s.response, r);
  r.commands = s.commands;
  r.bus_bytes = s.bus_bytes;
  const Time end = end_of_flash(s, c);
  r.clock = end > r.since ? end - r.since : 0;
  r.whole_drive = plan.config.whole != 0;  // also where a recorded run of a plain design takes the other loop
  add_held_time(s, c, r);
  add_volatile(s, c, plan, r);
  r.units.assign(s.unit_times.at, s.unit_times.at + unit_count(c));
  r.energy = results::energy_use(plan.energy, r.flash, r.bus_bytes, r.clock, plan.geometry.total_dies());
  r.series = s.series;
  for (ChannelId i{0}; i.value < c.channels; ++i) r.channels.push_back(share(s.channel_bus[i], r.clock));
  for (u32 i = 0; i < c.channels * c.chips; ++i) r.chips.push_back(share(s.chip_array[i], r.clock));
  r.dies = dies(s, c, r.clock);
  for (PlaneId i{0}; i.value < c.total_planes; ++i) r.planes.push_back(share(s.plane_array[i], r.clock));
}

// Blocks may have been erased before; the total of erases is that of what is counted, like every other count.
results::Results results_of(const Arena& arena, const State& s, const Plan& plan, const WarmUp& warm_up) {
  const Config& c = arena.config();
  results::Results r;
  r.since = warm_up.since();
  r.functional_only = c.functional_only != 0;
  r.host = s.host;
  if (r.host.first_arrival == kNever) r.host.first_arrival = 0;
  r.flash = s.flash;
  if (!r.functional_only) add_timing(s, c, plan, r);
  if (c.streams > 1) r.streams.assign(s.stream_pages, s.stream_pages + c.streams);
  r.collects_by_stream = c.collects_by_stream != 0;
  r.erases = results::erase_spread(erase_counts(s, c), c.blocks);
  const std::vector<u32>& before = warm_up.erases();
  r.erases.total -= std::accumulate(before.begin(), before.end(), u64{0});
  r.memory_bytes = arena.bytes();
  r.physical_pages = u64{c.map_planes} * c.pages_per_plane / c.subpages;
  r.page_bytes = c.page_bytes;
  return r;
}

bool preload(Arena& arena, const EngineEntry& engine, const Load& load) {
  const Config& c = arena.config();
  if (!c.read_unwritten_as_written) return true;
  const std::size_t flows = are_phases(load.flows) ? kTogether : std::max<std::size_t>(1, load.flows.size());
  std::vector<u64> lpns = read_before_written(load.requests, c.logical_pages, c.sectors_per_page, flows);
  const auto is_mapped = [&](u64 lpn) { return arena.state().l2p[Lpn(static_cast<u32>(lpn))] != kNoPage; };
  std::erase_if(lpns, is_mapped);  // a filled drive has them already
  return engine.preload(&arena.state(), lpns.data(), lpns.size()) == Status::kDone;
}

// Adds the pages that the requests of the flow, or without one all requests, read before they write them, except those
// that are `found`.
void add_read_before_written(const RequestList& requests, std::optional<u32> only, u32 sectors_per_page,
                             std::vector<bool>& found, std::vector<u64>& result) {
  std::vector<bool> touched(found.size());
  const u32 flow = only.value_or(0);
  for (const Request& r : requests) {
    if ((r.flow != flow && only) || r.direction == Direction::kFlush) continue;
    // A trim takes effect on the pages that it covers wholly (map.trim).
    const bool trims = r.direction == Direction::kTrim;
    const u64 first = (r.sector + (trims ? sectors_per_page - 1 : 0)) / sectors_per_page;
    const u64 end = (r.sector + r.sectors + (trims ? 0 : sectors_per_page - 1)) / sectors_per_page;
    for (u64 lpn = first; lpn < end; ++lpn) {
      if (touched[lpn]) continue;
      touched[lpn] = true;
      if (r.direction != Direction::kRead || found[lpn]) continue;
      found[lpn] = true;
      result.push_back(lpn);
    }
  }
}

}  // namespace

std::vector<u64> read_before_written(const RequestList& requests, u64 logical_pages, u32 sectors_per_page,
                                     std::size_t flows) {
  std::vector<u64> result;
  if (!requests.has_reads()) return result;
  std::vector<bool> found(logical_pages);
  if (flows == kTogether) add_read_before_written(requests, {}, sectors_per_page, found, result);
  for (u32 flow = 0; flow < flows; ++flow) add_read_before_written(requests, flow, sectors_per_page, found, result);
  return result;
}

Pass pass_of(const Plan& plan, const Load& load, const DriveState* start) {
  if (plan.config.whole != 0) return Pass::kAll;
  if (load.by_flow || load.requests.has_syncs()) return Pass::kWhole;
  const bool coupled = is_coupled(plan, load, [&] { return has_sector_states(plan, load, start, false); });
  return coupled ? Pass::kAllCoupled : Pass::kAllIndependent;
}

u64 memory_needed(const Plan& plan, const Load& load, const DriveState* start, Pass pass, bool any_parts, bool whole) {
  ArenaShape shape = arena_shape(plan, load, start, any_parts);
  shape.pass = pass;
  shape.whole = whole;
  return Arena::bytes_needed(plan, shape);
}

ArenaShape shape_of_run(const Plan& plan, const Load& load, const Options& options) {
  ArenaShape shape = arena_shape(plan, load, options.start, options.any_parts);
  shape.page_operations = count_page_operations(load, plan.config.sectors_per_page);
  shape.pass = options.pass;
  shape.operations = options.first_operations;
  shape.slots = options.first_slots;
  shape.whole = options.whole || options.timeline;
  shape.least_group_log2 = options.least_group_log2;
  shape.memory_limit = options.memory_limit;
  return shape;
}

Started start(Arena& arena, const EngineEntry& engine, const Plan& plan, const Load& load, const Options& options) {
  State& s = arena.state();
  const Config& c = arena.config();
  if (options.start != nullptr)
    restore(s, c, *options.start);
  else if (plan.start.filled && !fill(s, c, plan, options.making))
    return Started::kStopped;
  const bool fits = preload(arena, engine, load);
  for (PlaneId p{0}; p.value < c.map_planes; ++p) s.series.free_at_start += s.space[p].free_pages / c.subpages;
  if (!fits) return Started::kFull;
  return options.making && !options.making(plan.start.filled ? pages_filled(plan, c.total_planes) : 0, 1)
             ? Started::kStopped
             : Started::kReady;
}

namespace {

// With superblocks the whole group of the plane is full.
void describe_full_plane(const State& s, const Config& c, Outcome& outcome) {
  outcome.full_plane = s.full_plane.value;
  const Ppn first = ppn(c, map_plane_of(c, s.full_plane), 0, 0);
  for (Ppn page = first; page < first + c.pages_per_plane; ++page) {
    if (holder_of(s, page) != kNoPage) ++outcome.full_valid;
  }
  outcome.full_free = s.space[map_plane_of(c, s.full_plane)].free_pages;
  outcome.full_invalid = c.pages_per_plane - outcome.full_valid - outcome.full_free;
}

// Where each logical page is, in the flash's numbering of pages; an indirection unit's place is numbered in its page.
std::vector<u32> flash_map(const State& s, const Config& c) {
  std::vector<u32> map;
  map.reserve(c.logical_pages);
  for (Lpn lpn{0}; lpn.value < c.logical_pages; ++lpn) {
    const Ppn page = s.l2p[lpn];
    map.push_back(page == kNoPage ? kNoPage : flash_page_of(s, c, page).value * c.subpages + page.value % c.subpages);
  }
  return map;
}

void keep_times(State& s, u64 requests, bool by_flow, Outcome& outcome) {
  outcome.arrivals.assign(requests, 0);
  outcome.completions.assign(requests, kNever);
  outcome.splits.assign(requests, {});
  s.follows_requests = 1;
  s.arrival_out = outcome.arrivals.data();
  s.completion_out = outcome.completions.data();
  s.split_out = reinterpret_cast<Time(*)[kParts]>(outcome.splits.data());
  if (!by_flow) return;
  outcome.flow_of.assign(requests, 0);
  s.flow_out = outcome.flow_of.data();
}

std::vector<std::pair<Time, u64>> buckets_of(const Histogram& histogram) {
  std::vector<std::pair<Time, u64>> result;
  for (u32 bucket = 0; histogram.count != 0 && bucket <= Histogram::bucket_of(histogram.max); ++bucket) {
    if (histogram.buckets[bucket] != 0)
      result.emplace_back(std::min(Histogram::upper_edge(bucket), histogram.max), histogram.buckets[bucket]);
  }
  return result;
}

void keep_drive(const State& s, const Config& c, Outcome& outcome) {
  outcome.map = flash_map(s, c);
  outcome.block_erases = erase_counts(s, c);
}

void keep_responses(const State& s, const Config& c, Outcome& outcome) {
  if (c.functional_only != 0) return;
  for (std::size_t direction = 0; direction < outcome.responses.size(); ++direction)
    outcome.responses[direction] = buckets_of(s.response[direction]);
}

Ending ending_of(const Outcome& outcome) {
  if (outcome.in_warm_up) return Ending::kCutShort;
  if (outcome.status == Status::kEndOfLife) return Ending::kEndOfLife;
  return outcome.status == Status::kDone && !outcome.results.partial ? Ending::kComplete : Ending::kCutShort;
}

}  // namespace

void conclude(Arena& arena, const Plan& plan, const WarmUp& warm_up, bool complete, Outcome& outcome) {
  if (arena.state().whole != nullptr) whole::account_all(arena.state(), arena.config());
  const State& s = arena.state();
  outcome.out_of_memory = outcome.status == Status::kNeedOps || outcome.status == Status::kNeedSlots;
  if (outcome.status == Status::kDriveFull) describe_full_plane(s, arena.config(), outcome);
  outcome.fault = s.fault;
  outcome.stopped_at = s.next_number;
  outcome.stopped_time = stopped_time(s, arena.config(), outcome.status);
  outcome.results = results_of(arena, s, plan, warm_up);
  outcome.results.lifetime = lifetime_of(s, arena.config(), warm_up.erases(), outcome.status == Status::kEndOfLife);
  outcome.results.partial = outcome.status != Status::kEndOfLife && !complete;
}

Outcome run(const Plan& plan, const EngineEntry& engine, const Load& load, const Options& options) {
  Arena arena(plan, shape_of_run(plan, load, options));
  State& s = arena.state();
  s.seed = load.seed;
  Outcome outcome;
  const bool keep = options.keep_times && !load.endless;
  if (keep) keep_times(s, load.requests.size(), load.by_flow, outcome);
  const auto held = give_flows(s, load);
  const auto begin = std::chrono::steady_clock::now();
  const Started started = start(arena, engine, plan, load, options);
  outcome.start_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (started == Started::kStopped) {
    outcome.results.partial = true;
    return outcome;
  }
  if (started == Started::kFull) {
    outcome.status = Status::kDriveFull;
    outcome.preloading = true;
    describe_full_plane(s, arena.config(), outcome);
    return outcome;
  }
  std::optional<TimelineRecorder> recorder;
  if (options.timeline) s.whole->recorder = &recorder.emplace(*options.timeline);
  Feed feed(load, options.piece, arena.config().sectors_per_page);
  WarmUp warm_up(load, options.start, arena.config());
  outcome.status = feed_all(arena, engine, load, options, feed, warm_up, outcome);
  outcome.in_warm_up = warm_up.end_early(s, arena.config());
  outcome.warm_up = warm_up.flash();
  if (recorder) outcome.timeline = recorder->take();
  outcome.unreadable = feed.error();
  conclude(arena, plan, warm_up, !load.endless && feed.taken() == load.requests.size(), outcome);
  outcome.results.flows = flow_results(s, arena.config(), load, feed.flows());
  if (options.keep_responses) keep_responses(s, arena.config(), outcome);
  if (options.keep_plane_erases) outcome.plane_erases = plane_erases(s, arena.config(), warm_up.erases());
  if (options.keep_state && outcome.status == Status::kDone && !outcome.results.partial)
    outcome.state = capture(s, arena.config(), outcome.results.since + outcome.results.clock);
  if (options.check || kDebugBuild) {
    const u64 requests = load.by_flow ? s.next_number : load.requests.size();
    outcome.violations =
        check_conservation(s, arena.config(), outcome.results, requests - warm_up.forgotten(), ending_of(outcome));
  }
  if (keep && options.keep_map) keep_drive(s, arena.config(), outcome);
  return outcome;
}

}  // namespace ssd::run
