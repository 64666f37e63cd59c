// Workloads of several flows (host.flows, generator.flows): timelines worked out by hand, and what must equal what. The
// times of the drive are in timelines.h.
#include "runtime/run/staged_run.h"
#include "tests/unit/sema_texts.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// A flow by hand: its depth (0: open), and its requests, whose arrivals are think times in a closed loop.
struct HandFlow {
  u32 closed;
  std::vector<Request> requests;
};

run::Load load_of(const std::vector<HandFlow>& flows, bool ends_with_first = false) {
  std::vector<Request> all;
  run::Load load;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    load.flows.push_back({"f" + std::to_string(i), flows[i].requests.size(), flows[i].closed});
    for (Request request : flows[i].requests) {
      request.flow = static_cast<u8>(i);
      all.push_back(request);
    }
  }
  load.requests = RequestList(std::move(all));
  load.by_flow = true;
  load.ends_with_first = ends_with_first;
  return load;
}

run::Outcome run_flows(const Shape& shape, const run::Load& load) {
  run::Options options;
  options.keep_times = options.check = true;
  options.pass = Pass::kWhole;
  const design::Design design = drive(shape);
  const run::Outcome outcome = run::run(design, generic_engine(), load, options);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.violations.front();
  EXPECT_EQ(outcome.status, Status::kDone);
  for (options.piece = 1; options.piece < 5; ++options.piece)
    EXPECT_EQ(run::run(design, generic_engine(), load, options).completions, outcome.completions) << options.piece;
  return outcome;
}

const Shape kTwoChips{.chips = 2, .sections = "host { read_unwritten: as_written }"};

// The example of host.flows: a closed flow that reads page 0 three times, and an open one that reads page 1 at 0
// and 30.
TEST(Flows, CompletionsFeedTheirOwnFlow) {
  const auto outcome =
      run_flows(kTwoChips, load_of({{1, {read(0, 0), read(0, 0), read(0, 0)}}, {0, {read(0, 1), read(30, 1)}}}));
  EXPECT_EQ(in_us(outcome.arrivals), (Times{0, 0, 30, 71, 173}));
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 122, 224, 173, 274}));
  EXPECT_EQ(outcome.flow_of, (std::vector<u8>{0, 1, 1, 0, 0}));
  ASSERT_EQ(outcome.results.flows.size(), 2U);
  const auto& a = outcome.results.flows[0].numbers;
  EXPECT_EQ(a.read.count, 3U);
  EXPECT_EQ(a.read.max, 102 * kUs);
  EXPECT_DOUBLE_EQ(a.read.mean, (71 + 102 + 101) * 1000.0 / 3);
  EXPECT_EQ(a.host_span(), 274 * kUs);
  const auto& b = outcome.results.flows[1].numbers;
  EXPECT_EQ(b.read.max, 194 * kUs);
  EXPECT_EQ(b.host.first_arrival, 0U);
  EXPECT_EQ(b.host.last_completion, 224 * kUs);
}

// The same with a fourth request of the closed flow, which would arrive at 274. The open flow is through at 224.
TEST(Flows, TheRunMayEndWithTheFirstFlow) {
  const std::vector<HandFlow> flows{{1, {read(0, 0), read(0, 0), read(0, 0), read(0, 0)}},
                                    {0, {read(0, 1), read(30, 1)}}};
  EXPECT_EQ(in_us(run_flows(kTwoChips, load_of(flows)).arrivals), (Times{0, 0, 30, 71, 173, 274}));
  const auto outcome = run_flows(kTwoChips, load_of(flows, true));
  EXPECT_EQ(outcome.stopped_at, 5U);
  EXPECT_EQ(in_us({outcome.completions.begin(), outcome.completions.begin() + 5}), (Times{71, 122, 224, 173, 274}));
  EXPECT_EQ(outcome.completions[5], kNever);
  EXPECT_FALSE(outcome.results.partial);
  EXPECT_EQ(outcome.results.flows[0].numbers.read.count, 3U);
}

// A think time of 5 delays the next request of the same flow only.
TEST(Flows, ThinkTimesAreThoseOfTheFlow) {
  const auto outcome = run_flows({.channels = 2, .order = "channel > chip > die > plane"},
                                 load_of({{1, {read(5, 0), read(5, 0)}}, {1, {read(0, 1), read(0, 1)}}}));
  EXPECT_EQ(in_us(outcome.arrivals), (Times{0, 0, 71, 76}));
  EXPECT_EQ(outcome.flow_of, (std::vector<u8>{0, 1, 1, 0}));
}

// With two queues of depth 1 each flow has its own: the second request of flow 0 waits for the first, flow 1 does not.
// At 71 it takes the bus for its command, to 72, then come the data of flow 1, to 122, and its own, to 172.
TEST(Flows, HaveQueuesOfTheirOwn) {
  const Shape shape{.chips = 2, .sections = "host { queues: 2  queue: 1 }"};
  const auto outcome = run_flows(shape, load_of({{2, {read(0, 0), read(0, 0)}}, {1, {read(0, 1)}}}));
  EXPECT_EQ(outcome.flow_of, (std::vector<u8>{0, 0, 1}));
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 172, 122}));
}

// Both flows go to queue 1, of depth 1, so the second request waits for the first.
TEST(Flows, MayNameTheirQueue) {
  const Shape shape{.chips = 2, .sections = "host { queues: 2  queue: 1 }"};
  run::Load load = load_of({{1, {read(0, 0)}}, {1, {read(0, 1)}}});
  EXPECT_EQ(in_us(run_flows(shape, load).completions), (Times{71, 121}));
  load.flows[0].queue = 1;
  EXPECT_EQ(in_us(run_flows(shape, load).completions), (Times{71, 142}));
  run::Load one = load_of({{2, {read(0, 0), read(0, 1)}}});  // requests i mod 2, unless it names a queue
  EXPECT_EQ(in_us(run_flows(shape, one).completions), (Times{71, 121}));
  one.flows[0].queue = 0;
  EXPECT_EQ(in_us(run_flows(shape, one).completions), (Times{71, 142}));
}

// Page 1 is written by one flow and read by the other: it is there before time 0, whichever comes first.
TEST(Flows, PagesThatOneOfThemReadsFirstAreThere) {
  const std::vector<HandFlow> flows{{1, {write(0, 1)}}, {1, {read(0, 1)}}};
  EXPECT_EQ(run_flows(kTwoChips, load_of(flows)).results.flash.preloaded, 1U);
  EXPECT_EQ(run_flows(kTwoChips, load_of({flows[1], flows[0]})).results.flash.preloaded, 1U);
  EXPECT_EQ(run_flows(kTwoChips, load_of({{1, {write(0, 1), read(0, 1)}}, {1, {}}})).results.flash.preloaded, 0U);
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
bool equal(const std::vector<Request>& a, const std::vector<Request>& b) {
  return std::ranges::equal(a, b, [](const Request& x, const Request& y) {
    return x.arrival == y.arrival && x.sector == y.sector && x.sectors == y.sectors && x.direction == y.direction;
  });
}

TEST(Flows, OneIsTheWorkload) {
  const std::string keys =
      "requests: 50  read: 40%  trim: 5%  size: mix(50%: 1KiB, 50%: 2KiB)  interval: exponential(1us)";
  EXPECT_TRUE(equal(made("workload W { flow a { " + keys + " } }").list, made("workload W { " + keys + " }").list));
}

TEST(Flows, AllOpenOnesAreMergedByArrival) {
  const Made all = made(
      "workload W { flow a { requests: 3  size: 2KiB  interval: 20us }  flow b { requests: 3  size: 2KiB  interval: "
      "10us } }");
  EXPECT_FALSE(all.requests.by_flow);
  std::vector<std::pair<Time, u8>> order;
  for (const Request& r : all.list) order.emplace_back(r.arrival / kUs, r.flow);
  EXPECT_EQ(order, (std::vector<std::pair<Time, u8>>{{0, 0}, {0, 1}, {10, 1}, {20, 0}, {20, 1}, {40, 0}}));
}

TEST(Flows, StayApartIfOneIsClosedOrTheFirstEndsTheRun) {
  EXPECT_TRUE(made("workload W { flow a { size: 2KiB  closed: 1 }  flow b { size: 2KiB } }").requests.by_flow);
  EXPECT_TRUE(made("workload W { until: first  flow a { size: 2KiB }  flow b { size: 2KiB } }").requests.by_flow);
  const Made one = made("workload W { flow a { size: 2KiB  closed: 3 } }");
  EXPECT_FALSE(one.requests.by_flow);
  EXPECT_EQ(one.requests.closed, 3U);
}

// The drive has 8 logical pages of 4 sectors.
TEST(Flows, HaveTheirParts) {
  const Made all = made(
      "workload W { flow a { requests: 3  size: 2KiB  address: sequential  over: 25% .. 50% }"
      "  flow b { requests: 2  size: 2KiB  address: sequential over 50%  over: 8KiB .. 12KiB  closed: 1 } }");
  std::vector<u64> pages;
  for (const Request& r : all.list) pages.push_back(r.sector / 4);
  EXPECT_EQ(pages, (std::vector<u64>{2, 3, 2, 4, 4}));
}

TEST(Flows, DrawDifferentNumbersUnlessTheSeedIsTheSame) {
  const auto flows = [](const std::string& seed) {
    const Made all = made(
        "workload W { flow a { requests: 20  size: 2KiB  closed: 1 }  flow b { requests: 20  size: 2KiB  closed: 1 " +
        seed + " } }");
    return equal({all.list.begin(), all.list.begin() + 20}, {all.list.begin() + 20, all.list.end()});
  };
  EXPECT_FALSE(flows(""));
  EXPECT_TRUE(flows("seed: 1"));
}

TEST(Flows, TheNumberOfRequestsIsThatOfEach) {
  EXPECT_EQ(made("workload W { flow a { size: 2KiB }  flow b { size: 2KiB } }", 7).list.size(), 14U);
}

TEST(Flows, OfTheSameNameAreOneAlongAChain) {
  const auto result = check_text(
      "workload A { flow a { requests: 5  read: 100% }  flow b { } }\n"
      "workload B from A { flow a { read: 0% }  flow c { closed: 2 } }");
  ASSERT_FALSE(result->sink.has_errors()) << result->text();
  const auto& flows = result->checked.workloads.back().flows;
  ASSERT_EQ(flows.size(), 3U);
  EXPECT_EQ(flows[0].name, "a");
  EXPECT_EQ(flows[0].requests, 5U);
  EXPECT_EQ(std::get<workload::Generator>(flows[0].source).read_parts, 0U);
  EXPECT_EQ(flows[2].closed, 2U);
  EXPECT_EQ(flows[2].seed, 3U);
}

}  // namespace
}  // namespace ssd::timeline
