// One run from requests to results: see simulation.h.
#include "runtime/simulation/simulation.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "compiler/design/figures.h"
#include "runtime/engine/ftl/ages.h"
#include "runtime/simulation/arena.h"
#include "runtime/simulation/check.h"
#include "runtime/simulation/endless.h"
#include "runtime/simulation/feed.h"
#include "runtime/simulation/fill.h"
#include "runtime/simulation/steps.h"
#include "runtime/simulation/timeline.h"

namespace ssd::simulation {
namespace {

#ifdef NDEBUG
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

// Of a trace it is known whether parts of pages are written; requests in memory are gone through to find out.
bool has_sector_states(const design::Design& design, const Load& load, const DriveState* start, bool any_parts) {
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  return any_parts || (start != nullptr && !start->written.empty()) || load.requests.writes_parts_of_pages(sectors);
}

// Asks for the sectors' states only where they matter: with write order, where the read for a program may be on another channel.
template <class SectorStates>
bool is_coupled(const design::Design& design, const Load& load, SectorStates sector_states) {
  if (design.host.queue != 0 || load.closed_depth != 0) return true;
  return design.allocation.placement == Placement::kWriteOrder && design::beyond_plain(design).empty() && sector_states();
}

ArenaShape arena_shape(const design::Design& design, const Load& load, const DriveState* start, bool any_parts = false) {
  ArenaShape shape;
  shape.sector_states = has_sector_states(design, load, start, any_parts);
  shape.buffer_streams = design.buffer.slots != 0 && design.allocation.streams.size() > 1;
  shape.coupled = is_coupled(design, load, [&] { return shape.sector_states; });
  shape.closed_depth = load.closed_depth;
  const u64 queue = design.host.queue == 0 ? kNone : design.host.queue;
  const u64 closed = load.closed_depth == 0 ? kNone : load.closed_depth;
  const u64 requests = load.endless ? kNone : load.requests.size();
  const bool lets_in = queue != kNone || closed != kNone;  // else no completion is waited for
  shape.completions = lets_in ? static_cast<u32>(std::min({queue, closed, requests})) : 0;
  return shape;
}

// Also comes back when the whole-drive loop finds no memory (Arena::out_of_memory).
Status run_engine(Arena& arena, const EngineEntry& engine, const Piece& piece) {
  if (setjmp(arena.out_of_memory()) != 0) return Status::kNeedOps;
  return engine.run(&arena.state(), piece.requests, piece.count, piece.first, piece.last);
}

}  // namespace

// Where the plain loops' pools are too small they are enlarged; the whole-drive loop does that itself.
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

// All engines keep the same state.
void take_faster(const Options& options, const Feed& feed, EngineEntry& engine, Outcome& outcome) {
  const EngineEntry* made = options.faster();
  if (made == nullptr) return;
  engine = *made;
  outcome.faster_from = feed.taken();
}

// Feeds the requests; returns the last status.
Status feed_all(Arena& arena, EngineEntry engine, const Load& load, const Options& options, Feed& feed, Outcome& outcome) {
  const State& s = arena.state();
  NoEnd& no_end = outcome.no_end;
  Passes passes(load);
  while (true) {
    if (options.faster && !outcome.faster_from) take_faster(options, feed, engine, outcome);
    const Piece piece = feed.next();
    const Status status = run_piece(arena, engine, piece);
    if (status == Status::kDone) {
      feed.take(piece);
      if (piece.last || feed.error() != 0) return status;
      if (load.endless) no_end = piece.count == 0 ? NoEnd::kTooLate : passes.look(s, feed.taken());
      if (no_end != NoEnd::kNone) return status;
      if (options.progress && !options.progress(feed.taken(), share_done(s, arena.config(), load, feed.taken()))) return status;
    } else {
      return status;
    }
  }
}

results::Busy share(const Time (&busy)[kCauses], Time clock) {
  if (clock == 0) return {};
  return {static_cast<double>(busy[0]) / static_cast<double>(clock), static_cast<double>(busy[1]) / static_cast<double>(clock)};
}

// The end of the last flash phase so far.
Time end_of_flash(const State& s, const Config& c) {
  Time end = 0;
  for (u32 i = 0; c.functional_only == 0 && i < c.channels; ++i) end = std::max(end, s.channels[i].end);
  return end;
}

// Where the clock stood. The plain loops finish what they have begun unless the drive is full.
Time stopped_time(const State& s, const Config& c, Status status) {
  if (s.whole != nullptr) return s.whole->now;
  return status == Status::kDriveFull ? s.now : std::max(s.now, end_of_flash(s, c));
}

// Where there are no multi-plane commands a die runs one array operation at a time, so its busy time is the sum over its planes.
std::vector<results::Busy> dies(const State& s, const Config& c, Time clock) {
  std::vector<results::Busy> result;
  for (u32 d = 0; d < c.total_planes / c.planes; ++d) {
    Time sum[kCauses] = {s.die_array[d][0], s.die_array[d][1]};
    for (u32 p = d * c.planes; s.whole == nullptr && p < (d + 1) * c.planes; ++p) {
      for (u32 k = 0; k < kCauses; ++k) sum[k] += s.plane_array[p][k];
    }
    result.push_back(share(sum, clock));
  }
  return result;
}

// A count of every block of the flash, plane by plane; the blocks of a superblock share one (S71).
template <class Count>
std::vector<u32> of_flash(const Config& c, Count count) {
  std::vector<u32> result;
  result.reserve(std::size_t{c.total_planes} * c.blocks);
  for (u32 p = 0; p < c.total_planes; ++p) {
    for (u32 block = 0; block < c.blocks; ++block) result.push_back(count(map_plane_of(c, p), block));
  }
  return result;
}

std::vector<u32> erase_counts(const State& s, const Config& c) {
  return of_flash(c, [&](PlaneId plane, u32 block) { return s.life[first_block(c, plane) + block] >> 1; });
}

// Before time 0; nothing if the drive was new.
std::vector<u32> erases_before(const DriveState* start, const Config& c) {
  return start == nullptr ? std::vector<u32>{} : of_flash(c, [&](PlaneId plane, u32 block) { return start->erases[u64{plane} * c.blocks + block]; });
}

std::vector<u64> plane_erases(const State& s, const Config& c, const DriveState* start) {
  const std::vector<u32> now = erase_counts(s, c), before = erases_before(start, c);
  std::vector<u64> result(c.total_planes);
  for (std::size_t block = 0; block < now.size(); ++block) result[block / c.blocks] += now[block] - (before.empty() ? 0 : before[block]);
  return result;
}

results::Lifetime lifetime_of(const State& s, const Config& c, const DriveState* start, bool ended) {
  const u64 written = s.host.bytes[static_cast<u32>(Direction::kWrite)], logical = c.logical_pages * c.page_bytes;
  return results::lifetime(erase_counts(s, c), erases_before(start, c), {.endurance = c.endurance, .written_bytes = written, .logical_bytes = logical, .ended = ended, .end = s.life_end});
}

void add_latencies(const State& s, results::Results& r) {
  const Histogram* write = &s.response[static_cast<u32>(Direction::kWrite)];
  const Histogram* read = &s.response[static_cast<u32>(Direction::kRead)];
  r.response = results::latency(std::array{write, read});
  r.read = results::latency(std::array{read});
  r.write = results::latency(std::array{write});
  r.trim = results::latency(std::array{&s.response[static_cast<u32>(Direction::kTrim)]});
}

// What the clock decided.
void add_timing(const State& s, const Config& c, const design::Design& design, results::Results& r) {
  add_latencies(s, r);
  r.commands = s.commands;
  r.bus_bytes = s.bus_bytes;
  r.clock = end_of_flash(s, c);
  r.units.assign(s.unit_times, s.unit_times + u64{c.channels} * c.units_per_channel);
  r.energy = results::energy_use(design.nand.energy, r.flash, r.bus_bytes, r.clock, design.geometry.total_dies());
  r.series = s.series;
  for (u32 i = 0; i < c.channels; ++i) r.channels.push_back(share(s.channel_bus[i], r.clock));
  for (u32 i = 0; i < c.channels * c.chips; ++i) r.chips.push_back(share(s.chip_array[i], r.clock));
  r.dies = dies(s, c, r.clock);
  for (u32 i = 0; i < c.total_planes; ++i) r.planes.push_back(share(s.plane_array[i], r.clock));
}

// Blocks may have been erased before time 0; how often in all is of this run, like every other count.
results::Results results_of(const Arena& arena, const State& s, const design::Design& design, const DriveState* start) {
  const Config& c = arena.config();
  results::Results r;
  r.functional_only = c.functional_only != 0;
  r.host = s.host;
  if (r.host.first_arrival == kNever) r.host.first_arrival = 0;
  r.flash = s.flash;
  if (!r.functional_only) add_timing(s, c, design, r);
  r.erases = results::erase_spread(erase_counts(s, c), c.blocks);
  const std::vector<u32> before = erases_before(start, c);
  r.erases.total -= std::accumulate(before.begin(), before.end(), u64{0});
  r.memory_bytes = arena.bytes();
  r.power_loss = design::power_loss_time(design);
  r.physical_pages = u64{c.map_planes} * c.pages_per_plane;
  return r;
}

bool preload(Arena& arena, const EngineEntry& engine, const Load& load) {
  const Config& c = arena.config();
  if (!c.read_unwritten_as_written) return true;
  std::vector<u64> lpns = read_before_written(load.requests, c.logical_pages, c.sectors_per_page);
  std::erase_if(lpns, [&](u64 lpn) { return arena.state().l2p[lpn] != kNoPage; });  // a filled drive has them already
  return engine.preload(&arena.state(), lpns.data(), lpns.size()) == Status::kDone;
}

}  // namespace

std::vector<u64> read_before_written(const RequestList& requests, u64 logical_pages, u32 sectors_per_page) {
  std::vector<bool> touched(logical_pages);
  std::vector<u64> result;
  for (const Request& r : requests) {
    // A trim takes effect on the pages that it covers wholly (S42).
    const bool trims = r.direction == Direction::kTrim;
    const u64 first = (r.sector + (trims ? sectors_per_page - 1 : 0)) / sectors_per_page;
    const u64 end = (r.sector + r.sectors + (trims ? 0 : sectors_per_page - 1)) / sectors_per_page;
    for (u64 lpn = first; lpn < end; ++lpn) {
      if (touched[lpn]) continue;
      touched[lpn] = true;
      if (r.direction == Direction::kRead) result.push_back(lpn);
    }
  }
  return result;
}

design::Pass pass_of(const design::Design& design, const Load& load, const DriveState* start) {
  if (!design::beyond_plain(design).empty()) return design::Pass::kAll;
  const bool coupled = is_coupled(design, load, [&] { return has_sector_states(design, load, start, false); });
  return coupled ? design::Pass::kAllCoupled : design::Pass::kAllIndependent;
}

u64 memory_needed(const design::Design& design, const Load& load, const DriveState* start, design::Pass pass, bool any_parts, bool whole) {
  ArenaShape shape = arena_shape(design, load, start, any_parts);
  shape.pass = pass;
  shape.whole = whole;
  return Arena::bytes_needed(design, shape);
}

ArenaShape shape_of_run(const design::Design& design, const Load& load, const Options& options) {
  ArenaShape shape = arena_shape(design, load, options.start, options.any_parts);
  shape.pass = options.pass;
  shape.operations = options.first_operations;
  shape.slots = options.first_slots;
  shape.whole = options.whole || options.timeline;
  shape.memory_limit = options.memory_limit;
  return shape;
}

Started start(Arena& arena, const EngineEntry& engine, const design::Design& design, const Load& load, const Options& options) {
  State& s = arena.state();
  const Config& c = arena.config();
  if (options.start != nullptr) restore(s, c, *options.start);
  else if (design.start.filled && !fill(s, c, design, options.making)) return Started::kStopped;
  const bool fits = preload(arena, engine, load);
  for (u32 p = 0; p < c.map_planes; ++p) s.series.free_at_start += s.space[p].free_pages;
  if (!fits) return Started::kFull;
  return options.making && !options.making(design.start.filled ? pages_filled(design, c.total_planes) : 0, 1) ? Started::kStopped : Started::kReady;
}

namespace {

// With superblocks what is full is the group of the plane.
void describe_full_plane(const State& s, const Config& c, Outcome& outcome) {
  outcome.full_plane = s.full_plane;
  const Ppn first = map_plane_of(c, s.full_plane) * c.page_stride;
  for (Ppn page = first; page < first + c.pages_per_plane; ++page) {
    const u32 lpn = s.p2l[page];
    if (lpn < c.logical_pages && s.l2p[lpn] == page) ++outcome.full_valid;
  }
  outcome.full_free = s.space[map_plane_of(c, s.full_plane)].free_pages;
  outcome.full_invalid = c.pages_per_plane - outcome.full_valid - outcome.full_free;
}

// Where each logical page is, as the flash numbers its pages.
std::vector<Ppn> flash_map(const State& s, const Config& c) {
  std::vector<Ppn> map(s.l2p, s.l2p + c.logical_pages);
  for (Ppn& page : map) page = page == kNoPage ? kNoPage : flash_page_of(s, c, page);
  return map;
}

void keep_times(State& s, u64 requests, Outcome& outcome) {
  outcome.arrivals.assign(requests, 0);
  outcome.completions.assign(requests, 0);
  outcome.splits.assign(requests, {});
  s.arrival_out = outcome.arrivals.data();
  s.completion_out = outcome.completions.data();
  s.split_out = reinterpret_cast<Time(*)[kParts]>(outcome.splits.data());
}

std::vector<std::pair<Time, u64>> buckets_of(const Histogram& histogram) {
  std::vector<std::pair<Time, u64>> result;
  for (u32 bucket = 0; histogram.count != 0 && bucket <= Histogram::bucket_of(histogram.max); ++bucket) {
    if (histogram.buckets[bucket] != 0) result.emplace_back(std::min(Histogram::upper_edge(bucket), histogram.max), histogram.buckets[bucket]);
  }
  return result;
}

void keep_responses(const State& s, const Config& c, Outcome& outcome) {
  if (c.functional_only != 0) return;
  for (std::size_t direction = 0; direction < outcome.responses.size(); ++direction) outcome.responses[direction] = buckets_of(s.response[direction]);
}

Ending ending_of(const Outcome& outcome) {
  if (outcome.status == Status::kEndOfLife) return Ending::kEndOfLife;
  return outcome.status == Status::kDone && !outcome.results.partial ? Ending::kComplete : Ending::kCutShort;
}

}  // namespace

void conclude(Arena& arena, const design::Design& design, const DriveState* from, bool complete, Outcome& outcome) {
  const State& s = arena.state();
  outcome.out_of_memory = outcome.status == Status::kNeedOps || outcome.status == Status::kNeedSlots;
  if (outcome.status == Status::kDriveFull) describe_full_plane(s, arena.config(), outcome);
  outcome.fault = s.fault;
  outcome.stopped_at = s.next_number;
  outcome.stopped_time = stopped_time(s, arena.config(), outcome.status);
  outcome.results = results_of(arena, s, design, from);
  outcome.results.lifetime = lifetime_of(s, arena.config(), from, outcome.status == Status::kEndOfLife);
  outcome.results.partial = outcome.status != Status::kEndOfLife && !complete;
}

Outcome run(const design::Design& design, const EngineEntry& engine, const Load& load, const Options& options) {
  Arena arena(design, shape_of_run(design, load, options));
  State& s = arena.state();
  s.seed = load.seed;
  Outcome outcome;
  const bool keep = options.keep_times && !load.endless;
  if (keep) keep_times(s, load.requests.size(), outcome);
  const auto begin = std::chrono::steady_clock::now();
  const Started started = start(arena, engine, design, load, options);
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
  Feed feed(load, options.piece);
  outcome.status = feed_all(arena, engine, load, options, feed, outcome);
  if (recorder) outcome.timeline = recorder->take();
  outcome.unreadable = feed.error();
  conclude(arena, design, options.start, !load.endless && feed.taken() == load.requests.size(), outcome);
  if (options.keep_responses) keep_responses(s, arena.config(), outcome);
  if (options.keep_plane_erases) outcome.plane_erases = plane_erases(s, arena.config(), options.start);
  if (options.keep_state && outcome.status == Status::kDone && !outcome.results.partial) outcome.state = capture(s, arena.config(), outcome.results.clock);
  if (options.check || kDebugBuild) {
    outcome.violations = check_conservation(s, arena.config(), outcome.results, load.requests.size(), ending_of(outcome));
  }
  if (keep) {
    outcome.map = flash_map(s, arena.config());
    outcome.block_erases = erase_counts(s, arena.config());
  }
  return outcome;
}

}  // namespace ssd::simulation
