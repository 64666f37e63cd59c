// Snapshots on random drives (start.snapshot): the state that a run leaves, and the run that starts from it, equal the
// oracle's, with every loop and both engines, in memory and through a file. Environment variables: see environment.h.
#include "runtime/run/snapshot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/comparison.h"
#include "tests/differential/copies_case.h"
#include "tests/differential/environment.h"
#include "tests/differential/even_case.h"
#include "tests/differential/preload_case.h"
#include "tests/differential/random_case.h"
#include "tests/differential/requests_case.h"
#include "tests/differential/shrink.h"
#include "tests/differential/state_comparison.h"
#include "tests/differential/superblocks.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

enum class Way { kGeneric, kWhole, kJit };

struct Totals {
  int compared = 0, partial = 0, aged = 0, collected = 0, collected_before = 0;
  int begun = 0;          // states in which begun blocks are left
  int replica_turns = 0;  // states in which replicas are not at the first unit
};

// Another workload for the same drive.
RandomCase following(const RandomCase& c) {
  RandomCase next = c;
  next.workload = {};
  Random random(c.seed ^ 0x5eed);
  choose_workload(random, next);
  fit_workload(next);
  return next;
}

class Pair {
 public:
  Pair(Way way, const RandomCase& first, const RandomCase& second)
      : way_(way), first_(first), second_(second), design_(compile_text(first_.text())) {}

  bool fits() const { return way_ != Way::kWhole || design::beyond_plain(design_).empty(); }

  // The first difference; "" if there is none.
  std::string difference(Totals& totals) {
    if (way_ == Way::kJit) jit_ = make_simulator(design_, EngineChoice::kJit, 0);
    const run::Outcome before = run(first_, nullptr);
    const oracle::Outcome before_oracle = oracle::simulate(first_.drive(), first_.workload);
    if (before_oracle.drive_full || before_oracle.end_of_life) return {};
    if (!differential::difference(before, before_oracle, first_.workload).empty())
      return {};  // differential_test.cpp reports these
    const bool counts = design_.config.placement == Placement::kWriteOrder;
    // The oracle numbers pages of the flash, the engine pages of the map. With superblocks these differ, so only the
    // second run is compared.
    const bool same_pages = design_.gc.superblock == design::CollectionScope::kPlane;
    if (std::string found = same_pages ? differential::difference(before.state, before_oracle.snapshot, counts) : "";
        !found.empty())
      return "left behind: " + found;
    if (std::string found = run::defect(before.state); !found.empty()) return "unsound: " + found;
    run::DriveState state = before.state;
    if (first_.seed % 4 == 0) {
      if (std::string found = through_a_file(state); !found.empty()) return found;
    }
    const run::Outcome after = run(second_, &state);
    totals.compared += 1;
    totals.partial += !state.written.empty();
    totals.aged += !state.ages.empty();
    totals.begun += !state.begun.empty();
    totals.replica_turns += state.replica_turn != 0;
    totals.collected += after.results.flash.collections != 0;
    const oracle::Outcome after_oracle = oracle::simulate(second_.drive(), second_.workload, &before_oracle.snapshot);
    totals.collected_before += before_oracle.retired_blocks > 0 && after_oracle.collections_before_time_0 > 0;
    if (std::string found = differential::difference(after, after_oracle, second_.workload); !found.empty())
      return "going on: " + found;
    if (after_oracle.drive_full || after_oracle.end_of_life || !same_pages) return {};
    const std::string found = differential::difference(after.state, after_oracle.snapshot, counts);
    return found.empty() ? "" : "left behind in the end: " + found;
  }

 private:
  run::Outcome run(const RandomCase& c, const run::DriveState* start) {
    run::Options options;
    options.keep_times = options.check = options.keep_state = true;
    options.whole = way_ == Way::kWhole;
    options.piece = 1 + c.seed % 300;
    options.start = start;
    const std::vector<Request> requests = c.requests();
    return run::run(design_, way_ == Way::kJit ? jit_.entry : generic_engine(),
                    {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)}, options);
  }

  std::string through_a_file(run::DriveState& state) const {
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("ssdc-differential-{}-{}.snap", ::getpid(), first_.seed))
            .string();
    const run::SnapshotWriting written = run::write_snapshot(path, state);
    run::SnapshotReading read = run::read_snapshot(path, state.shape);
    std::filesystem::remove(path);
    if (written.error != 0) return fmt::format("writing: error {}", written.error);
    if (read.fault != run::SnapshotReading::Fault::kNone) return "reading: " + read.reason;
    if (read.state != state) return "the file holds another state";
    state = std::move(read.state);
    return {};
  }

  Way way_;
  RandomCase first_, second_;
  design::Design design_;
  Simulator jit_;
};

RandomCase with_workload(RandomCase c, const oracle::Workload& workload) {
  c.workload = workload;
  fit_workload(c);
  return c;
}

// Shrinks a failing pair to what matters; returns its text and the difference.
std::string shrunk(Way way, RandomCase first, RandomCase second) {
  Totals totals;
  int left = way == Way::kJit ? 60 : 4000;  // checks; each runs four simulations
  const auto check = [&](const RandomCase& one, const RandomCase& other) {
    if (left-- <= 0 || !try_text(one.text()).design) return std::string();
    Pair pair(way, one, other);
    return pair.fits() ? pair.difference(totals) : "";
  };
  first = shrink(first, [&](const RandomCase& c) { return check(c, with_workload(c, second.workload)); });
  second = shrink(with_workload(first, second.workload),
                  [&](const RandomCase& c) { return check(with_workload(c, first.workload), c); });
  first = with_workload(second, first.workload);
  left = 1;
  return check(first, second) + "\n" + file_texts(first) + file_texts(second);
}

void run_cases(Way way, std::uint64_t first, std::uint64_t cases, Totals& totals,
               RandomCase (*make)(std::uint64_t) = random_case,
               RandomCase (*make_second)(const RandomCase&) = following) {
  const Slice slice = slice_of(first, cases);
  const bool talks = from_environment("SSDC_TALK", 0) != 0;
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    if (talks) std::cerr << "seed " << seed << std::endl;
    const RandomCase one = make(seed), other = make_second(one);
    Pair pair(way, one, other);
    if (!pair.fits()) continue;
    const std::string found = pair.difference(totals);
    ASSERT_EQ(found, "") << "seed " << seed << ", shrunk: " << shrunk(way, one, other);
  }
}

TEST(Snapshots, GenericGoesOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 1, 500, totals);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 330);
  EXPECT_GT(totals.partial, 40);
  EXPECT_GT(totals.aged, 20);
  EXPECT_GT(totals.collected, 120);
}

TEST(Snapshots, WholeDriveLoopGoesOnAsTheOracleOnPlainDesigns) {
  Totals totals;
  run_cases(Way::kWhole, 1, 400, totals);
}

// Some of the begun blocks of the start are still left in the snapshot (start.even).
TEST(Snapshots, EvenStartsGoOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 800'001, 300, totals, even_case);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 150);
  EXPECT_GT(totals.begun, 50);
}

TEST(Snapshots, EvenStartsOfTheJitGoOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kJit, 800'001, 15, totals, even_case);
}

// Pages in slots, and replicas: the turns of write-backs and replicas go on where the first run left them.
TEST(Snapshots, DrivesWithBothCopiesGoOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 400'001, 150, totals, both_copies_case);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 80);
  EXPECT_GT(totals.replica_turns, 30);
}

TEST(Snapshots, SuperblocksGoOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 1, 200, totals, superblock_case);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 100);
  EXPECT_GT(totals.collected, 30);
}

TEST(Snapshots, RequestsInOrderGoOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 1, 150, totals, requests_case);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 80);
}

// Some of these drives have retired blocks, and reads of pages never written make the second run collect before time 0
// (start.preload_collects).
TEST(Snapshots, WornDrivesArePreloadedAsByTheOracle) {
  Totals totals;
  run_cases(Way::kGeneric, 1, 300, totals, worn_start_case, reading_after);
  if (sliced()) return;
  EXPECT_GT(totals.compared, 100);
  EXPECT_GT(totals.collected_before, 8);
}

TEST(Snapshots, WornDrivesOfTheWholeDriveLoopArePreloadedAsByTheOracle) {
  Totals totals;
  run_cases(Way::kWhole, 1, 200, totals, worn_start_case, reading_after);
}

TEST(Snapshots, JitGoesOnAsTheOracle) {
  Totals totals;
  run_cases(Way::kJit, 200'001, 20, totals);
}

}  // namespace
}  // namespace ssd::differential
