// Workloads with phases (host.phases, account.phases, generator.phases, generator.bursts): timelines worked out by
// hand, and what must equal what. The times of the drive are in timelines.h.
#include "runtime/run/staged_run.h"
#include "tests/unit/sema_texts.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// A phase by hand: its depth (0: open), its requests, whose arrivals are think times in a closed loop, its length in
// us, and whether it is counted.
struct HandPhase {
  u32 closed;
  std::vector<Request> requests;
  Time length = 0;
  bool counted = true;
};

run::Load load_of(const std::vector<HandPhase>& phases) {
  std::vector<Request> all;
  run::Load load;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    load.flows.push_back({"p" + std::to_string(i), phases[i].requests.size(), phases[i].closed});
    load.flows.back().phase = run::PhaseLoad{phases[i].length * kUs, phases[i].counted};
    for (Request request : phases[i].requests) {
      request.flow = static_cast<u8>(i);
      all.push_back(request);
    }
  }
  load.requests = RequestList(std::move(all));
  load.by_flow = true;
  return load;
}

// The arrivals and completions in us of the requests that arrived.
struct Ran {
  run::Outcome outcome;
  Times arrivals, completions;
};
Ran run_phases(const Shape& shape, const std::vector<HandPhase>& phases) {
  const run::Load load = load_of(phases);
  run::Options options;
  options.keep_times = options.check = true;
  options.pass = Pass::kWhole;
  const design::Design design = drive(shape);
  Ran ran{run::run(design, generic_engine(), load, options), {}, {}};
  const run::Outcome& o = ran.outcome;
  EXPECT_TRUE(o.violations.empty()) << o.violations.front();
  EXPECT_EQ(o.status, Status::kDone);
  EXPECT_FALSE(o.results.partial);
  for (options.piece = 1; options.piece < 5; ++options.piece)
    EXPECT_EQ(run::run(design, generic_engine(), load, options).completions, o.completions) << options.piece;
  const auto arrived = static_cast<std::ptrdiff_t>(o.stopped_at);
  ran.arrivals = in_us({o.arrivals.begin(), o.arrivals.begin() + arrived});
  ran.completions = in_us({o.completions.begin(), o.completions.begin() + arrived});
  return ran;
}

const Shape kTwoChips{.chips = 2, .sections = "host { read_unwritten: as_written }"};

// The example of host.phases: a closed phase that reads page 0 twice, and an open one that reads page 1 at 0 and 30.
const std::vector<Request> kTwice{read(0, 0), read(0, 0)}, kThen{read(0, 1), read(30, 1)};
TEST(Phases, BeginWhenTheOneBeforeHasEnded) {
  const Ran ran = run_phases(kTwoChips, {{1, kTwice}, {0, kThen}});
  EXPECT_EQ(ran.arrivals, (Times{0, 71, 142, 172}));
  EXPECT_EQ(ran.completions, (Times{71, 142, 213, 284}));
  EXPECT_EQ(ran.outcome.flow_of, (std::vector<u8>{0, 0, 1, 1}));
  ASSERT_EQ(ran.outcome.results.flows.size(), 2U);
  EXPECT_EQ(ran.outcome.results.flows[1].numbers.host.first_arrival, 142 * kUs);
  EXPECT_EQ(ran.outcome.results.flows[1].numbers.read.max, 112 * kUs);
  EXPECT_EQ(ran.outcome.results.read.count, 4U);
}

TEST(Phases, LastAsLongAsTheySay) {
  EXPECT_EQ(run_phases(kTwoChips, {{1, kTwice, 200}, {0, kThen}}).arrivals, (Times{0, 71, 200, 230}));
  const Ran cut = run_phases(kTwoChips, {{1, kTwice, 71}, {0, kThen}});
  EXPECT_EQ(cut.arrivals, (Times{0, 71, 101}));  // the arrival of `a` at 71 does not happen
  EXPECT_EQ(cut.outcome.flow_of[1], 1U);
  EXPECT_EQ(run_phases(kTwoChips, {{1, kTwice, 72}, {0, kThen}}).arrivals, (Times{0, 71, 142, 172}));
  // An open phase waits for the end of its time, too.
  EXPECT_EQ(run_phases(kTwoChips, {{0, kThen, 500}, {1, kTwice}}).arrivals, (Times{0, 30, 500, 571}));
}

// One place is given up at 71, because its think time leads behind 100; the other one goes on with the request that
// this place did not take.
TEST(Phases, GiveUpAPlaceWhoseNextArrivalIsTooLate) {
  const Shape apart{.channels = 2, .order = "channel > chip > die > plane"};
  const Ran ran = run_phases(apart, {{2, {read(50, 0), read(0, 1), read(0, 0), read(0, 1)}, 100}, {0, {read(0, 0)}}});
  EXPECT_EQ(ran.arrivals, (Times{0, 0, 71, 142}));
  EXPECT_EQ(ran.outcome.results.flows[0].numbers.read.count, 3U);
}

// With two queues of depth 1 the requests of each phase go to the queues in turn, as those of a workload without flows.
TEST(Phases, TakeTheQueuesInTurn) {
  const Shape shape{.chips = 2, .sections = "host { queues: 2  queue: 1 }"};
  const Ran ran = run_phases(shape, {{2, {read(0, 0), read(0, 1)}}, {2, {read(0, 0), read(0, 1)}}});
  EXPECT_EQ(ran.completions, (Times{71, 121, 192, 242}));
}

// Page 1 is written by the first phase, page 0 is not written before it is read.
TEST(Phases, PagesReadBeforeAnyPhaseWritesThemAreThere) {
  EXPECT_EQ(run_phases(kTwoChips, {{1, {write(0, 1)}}, {1, {read(0, 1)}}}).outcome.results.flash.preloaded, 0U);
  EXPECT_EQ(run_phases(kTwoChips, {{1, {write(0, 1)}}, {1, {read(0, 0)}}}).outcome.results.flash.preloaded, 1U);
}

// Chip 0 programs page 0 until 251, when the warm-up ends. Of the counted phase there is one read, 251 to 322.
TEST(Phases, AWarmUpIsNotCounted) {
  const std::vector<HandPhase> phases{{1, {write(0, 0)}, 0, false}, {1, {read(0, 0)}}};
  const auto r = run_phases(kTwoChips, phases).outcome.results;
  EXPECT_EQ(r.since, 251 * kUs);
  EXPECT_EQ(r.clock, 71 * kUs);
  EXPECT_EQ(r.flash.host_programs, 0U);
  EXPECT_EQ(r.flash.host_reads, 1U);
  EXPECT_EQ(r.read.count, 1U);
  EXPECT_EQ(r.write.count, 0U);
  EXPECT_EQ(r.host.bytes[static_cast<std::size_t>(Direction::kWrite)], 0U);
  EXPECT_EQ(r.flows[0].numbers.write.count, 1U);
  EXPECT_FALSE(r.flows[0].counted);
  EXPECT_DOUBLE_EQ(r.chips[0].total(), 20.0 / 71);
}

// A buffer that acknowledges at once: the request of the warm-up leaves at once, and the warm-up ends when the page is
// on the flash.
TEST(Phases, AWarmUpEndsWithTheDriveAtRest) {
  const Shape shape{.sections = "buffer { size: 4KiB  latency: 0ns }  host { complete_write: buffered }"};
  const Ran ran = run_phases(shape, {{1, {write(0, 0)}, 0, false}, {1, {write(0, 1)}}});
  EXPECT_EQ(ran.arrivals[1], 251U);
  EXPECT_EQ(ran.outcome.results.flash.host_programs, 1U);
  EXPECT_EQ(run_phases(shape, {{1, {write(0, 0)}}, {1, {write(0, 1)}}}).arrivals[1], 0U);
}

// The example of collection.background: from 853 on the unit has been at rest for 100. Behind a counted phase a request
// is still to come, so it collects; behind a warm-up none is until its time is over.
TEST(Phases, OfAWarmUpCollectNothingInTheBackgroundUntilTheirTimeIsOver) {
  const Shape shape{.blocks = 4,
                    .pages = 2,
                    .logical = "4KiB",
                    .sections = "gc { stop: free_blocks >= 3  idle: on  idle_after: 100us }"};
  const std::vector<Request> writes{write(0, 0), write(0, 1), write(0, 0)};
  const Ran counted = run_phases(shape, {{0, writes, 1000}, {1, {read(0, 1)}}});
  EXPECT_EQ(counted.completions[3], 2247U);
  EXPECT_EQ(counted.outcome.results.flash.background_collections, 1U);
  const Ran warm = run_phases(shape, {{0, writes, 1000, false}, {1, {read(0, 1)}}});
  EXPECT_EQ(warm.completions[3], 1071U);
  EXPECT_EQ(warm.outcome.results.flash.background_collections, 0U);
}

// ---- from the text on

struct Made {
  trace::Requests requests;
  std::vector<Request> list;
};
Made made(const std::string& text, std::optional<u64> requests = {}) {
  const auto result = check_text(text);
  EXPECT_FALSE(result->sink.has_errors()) << result->text();
  auto found = trace::requests_for(drive({}), result->checked.workloads.back(), {.requests = requests}, result->sources,
                                   result->sink);
  EXPECT_TRUE(found) << result->text();
  Made made;
  if (!found) return made;
  made.requests = *found;
  for (const Request& r : found->list) made.list.push_back(r);
  return made;
}

TEST(Phases, OneIsTheWorkload) {
  const std::string keys =
      "requests: 50  read: 40%  trim: 5%  size: mix(50%: 1KiB, 50%: 2KiB)  interval: exponential(1us)";
  const Made phase = made("workload W { phase a { " + keys + " } }"), plain = made("workload W { " + keys + " }");
  EXPECT_FALSE(phase.requests.by_flow);
  EXPECT_TRUE(std::ranges::equal(phase.list, plain.list, [](const Request& x, const Request& y) {
    return x.arrival == y.arrival && x.sector == y.sector && x.sectors == y.sectors && x.direction == y.direction;
  }));
}

TEST(Phases, EndAfterDriveWrites) {
  const u64 logical = drive({}).config.logical_pages;
  const Made whole = made("workload W { phase a { write: 100%  size: 2KiB  until: 1 drive_writes } }");
  EXPECT_EQ(whole.list.size(), logical);
  const Made some = made("workload W { phase a { write: 30%  size: 2KiB  until: 0.5 drive_writes } }");
  u64 written = 0;
  for (const Request& r : some.list) written += r.direction == Direction::kWrite ? 1 : 0;
  EXPECT_EQ(written, (logical + 1) / 2);
  EXPECT_EQ(some.list.back().direction, Direction::kWrite);
}

TEST(Phases, OfAnOpenLoopHaveTheRequestsOfTheirTime) {
  EXPECT_EQ(made("workload W { phase a { size: 2KiB  interval: 30us  for: 60us } }").list.size(), 2U);
  EXPECT_EQ(made("workload W { phase a { size: 2KiB  interval: 30us  for: 60.001us } }").list.size(), 3U);
  EXPECT_EQ(made("workload W { phase a { size: 2KiB  rate: 50_000/s  for: 1ms } }").list.size(), 50U);
}

TEST(Phases, TheNumberOfRequestsIsTheMost) {
  const std::string text =
      "workload W { phase a { size: 2KiB  requests: 7 }  phase b { size: 2KiB  interval: 30us  for: 90us } }";
  EXPECT_EQ(made(text).list.size(), 10U);
  EXPECT_EQ(made(text, 2).list.size(), 4U);
  EXPECT_EQ(made(text, 5).list.size(), 8U);
}

TEST(Bursts, KeepTheIntervalsWithin) {
  const Made all = made("workload W { requests: 6  size: 2KiB  interval: 4us  bursts { on: 10us  off: 90us } }");
  Times arrivals;
  for (const Request& r : all.list) arrivals.push_back(r.arrival / kUs);
  EXPECT_EQ(arrivals, (Times{0, 4, 8, 102, 106, 200}));
}

// Of 4,000 arrivals at random all are in the first tenth of their 100 us, and the time is ten times that without
// bursts.
TEST(Bursts, HaveTheirShareOfTheTime) {
  const std::string keys = "requests: 4_000  size: 2KiB  interval: exponential(1us)";
  const Made plain = made("workload W { " + keys + " }");
  const Made all = made("workload W { " + keys + "  bursts { on: 10us  off: 90us } }");
  for (const Request& r : all.list) EXPECT_LT(r.arrival % (100 * kUs), 10 * kUs);
  const double ratio = static_cast<double>(all.list.back().arrival) / static_cast<double>(plain.list.back().arrival);
  EXPECT_NEAR(ratio, 10, 0.05);
}

// The same warm-up as a phase and as the workload of `start`, of a drive without a buffer.
TEST(Phases, AWarmUpIsTheWorkloadOfTheStart) {
  const std::string before = "write: 100%  size: 2KiB  closed: 3  requests: 400  seed: 1",
                    then = "read: 30%  size: 2KiB  closed: 2  requests: 300  seed: 2";
  const std::string keys =
      "geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 16  pages: 8  page: 2KiB }  capacity { "
      "overprovision: 30% }  host { read_unwritten: none }";
  const Made phases = made("workload W { phase a { " + before + "  counted: no }  phase b { " + then + " } }");
  run::Load load = load_of({{3, {}, 0, false}, {2, {}}});
  load.requests = phases.requests.list;
  load.flows[0].requests = 400;
  load.flows[1].requests = 300;
  const design::Design design = compile_text("design D { " + keys + " }");
  run::Options options;
  options.check = true;
  options.pass = Pass::kWhole;
  const auto whole = run::run(design, generic_engine(), load, options);
  EXPECT_TRUE(whole.violations.empty()) << whole.violations.front();

  const std::span all(phases.list);
  const run::Load first{.requests = RequestList(all.first(400)), .closed_depth = 3};
  options.keep_state = true;
  const auto start = run::run(design, generic_engine(), first, options);
  const run::Load second{.requests = RequestList(all.subspan(400)), .closed_depth = 2};
  options.start = &start.state;
  const auto measured = run::run(design, generic_engine(), second, options);
  EXPECT_EQ(whole.results.clock, measured.results.clock);
  EXPECT_EQ(whole.results.flash.collections, measured.results.flash.collections);
  EXPECT_EQ(whole.results.flash.collection_programs, measured.results.flash.collection_programs);
  EXPECT_EQ(whole.results.erases.total, measured.results.erases.total);
  EXPECT_EQ(whole.results.response.mean, measured.results.response.mean);
  EXPECT_EQ(whole.results.response.p99, measured.results.response.p99);
  EXPECT_GT(measured.results.flash.collections, 0U);
}

}  // namespace
}  // namespace ssd::timeline
