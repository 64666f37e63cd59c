// Indirection units smaller than a flash page: the engine equals the oracle on random drives (iu.map to iu.account),
// and units of a page change nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/compile_text.h"
#include "tests/differential/compared_cases.h"
#include "tests/differential/environment.h"
#include "tests/differential/iu_case.h"

namespace ssd::differential {
namespace {

using oracle::UnitsReached;

RandomCase case_of_units(std::uint64_t seed) { return iu_case(seed); }

TEST(IndirectionUnits, EngineEqualsOracle) { compare_cases(case_of_units, 1, 1000, EngineChoice::kGeneric); }
TEST(IndirectionUnits, SpecialisedEngineEqualsOracle) { compare_cases(case_of_units, 100'001, 25, EngineChoice::kJit); }

// A design with `unit` equal to the page, against the oracle of the design without it.
TEST(IndirectionUnits, OfAPageAreTheDesignWithout) {
  const Slice slice = slice_of(1, 400);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    const RandomCase c = random_case(seed);
    std::string text = c.text();
    text.insert(text.find('{') + 1, fmt::format("\n  ftl {{ unit: {}B }}", c.choices.geometry.page_bytes()));
    const TriedText compiled = try_text(text);
    ASSERT_TRUE(compiled.design) << "seed " << seed << "\n" << compiled.errors << text;
    ASSERT_EQ(difference_of_text(text, c, EngineChoice::kGeneric), "") << "seed " << seed << "\n" << text;
  }
}

// In how many cases each of these happened, by the oracle.
struct Reached {
  int ended = 0, collected = 0, written_in_order = 0, by_order = 0, by_cost = 0, worn_out = 0, skipped = 0,
      of_several_planes = 0, flushed = 0, evicted = 0, costless = 0, in_background = 0, collected_before = 0,
      preloaded = 0, trimmed = 0, closed = 0;
  int padded = 0, joined = 0, companions = 0, rewritten = 0, merged = 0, trimmed_while_waiting = 0, two_old = 0,
      padded_collections = 0, two_last_programs = 0;
  int preemptible = 0, opened = 0, opened_for_programs = 0, padding_moves = 0, padding_between_planes = 0,
      invalid_before_program = 0, read_before_program = 0, suspended = 0;
  int read_ahead = 0, ahead_joined = 0, ahead_waited = 0, ahead_stale = 0, ahead_without_slot = 0;
};

void count_units(const UnitsReached& u, Reached& reached) {
  reached.padded += u.padded_programs != 0;
  reached.joined += u.joined_reads != 0;
  reached.companions += u.companions != 0;
  reached.rewritten += u.rewritten != 0;
  reached.merged += u.merged_while_flushed != 0;
  reached.trimmed_while_waiting += u.trimmed_while_waiting != 0;
  reached.two_old += u.two_old_units != 0;
  reached.padded_collections += u.padded_collections != 0;
  reached.two_last_programs += u.two_last_programs != 0;
  reached.opened += u.commands_beside_begun_page != 0;
  reached.opened_for_programs += u.programs_beside_begun_page != 0;
  reached.padding_moves += u.padding_moves != 0;
  reached.padding_between_planes += u.padding_between_planes != 0;
  reached.invalid_before_program += u.invalid_before_program != 0;
  reached.read_before_program += u.reads_before_program != 0;
  reached.ahead_joined += u.joined_readaheads != 0;
  reached.ahead_waited += u.waits_for_joined != 0;
  reached.ahead_stale += u.partly_stale != 0;
  reached.ahead_without_slot += u.no_slot_for_the_next != 0;
}

bool has_wide_programs(const oracle::Outcome& o) {
  return std::ranges::any_of(o.commands, [](const auto& entry) {
    return entry.first.command == oracle::Command::kProgram && entry.first.planes > 1 && entry.second != 0;
  });
}

void count(const RandomCase& c, const oracle::Outcome& o, Reached& reached) {
  const oracle::Placement placement = c.choices.space.placement;
  reached.worn_out += o.end_of_life;
  reached.collected += o.collections != 0;
  reached.written_in_order += placement == oracle::Placement::kWriteOrder;
  reached.by_order += placement == oracle::Placement::kDynamicOrder;
  reached.by_cost += placement == oracle::Placement::kDynamicCost;
  reached.skipped += o.wasted_multiplane != 0;
  reached.of_several_planes += has_wide_programs(o);
  reached.flushed += o.flushes != 0;
  reached.evicted += o.evictions != 0;
  reached.costless += c.choices.policies.cost_zero && o.collections != 0;
  reached.in_background += o.background_collections != 0;
  reached.collected_before += o.moves_before_time_0 != 0;
  reached.preloaded += o.preloaded != 0;
  reached.trimmed += o.trimmed != 0;
  reached.closed += c.workload.closed != 0;
  const bool is_preemptible = c.choices.commands.preempt_page && !c.choices.policies.cost_zero;
  reached.preemptible += is_preemptible && o.collections != 0;
  reached.suspended += is_preemptible && o.suspends != 0;
  reached.read_ahead += o.readaheads != 0;
  count_units(o.units_reached, reached);
}

// Preemptible collections (iu.collection, step 6).
void expect_opened(const Reached& reached) {
  for (const int many : {reached.preemptible, reached.padding_moves}) EXPECT_GT(many, 40);
  for (const int some :
       {reached.opened, reached.padding_between_planes, reached.read_before_program, reached.suspended})
    EXPECT_GT(some, 12);
  EXPECT_GT(reached.invalid_before_program, 8);
  EXPECT_GT(reached.opened_for_programs, 2);
}

// Readaheads (iu.read).
void expect_read_ahead(const Reached& reached) {
  for (const int many : {reached.read_ahead, reached.ahead_joined, reached.ahead_without_slot}) EXPECT_GT(many, 40);
  EXPECT_GT(reached.ahead_waited, 20);
  EXPECT_GT(reached.ahead_stale, 8);
}

// The precondition of the tests above, and what the oracle says by itself: every run ends, its places are accounted for
// (the oracle requires it), and nothing in a case is refused.
TEST(IndirectionUnits, CasesReachWhatIsCompared) {
  const Slice slice = slice_of(1, 300);
  Reached reached;
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = iu_case(seed);
    ASSERT_NO_THROW({
      const oracle::Outcome outcome = oracle::simulate(c.drive(), c.workload);
      reached.ended += !outcome.drive_full;
      count(c, outcome, reached);
    }) << "seed "
       << seed << "\n"
       << c.text();
  }
  if (sliced()) return;
  EXPECT_GT(reached.ended, 250);
  EXPECT_GT(reached.collected, 100);
  for (const int some : {reached.written_in_order, reached.by_order, reached.by_cost, reached.of_several_planes,
                         reached.trimmed, reached.closed, reached.in_background})
    EXPECT_GT(some, 15);
  for (const int many : {reached.flushed, reached.evicted, reached.preloaded, reached.padded, reached.joined,
                         reached.companions, reached.padded_collections})
    EXPECT_GT(many, 80);
  for (const int some : {reached.merged, reached.trimmed_while_waiting, reached.two_old, reached.two_last_programs})
    EXPECT_GT(some, 30);
  for (const int few :
       {reached.worn_out, reached.skipped, reached.rewritten, reached.costless, reached.collected_before})
    EXPECT_GT(few, 4);
  expect_opened(reached);
  expect_read_ahead(reached);
}

}  // namespace
}  // namespace ssd::differential
