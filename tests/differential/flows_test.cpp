// Random drives under several flows (host.flows): the engine gives the same times, counts and map as the oracle, and
// flows that are all open are the same as their merged requests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/trace/rounds.h"
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

// Divides the requests of a case among flows: open ones keep their arrivals, closed ones get think times.
oracle::Workload divided(const RandomCase& c, bool open) {
  Random random(c.seed + 77);
  oracle::Workload workload;
  workload.flows.resize(between(random, open ? 2 : 1, 4));
  workload.until_first = !open && chance(random, 30);
  std::vector<oracle::Time> last(workload.flows.size());
  for (oracle::Flow& flow : workload.flows) flow.closed = !open && chance(random, 60) ? between(random, 1, 6) : 0;
  Random queues(c.seed + 79);
  for (oracle::Flow& flow : workload.flows) {
    if (chance(queues, 30)) flow.queue = between(queues, 0, c.choices.host.queues - 1);
  }
  oracle::Time arrival = 0;
  for (oracle::HostRequest request : c.workload.requests) {
    oracle::Flow& flow = workload.flows[between(random, 0, std::ssize(workload.flows) - 1)];
    arrival = c.workload.closed != 0 ? arrival + request.arrival : request.arrival;
    request.arrival = flow.closed == 0 ? arrival : chance(random, 50) ? 0 : between(random, 0, 400'000);
    flow.requests.push_back(request);
  }
  std::erase_if(workload.flows, [](const oracle::Flow& flow) { return flow.requests.empty(); });
  return workload;
}

std::vector<Request> requests_of(const oracle::Workload& workload) {
  std::vector<Request> result;
  for (std::size_t i = 0; i < workload.flows.size(); ++i) {
    for (const oracle::HostRequest& r : workload.flows[i].requests) result.push_back(request_of(r, i));
  }
  return result;
}

run::Load load_of(const oracle::Workload& workload, std::vector<Request> requests) {
  run::Load load{.requests = RequestList(std::move(requests))};
  for (const oracle::Flow& flow : workload.flows)
    load.flows.push_back({"f", flow.requests.size(), static_cast<u32>(flow.closed), flow.queue});
  return load;
}

struct Counted {
  int plain = 0, first = 0;
};

void compare(const RandomCase& c, Counted& counted) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << "seed " << c.seed << "\n" << compiled.errors << c.text();
  const design::Design& design = *compiled.design;
  const oracle::Workload workload = divided(c, false);
  run::Load load = load_of(workload, requests_of(workload));
  load.by_flow = true;
  load.ends_with_first = workload.until_first;
  run::Options options = options_of(c);
  options.pass = Pass::kWhole;
  const auto engine = run::run(design, generic_engine(), load, options);
  const auto oracle = oracle::simulate(c.drive(), workload);
  const std::string found = difference(engine, oracle, {.requests = oracle.requests});
  EXPECT_EQ(found, "") << "seed " << c.seed;
  if (oracle.drive_full || !found.empty()) return;
  counted.plain += design.config.whole == 0;
  counted.first += workload.until_first;
  if (c.seed % 20 != 0) return;
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0, Pass::kWhole);
  EXPECT_EQ(difference(run::run(design, jit.entry, load, options), oracle, {.requests = oracle.requests}), "")
      << "seed " << c.seed << ", specialised";
}

TEST(Flows, EngineEqualsOracle) {
  Counted counted;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(random_case(seed), counted);
  if (sliced()) return;
  EXPECT_GT(counted.plain, 20);
  EXPECT_GT(counted.first, 20);
}

TEST(Flows, OfIndirectionUnitsEqualTheOracle) {
  Counted counted;
  const Slice slice = slice_of(1, 200);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(iu_case(seed), counted);
  EXPECT_TRUE(sliced() || counted.first > 10);
}

// Flushes, forced writes, and completions that the host sees together.
TEST(Flows, OfHostsThatAskForFlashEqualTheOracle) {
  Counted counted;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(seed % 2 == 0 ? forced_case(seed) : coalesce_case(seed), counted);
  EXPECT_TRUE(sliced() || counted.first > 20);
}

// All flows closed, in one loop (generator.rounds).
oracle::Workload sharing(const RandomCase& c) {
  oracle::Workload workload = divided(c, false);
  Random random(c.seed + 78);
  workload.shared_loop = true;
  for (oracle::Flow& flow : workload.flows) {
    flow.closed = between(random, 1, 6);
    for (oracle::HostRequest& request : flow.requests)
      request.arrival = chance(random, 50) ? 0 : between(random, 0, 400'000);
  }
  return workload;
}

TEST(Flows, ThatShareALoopEqualTheOracle) {
  int several = 0;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text());
    const oracle::Workload workload = sharing(c);
    std::vector<trace::FlowRequests> flows;
    for (const oracle::Flow& flow : workload.flows)
      flows.push_back({"f", flow.requests.size(), static_cast<u64>(flow.closed)});
    const u64 depth = trace::depth_of_all(flows);
    run::Load load = load_of(workload, trace::in_rounds(requests_of(workload), flows, workload.until_first));
    load.closed_depth = static_cast<u32>(depth);
    const auto engine = run::run(design, generic_engine(), load, options_of(c));
    const auto oracle = oracle::simulate(c.drive(), workload);
    const std::string found = difference(engine, oracle, {.requests = oracle.requests});
    EXPECT_EQ(found, "") << "seed " << seed;
    if (oracle.drive_full || !found.empty()) continue;
    several += workload.flows.size() > 1;
  }
  EXPECT_TRUE(sliced() || several > 100);
}

TEST(Flows, OpenOnesAreTheirMergedRequests) {
  const Slice slice = slice_of(1, 100);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text());
    const oracle::Workload workload = divided(c, true);
    std::vector<Request> requests = requests_of(workload);
    run::Load apart = load_of(workload, requests);
    apart.by_flow = true;
    std::ranges::stable_sort(requests, {}, &Request::arrival);
    const run::Load merged = load_of(workload, requests);
    run::Options options = options_of(c);
    const auto one = run::run(design, generic_engine(), merged, options);
    options.pass = Pass::kWhole;
    const auto other = run::run(design, generic_engine(), apart, options);
    EXPECT_EQ(one.status, other.status) << seed;
    if (one.status != Status::kDone) continue;
    EXPECT_EQ(one.completions, other.completions) << seed;
    EXPECT_EQ(one.map, other.map) << seed;
    for (std::size_t flow = 0; flow < one.results.flows.size(); ++flow) {
      EXPECT_EQ(one.results.flows[flow].numbers.response.mean, other.results.flows[flow].numbers.response.mean) << seed;
      EXPECT_EQ(one.results.flows[flow].numbers.host.last_completion,
                other.results.flows[flow].numbers.host.last_completion)
          << seed;
    }
  }
}

}  // namespace
}  // namespace ssd::differential
