// Timelines of random drives: recording does not change the results; no resource has two phases at a time; what is
// recorded of a resource sums to its results; and the phases of a request lie between its admission and its completion.
// Environment variables: see environment.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"
#include "tests/differential/requests_case.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"
#include "tests/differential/write_order_case.h"

namespace ssd::differential {
namespace {

using results::Timeline;
using results::TimelinePhase;

run::Outcome run(const design::Design& design, const RandomCase& c, std::optional<results::TimelineBounds> timeline) {
  const std::vector<Request> requests = c.requests();
  run::Options options;
  options.keep_times = true;
  options.timeline = timeline;
  return run::run(design, generic_engine(), {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)},
                  options);
}

results::TimelineBounds everything() { return {.bytes = u64{1} << 40}; }

void expect_same_results(const run::Outcome& a, const run::Outcome& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.arrivals, b.arrivals);
  EXPECT_EQ(a.completions, b.completions);
  EXPECT_EQ(a.splits, b.splits);
  EXPECT_EQ(a.map, b.map);
  EXPECT_EQ(a.block_erases, b.block_erases);
  EXPECT_EQ(a.results.clock, b.results.clock);
  EXPECT_EQ(a.results.flash.conflicts, b.results.flash.conflicts);
  EXPECT_EQ(a.results.flash.idle_collections, b.results.flash.idle_collections);
}

Cause cause_of(Purpose purpose) {
  return purpose == Purpose::kHost || purpose == Purpose::kReadModifyWrite || purpose == Purpose::kReadAhead ||
                 purpose == Purpose::kEviction
             ? Cause::kHost
             : Cause::kCollection;
}

struct Resource {
  std::vector<std::pair<Time, Time>> spans;
  Time busy[kCauses] = {};
};

Time length_of_union(std::vector<std::pair<Time, Time>> spans) {
  std::ranges::sort(spans);
  Time length = 0, reached = 0;
  for (const auto& [start, end] : spans) {
    const Time from = std::max(start, reached);
    length += end > from ? end - from : 0;
    reached = std::max(reached, end);
  }
  return length;
}

void expect_busy(const char* what, const std::map<u32, Resource>& found, const std::vector<results::Busy>& busy,
                 Time clock) {
  for (u32 i = 0; i < busy.size(); ++i) {
    const auto at = found.find(i);
    for (u32 k = 0; k < kCauses; ++k) {
      const Time sum = at == found.end() ? 0 : at->second.busy[k];
      EXPECT_EQ(clock == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(clock),
                k == 0 ? busy[i].host : busy[i].collection)
          << what << " " << i << " cause " << k;
    }
    if (at == found.end()) continue;
    auto spans = at->second.spans;
    std::ranges::sort(spans);
    for (std::size_t n = 1; n < spans.size(); ++n)
      ASSERT_LE(spans[n - 1].second, spans[n].first) << what << " " << i << " has two phases at a time";
  }
}

// Chips: the union of their planes' phases. Units: the same, with suspend and resume.
void expect_unions(const Timeline& timeline, const design::Design& design, const results::Results& results) {
  const u64 per_chip = design.geometry.dies * design.geometry.planes,
            per_unit = design.geometry.total_planes() / results.units.size();
  std::map<u64, std::vector<std::pair<Time, Time>>> chips, units;
  for (const TimelinePhase& phase : timeline.phases) {
    if (is_on_bus(phase.kind)) continue;
    if (counts_as_busy(phase.kind)) chips[phase.place / per_chip].emplace_back(phase.start, phase.end);
    units[phase.place / per_unit].emplace_back(phase.start, phase.end);
  }
  for (u64 i = 0; i < results.chips.size(); ++i) {
    const double share =
        results.clock == 0 ? 0 : static_cast<double>(length_of_union(chips[i])) / static_cast<double>(results.clock);
    EXPECT_NEAR(share, results.chips[i].total(), 1e-12) << "chip " << i;
  }
  for (u64 i = 0; i < results.units.size(); ++i)
    EXPECT_EQ(length_of_union(units[i]), results.units[i].array) << "unit " << i;
}

void expect_sums(const Timeline& timeline, const design::Design& design, const results::Results& results) {
  std::map<u32, Resource> buses, planes;
  for (const TimelinePhase& phase : timeline.phases) {
    Resource& resource = (is_on_bus(phase.kind) ? buses : planes)[phase.place];
    resource.spans.emplace_back(phase.start, phase.end);
    if (counts_as_busy(phase.kind))
      resource.busy[static_cast<u32>(cause_of(timeline.operations[phase.operation].purpose))] +=
          phase.end - phase.start;
  }
  expect_busy("channel", buses, results.channels, results.clock);
  expect_busy("plane", planes, results.planes, results.clock);
  expect_unions(timeline, design, results);
}

void expect_requests_hold_their_phases(const Timeline& timeline, const design::Design& design,
                                       const run::Outcome& outcome) {
  std::map<u64, const RequestTold*> requests;
  for (const RequestTold& told : timeline.requests) {
    requests[told.number] = &told;
    EXPECT_EQ(told.arrival, outcome.arrivals[told.number]);
    EXPECT_EQ(told.completion, outcome.completions[told.number]);
  }
  const bool early = design::config(design).complete_write == CompleteWrite::kTransferred;
  for (const TimelinePhase& phase : timeline.phases) {
    const results::TimelineOperation& operation = timeline.operations[phase.operation];
    const auto found = requests.find(operation.request);
    if (operation.request == kNoRequest || found == requests.end())
      continue;  // it belongs to no request, or to one that is not complete at the end of life
    EXPECT_GE(phase.start, found->second->admitted);
    if (early && !is_on_bus(phase.kind)) continue;
    EXPECT_LE(phase.end, found->second->completion) << "request " << operation.request;
  }
}

void check_case(const RandomCase& c) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << compiled.errors;
  const run::Outcome plain = run(*compiled.design, c, std::nullopt), recorded = run(*compiled.design, c, everything());
  if (plain.status == Status::kDriveFull) {  // no other results to compare: the plain loops stop anywhere
    EXPECT_EQ(recorded.status, Status::kDriveFull);
    EXPECT_EQ(recorded.full_plane, plain.full_plane);
    return;
  }
  expect_same_results(plain, recorded);
  EXPECT_EQ(recorded.timeline.before + recorded.timeline.after + recorded.timeline.beyond, 0U);
  expect_sums(recorded.timeline, *compiled.design, recorded.results);
  expect_requests_hold_their_phases(recorded.timeline, *compiled.design, recorded);
}

void check_cases(std::uint64_t cases, RandomCase (*make)(std::uint64_t)) {
  const Slice slice = slice_of(1, cases);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    check_case(make(seed));
  }
}

TEST(Recorded, RandomDrives) { check_cases(1000, random_case); }
TEST(Recorded, DrivesThatWearOut) { check_cases(150, worn_case); }
TEST(Recorded, Superblocks) { check_cases(250, superblock_case); }
TEST(Recorded, WriteOrder) { check_cases(150, write_order_case); }
TEST(Recorded, RequestsInOrder) { check_cases(150, requests_case); }

// A window keeps the phases that overlap it, and counts the others.
TEST(Recorded, AWindowIsAPartOfTheWhole) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text());
    const Timeline whole = run(design, c, everything()).timeline;
    if (whole.phases.empty()) continue;
    results::TimelineBounds bounds = everything();
    bounds.from = whole.phases[whole.phases.size() / 3].start;
    bounds.until = whole.phases[whole.phases.size() * 2 / 3].start + seed % 2;  // at the begin of a phase, or behind it
    const Timeline part = run(design, c, bounds).timeline;
    std::vector<std::tuple<Time, Time, u32, PhaseKind>> expected, found;
    u64 before = 0, after = 0;
    for (const TimelinePhase& p : whole.phases) {
      before += p.end <= bounds.from;
      after += p.end > bounds.from && p.start >= bounds.until;
      if (p.end > bounds.from && p.start < bounds.until) expected.emplace_back(p.start, p.end, p.place, p.kind);
    }
    for (const TimelinePhase& p : part.phases) found.emplace_back(p.start, p.end, p.place, p.kind);
    EXPECT_EQ(found, expected) << "seed " << seed;
    EXPECT_EQ(part.before, before);
    EXPECT_EQ(part.after, after);
    EXPECT_EQ(part.beyond, 0U);
  }
}

}  // namespace
}  // namespace ssd::differential
