// The series over time on random drives: its free pages end at those of the drive that the run leaves, whatever skips
// pages, moves them or retires blocks. Environment variables: see environment.h.
#include <gtest/gtest.h>

#include "runtime/results/series_view.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

u64 free_pages(const run::DriveState& state) {
  u64 pages = 0;
  for (const u32 blocks : state.free_counts) pages += u64{blocks} * state.shape.pages;
  for (const Active& active : state.active) pages += active.block == kNone ? 0 : state.shape.pages - active.page;
  for (const u16 programmed : state.begun) pages += programmed == 0 ? 0 : state.shape.pages - programmed;
  return pages;
}

void check_cases(std::uint64_t cases, RandomCase (*make)(std::uint64_t)) {
  const Slice slice = slice_of(1, cases);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = make(seed);
    const std::vector<Request> requests = c.requests();
    run::Options options;
    options.keep_state = true;
    const run::Outcome outcome =
        run::run(compile_text(c.text()), generic_engine(),
                 {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)}, options);
    const std::vector<results::Sample> samples = results::samples(outcome.results.series, outcome.results.clock);
    if (outcome.status != Status::kDone || samples.empty()) continue;
    EXPECT_EQ(samples.back().free_pages, free_pages(outcome.state)) << "seed " << seed;
  }
}

TEST(SeriesOfRuns, EndsAtTheFreePagesOfTheDrive) { check_cases(1000, random_case); }
TEST(SeriesOfRuns, EndsAtTheFreePagesOfAWornDrive) { check_cases(150, worn_case); }
TEST(SeriesOfRuns, EndsAtTheFreePagesOfADriveOfSuperblocks) { check_cases(250, superblock_case); }

}  // namespace
}  // namespace ssd::differential
