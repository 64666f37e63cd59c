// Policies of collection and wear on random cases. The compiler's way of finding a victim gives the same victim as
// evaluating every block; the specialised engine equals the generic one; and all counts agree with the map at the end.
#include "tests/differential/policies.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/run/fault.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

// A random case in which most policies are given.
RandomCase case_with_policies(std::uint64_t seed) {
  RandomCase c = random_case(seed);
  Random random(seed);
  choose_policies(random, c.choices);
  PolicyChoices& p = c.choices.policies;
  if (seed % 3 != 0) p.cost_zero = false;
  if (seed % 2 == 0) p.allocate = {};
  return c;
}

run::Outcome run(const design::Design& design, const EngineEntry& engine, const RandomCase& c) {
  run::Options options;
  options.keep_times = options.check = true;
  if (c.seed % 3 == 0) options.first_operations = options.first_slots = 2;
  const std::vector<Request> requests = c.requests();
  return run::run(design, engine, {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)}, options);
}

template <class T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// Without what only the whole-drive loop counts (account.conflicts), unless both runs are of that loop.
FlashCounts counts(const run::Outcome& of, const run::Outcome& other) {
  FlashCounts counts = of.results.flash;
  if (of.results.whole_drive && other.results.whole_drive) return counts;
  counts.idle_drive_collections = 0;
  counts.beside_collections = 0;
  counts.idle_beside_collections = 0;
  return counts;
}

std::string difference(const run::Outcome& a, const run::Outcome& b) {
  if (a.status != b.status) return "status";
  if (a.completions != b.completions) return "completions";
  if (a.map != b.map) return "map";
  if (a.block_erases != b.block_erases) return "erases of blocks";
  if (!same_bytes(counts(a, b), counts(b, a))) return "flash counts";
  if (!same_bytes(a.results.series, b.results.series)) return "series";
  return a.results.clock == b.results.clock ? "" : "clock";
}

TEST(Policies, EveryClassFindsTheVictimOfTheHighestScore) {
  std::array<int, 4> seen{};
  const Slice slice = slice_of(1, 600);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = case_with_policies(seed);
    design::Design design = compile_text(c.text());
    const run::Outcome outcome = run(design, generic_engine(), c);
    ASSERT_TRUE(outcome.violations.empty()) << "seed " << seed << ": " << outcome.violations.front() << "\n"
                                            << file_texts(c);
    ASSERT_TRUE(outcome.status == Status::kDone || run::is_full_by_design(outcome, design)) << "seed " << seed << "\n"
                                                                                            << file_texts(c);
    ++seen[static_cast<std::size_t>(design.config.victim_class)];
    design.config.victim_class = VictimClass::kGeneral;
    ASSERT_EQ(difference(outcome, run(design, generic_engine(), c)), "") << "seed " << seed << "\n" << file_texts(c);
  }
  for (const int count : seen) EXPECT_TRUE(sliced() || count > 50) << count;
}

// The plain loops and the whole-drive loop, where both support the design.
TEST(Policies, BothLoopsAgree) {
  int compared = 0;
  const Slice slice = slice_of(1, 900);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = case_with_policies(seed);
    const design::Design design = compile_text(c.text());
    if (!design::beyond_plain(design).empty()) continue;
    const std::vector<Request> requests = c.requests();
    run::Options options;
    options.keep_times = options.check = options.whole = true;
    const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
    const run::Outcome outcome = run::run(design, generic_engine(), load, options);
    ASSERT_EQ(difference(run(design, generic_engine(), c), outcome), "") << "seed " << seed << "\n" << file_texts(c);
    ++compared;
  }
  EXPECT_TRUE(sliced() || compared > 60) << compared;
}

TEST(Policies, SpecialisedEqualsGeneric) {
  const Slice slice = slice_of(5'001, 40);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = case_with_policies(seed);
    const design::Design design = compile_text(c.text());
    const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
    ASSERT_EQ(difference(run(design, generic_engine(), c), run(design, jit.entry, c)), "") << "seed " << seed << "\n"
                                                                                           << file_texts(c);
  }
}

// collection.preempt: to open a unit if somebody waits is the same as to open it always; and with a `hard` that always
// holds it is never open.
TEST(Policies, PredicatesThatSayTheSamePreemptTheSame) {
  int preempted = 0;
  const Slice slice = slice_of(1, 300);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    RandomCase c = case_with_policies(seed);
    c.choices.policies.preempt = c.choices.policies.hard = {};
    c.choices.policies.cost_zero = false;
    c.choices.commands.preempt_page = true;
    const std::string text = c.text();
    const auto with = [&](const std::string& said) {
      std::string changed = text;
      const std::string plain = "preempt: page";
      changed.replace(changed.find(plain), plain.size(), said);
      return run(compile_text(changed), generic_engine(), c);
    };
    const run::Outcome page = with("preempt: page"), never = with("preempt(g): g.moved > pages");
    ASSERT_EQ(difference(page, with("preempt(g): g.waiting_host > 0")), "") << "seed " << seed << "\n" << file_texts(c);
    ASSERT_EQ(difference(never, with("preempt: page hard: free_blocks < 1000")), "") << "seed " << seed << "\n"
                                                                                     << file_texts(c);
    preempted += !difference(page, never).empty();
  }
  EXPECT_TRUE(sliced() || preempted > 30) << preempted;
}

// Where pages are placed at admission, collections without cost leave the same map and the same wear as collections
// that take time.
TEST(Policies, CostlessCollectionLeavesTheSameMap) {
  int compared = 0;
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    RandomCase c = case_with_policies(seed);
    c.choices.policies.cost_zero = false;
    c.choices.host.slots = 0;
    const design::Design design = compile_text(c.text());
    const bool waits = design.config.queue_depth != 0 || design.config.outstanding != 0;  // for completions
    if (design::placed_at_issue(design) || c.workload.closed != 0 || waits) continue;
    design::Design costless = design;
    costless.config.cost_zero = true;
    const run::Outcome slow = run(design, generic_engine(), c), fast = run(costless, generic_engine(), c);
    ASSERT_TRUE(fast.violations.empty()) << fast.violations.front();
    ASSERT_EQ(slow.map, fast.map) << "seed " << seed << "\n" << file_texts(c);
    ASSERT_EQ(slow.block_erases, fast.block_erases);
    ASSERT_EQ(slow.results.flash.collections, fast.results.flash.collections);
    ASSERT_EQ(slow.results.flash.wear_collections, fast.results.flash.wear_collections);
    ASSERT_EQ(slow.results.flash.collection_programs, fast.results.flash.collection_programs);
    ASSERT_EQ(fast.results.flash.conflicts, 0U);
    ++compared;
  }
  EXPECT_TRUE(sliced() || compared > 60) << compared;
}

}  // namespace
}  // namespace ssd::differential
