// Random drives under workloads with phases (host.phases, account.phases): the engine gives the same times, splits,
// counts and map as the oracle; the specialised engine equals the generic one, the functional pass counts what a whole
// run counts, a warm-up leaves what the workload of `start` leaves, and open phases are one open loop with the arrivals
// of later phases shifted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "runtime/abi/functional_obstacle.h"
#include "tests/compile_text.h"
#include "tests/differential/coalesce_case.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/comparison.h"
#include "tests/differential/environment.h"
#include "tests/differential/forced_case.h"
#include "tests/differential/iu_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

struct Shapes {
  bool open = false, by_time = false, warm_up = false;
};

// Cuts the requests of a case into phases; open ones keep the distances of their arrivals, closed ones get think times.
run::Load load_of(const RandomCase& c, const Shapes& shapes) {
  Random random(c.seed + 81);
  run::Load load;
  std::vector<Request> list;
  const auto count = static_cast<std::size_t>(between(random, 2, 4));
  const std::size_t each = c.workload.requests.size() / count + 1;
  Time begin = 0, last = 0;
  for (std::size_t i = 0; i < c.workload.requests.size(); ++i) {
    const std::size_t number = i / each;
    if (i % each == 0) {
      const bool closed = !shapes.open && chance(random, 60);
      load.flows.push_back({"p", 0, closed ? static_cast<u32>(between(random, 1, 6)) : 0});
      const bool timed = shapes.by_time && chance(random, 40);
      load.flows.back().phase = run::PhaseLoad{timed ? static_cast<Time>(between(random, 1, 20'000'000)) : 0,
                                               !shapes.warm_up || number + 1 == count || chance(random, 30)};
      if (number != 0 && load.flows[number - 1].phase->counted) load.flows[number].phase->counted = true;
    }
    const oracle::HostRequest& r = c.workload.requests[i];
    run::FlowLoad& phase = load.flows.back();
    const Time arrival = c.workload.closed != 0 ? last + r.arrival : r.arrival;
    if (i % each == 0) begin = arrival;
    last = arrival;
    const Time own = phase.closed_depth == 0 ? arrival - begin : chance(random, 50) ? 0 : between(random, 0, 400'000);
    if (phase.phase->length != 0 && phase.closed_depth == 0 && own >= phase.phase->length) continue;
    list.push_back(request_of(r, number));
    list.back().arrival = own;
    ++phase.requests;
  }
  load.flows.back().phase->counted = true;
  load.requests = RequestList(std::move(list));
  load.by_flow = true;
  return load;
}

run::Options options_for(const RandomCase& c) {
  run::Options options = options_of(c);
  options.pass = Pass::kWhole;
  options.check = options.keep_times = true;
  return options;
}

oracle::Workload workload_of(const run::Load& load) {
  oracle::Workload workload;
  for (const run::FlowLoad& phase : load.flows) {
    workload.flows.push_back({.requests = {}, .closed = phase.closed_depth});
    workload.flows.back().phase = oracle::Phase{.length = phase.phase->length, .counted = phase.phase->counted};
  }
  for (const Request& r : load.requests) {
    workload.flows[r.flow].requests.push_back({.arrival = r.arrival,
                                               .sector = static_cast<int64_t>(r.sector),
                                               .sectors = r.sectors,
                                               .is_read = r.direction == Direction::kRead,
                                               .is_trim = r.direction == Direction::kTrim,
                                               .handle = r.handle,
                                               .is_flush = r.direction == Direction::kFlush,
                                               .is_forced = r.forced != 0});
  }
  return workload;
}

// How many cases were whole runs, and of these how many had a warm-up, one that left erases behind it, and requests
// that never arrived.
struct Compared {
  int done = 0, warm = 0, worn = 0, cut = 0;
};

struct BothRuns {
  run::Load load;
  run::Outcome engine;
  oracle::Outcome oracle;
};

BothRuns run_both(const RandomCase& c) {
  const design::Design design = compile_text(c.text());
  run::Load load = load_of(c, {.by_time = c.seed % 2 == 0, .warm_up = c.seed % 3 != 0});
  auto engine = run::run(design, generic_engine(), load, options_for(c));
  auto oracle = oracle::simulate(c.drive(), workload_of(load));
  return {std::move(load), std::move(engine), std::move(oracle)};
}

std::string difference_of(const BothRuns& runs) {
  return difference(runs.engine, runs.oracle, {.requests = runs.oracle.requests});
}

void compare(const RandomCase& c, Compared& compared) {
  const auto both = run_both(c);
  const auto& [load, engine, oracle] = both;
  const std::string found = difference_of(both);
  EXPECT_EQ(found, "") << "seed " << c.seed << "\n" << c.text();
  if (oracle.drive_full || oracle.end_of_life || !found.empty()) return;
  EXPECT_EQ(engine.results.since, oracle.since) << "seed " << c.seed;
  const auto of_blocks = std::accumulate(oracle.block_erases.begin(), oracle.block_erases.end(), int64_t{0});
  EXPECT_EQ(engine.results.erases.total, static_cast<u64>(oracle.erases)) << "seed " << c.seed;
  ++compared.done;
  compared.warm += oracle.first_counted != 0;
  compared.worn += oracle.first_counted != 0 && of_blocks > oracle.erases;
  compared.cut += oracle.requests.size() < load.requests.size();
}

TEST(Phases, EngineEqualsOracle) {
  Compared compared;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !HasFatalFailure(); ++seed)
    compare(random_case(seed), compared);
  if (sliced()) return;
  EXPECT_GT(compared.done, 200);
  EXPECT_GT(compared.warm, 60);
  EXPECT_GT(compared.worn, 30);
  EXPECT_GT(compared.cut, 10);
}

TEST(Phases, OfIndirectionUnitsEqualTheOracle) {
  Compared compared;
  const Slice slice = slice_of(1, 200);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !HasFatalFailure(); ++seed)
    compare(iu_case(seed), compared);
  EXPECT_TRUE(sliced() || compared.worn > 10) << compared.worn;
}

// Behind these warm-ups the last thing to happen is that a cache register would take the next data (host.phases 4,
// command.cache_program). The first ends in its warm-up.
TEST(Phases, BeginWhenTheLastCacheRegisterIsOpen) {
  Compared compared;
  for (const std::uint64_t seed : {77, 317, 598, 1190, 1486, 1489, 1999}) compare(iu_case(seed), compared);
  EXPECT_GT(compared.warm, 2);
}

// Flushes, forced writes, and completions that the host sees together.
TEST(Phases, OfHostsThatAskForFlashEqualTheOracle) {
  Compared compared;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !HasFatalFailure(); ++seed)
    compare(seed % 2 == 0 ? forced_case(seed) : coalesce_case(seed), compared);
  EXPECT_TRUE(sliced() || compared.warm > 40) << compared.warm;
}

void expect_equal(const run::Outcome& a, const run::Outcome& b, std::uint64_t seed) {
  EXPECT_EQ(a.status, b.status) << seed;
  EXPECT_EQ(a.completions, b.completions) << seed;
  EXPECT_EQ(a.map, b.map) << seed;
  EXPECT_EQ(a.block_erases, b.block_erases) << seed;
  EXPECT_EQ(a.results.clock, b.results.clock) << seed;
  EXPECT_EQ(a.results.since, b.results.since) << seed;
  EXPECT_EQ(a.results.response.mean, b.results.response.mean) << seed;
  EXPECT_EQ(a.results.flash.host_programs, b.results.flash.host_programs) << seed;
  EXPECT_EQ(a.results.flash.collections, b.results.flash.collections) << seed;
}

TEST(Phases, SpecialisedEqualsGeneric) {
  int warm = 0, cut = 0;
  const Slice slice = slice_of(1, 200);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text());
    const run::Load load = load_of(c, {.by_time = seed % 2 == 0, .warm_up = seed % 3 == 0});
    const run::Options options = options_for(c);
    const auto generic = run::run(design, generic_engine(), load, options);
    EXPECT_TRUE(generic.violations.empty()) << seed << ": " << generic.violations.front();
    warm += generic.results.since != 0;
    cut += generic.stopped_at != load.requests.size();
    if (seed % 20 != 0) continue;
    const Simulator jit = make_simulator(design, EngineChoice::kJit, 0, Pass::kWhole);
    expect_equal(run::run(design, jit.entry, load, options), generic, seed);
  }
  if (sliced()) return;
  EXPECT_GT(warm, 20);
  EXPECT_GT(cut, 10);
}

// When an open phase begins is known before the run only if the one before ends by its length, so each is long enough
// for all its requests to leave.
TEST(Phases, OfOpenLoopsAreOneOpenLoop) {
  int same = 0;
  const Slice slice = slice_of(1, 150);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const std::string text = c.text();
    if (text.find(".flow") != std::string::npos) continue;  // a policy sees which phase it is
    const design::Design design = compile_text(text);
    run::Load apart = load_of(c, {.open = true});
    constexpr Time kLong = 10'000'000'000;
    for (run::FlowLoad& phase : apart.flows) phase.phase->length = kLong;
    std::vector<Request> shifted;
    for (Request r : apart.requests) {
      r.arrival += r.flow * kLong;
      r.flow = 0;
      shifted.push_back(r);
    }
    const run::Load merged{.requests = RequestList(std::move(shifted))};
    run::Options options = options_for(c);
    const auto phases = run::run(design, generic_engine(), apart, options);
    options.whole = true;
    options.pass = Pass::kAll;
    const auto one = run::run(design, generic_engine(), merged, options);
    EXPECT_EQ(phases.status, one.status) << seed;
    if (one.status != Status::kDone) continue;
    const bool fits = std::ranges::all_of(
        phases.results.flows, [](const results::FlowResults& phase) { return phase.numbers.host_span() < kLong; });
    if (!fits) continue;
    expect_equal(phases, one, seed);
    ++same;
  }
  EXPECT_TRUE(sliced() || same > 100) << same;
}

TEST(Phases, CountTheSameWithoutAClock) {
  int compared = 0, collecting = 0, warm = 0;
  const Slice slice = slice_of(1, 1200);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text());
    if (!functional_obstacle(design::config(design), Loop::kClosed, false).what.empty()) continue;
    run::Load load = load_of(c, {.warm_up = seed % 2 == 0});
    run::Options options = options_for(c);
    const auto whole = run::run(design, generic_engine(), load, options);
    load.by_flow = false;
    options.pass = Pass::kFunctional;
    options.piece = 1 + seed % 97;
    const auto alone = run::run(design, generic_engine(), load, options);
    ASSERT_EQ(whole.status, alone.status) << seed;
    if (whole.status != Status::kDone) continue;
    EXPECT_TRUE(alone.violations.empty()) << seed << ": " << alone.violations.front();
    const FlashCounts &w = whole.results.flash, &a = alone.results.flash;
    EXPECT_EQ(w.host_programs, a.host_programs) << seed;
    EXPECT_EQ(w.collection_programs, a.collection_programs) << seed;
    EXPECT_EQ(w.collections, a.collections) << seed;
    EXPECT_EQ(w.erases, a.erases) << seed;
    EXPECT_EQ(w.trimmed, a.trimmed) << seed;
    EXPECT_EQ(w.preloaded, a.preloaded) << seed;
    EXPECT_EQ(whole.results.erases.total, alone.results.erases.total) << seed;
    EXPECT_EQ(whole.results.completed(), alone.results.completed()) << seed;
    EXPECT_EQ(whole.map, alone.map) << seed;
    EXPECT_EQ(whole.block_erases, alone.block_erases) << seed;
    for (std::size_t i = 0; i < load.flows.size(); ++i)
      EXPECT_EQ(whole.results.flows[i].numbers.completed(), alone.results.flows[i].numbers.completed()) << seed;
    ++compared;
    collecting += w.collections != 0;
    warm += !load.flows.front().phase->counted;
  }
  if (sliced()) return;
  EXPECT_GT(compared, 80);
  EXPECT_GT(collecting, 20);
  EXPECT_GT(warm, 20);
}

// Without what only a drive that goes on keeps (account.phases).
bool leaves_all(const design::Design& design, const std::string& text) {
  const Config c = design::config(design);
  const bool reads_counters = text.find("now") != std::string::npos || text.find("write_amp") != std::string::npos;
  return c.buffer_slots == 0 && c.any_idle_slots == 0 && c.queues == 1 && c.read_unwritten_as_written == 0 &&
         c.keeps_ages == 0 && !reads_counters;
}

TEST(Phases, WarmUpsEqualStartRun) {
  int compared = 0;
  const Slice slice = slice_of(1, 1500);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const std::string text = c.text();
    const design::Design design = compile_text(text);
    if (!leaves_all(design, text)) continue;
    run::Load load = load_of(c, Shapes{});
    const auto half = static_cast<std::ptrdiff_t>(load.flows.front().requests);
    std::vector<Request> first, second;
    for (const Request& r : load.requests) {
      if (r.flow < 2) (r.flow == 0 ? first : second).push_back(r);
    }
    std::vector<Request> all = first;
    all.insert(all.end(), second.begin(), second.end());
    load.flows.resize(2);
    load.flows.front().phase->counted = false;
    load.requests = RequestList(all);
    run::Options options = options_for(c);
    const auto phases = run::run(design, generic_engine(), load, options);
    for (Request& r : second) r.flow = 0;
    options.keep_state = true;
    const run::Load before{.requests = RequestList(first), .closed_depth = load.flows[0].closed_depth};
    const auto start = run::run(design, generic_engine(), before, options);
    if (start.status != Status::kDone) continue;
    options.keep_state = false;
    options.start = &start.state;
    const run::Load then{.requests = RequestList(second), .closed_depth = load.flows[1].closed_depth};
    const auto measured = run::run(design, generic_engine(), then, options);
    ASSERT_EQ(phases.status, measured.status) << seed;
    if (measured.status != Status::kDone) continue;
    const results::Results &p = phases.results, &m = measured.results;
    EXPECT_EQ(p.response.mean, m.response.mean) << seed;
    EXPECT_EQ(p.response.p99, m.response.p99) << seed;
    EXPECT_EQ(p.clock, m.clock) << seed;
    EXPECT_EQ(p.flash.host_programs, m.flash.host_programs) << seed;
    EXPECT_EQ(p.flash.collections, m.flash.collections) << seed;
    EXPECT_EQ(p.flash.collection_programs, m.flash.collection_programs) << seed;
    EXPECT_EQ(p.flash.conflicts, m.flash.conflicts) << seed;
    EXPECT_EQ(p.bus_bytes, m.bus_bytes) << seed;
    EXPECT_EQ(p.erases.total, m.erases.total) << seed;
    EXPECT_EQ(p.execution().array, m.execution().array) << seed;
    EXPECT_EQ(phases.map, measured.map) << seed;
    EXPECT_EQ(phases.block_erases, measured.block_erases) << seed;
    for (std::ptrdiff_t i = half; i < std::ssize(all); ++i) {
      const auto number = static_cast<std::size_t>(i), later = static_cast<std::size_t>(i - half);
      ASSERT_EQ(phases.completions[number], measured.completions[later] + p.since) << seed << ", request " << later;
    }
    ++compared;
  }
  EXPECT_TRUE(sliced() || compared > 40) << compared;
}

}  // namespace
}  // namespace ssd::differential
