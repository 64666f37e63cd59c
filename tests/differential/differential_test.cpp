// Every loop of the generic engine equals the specialised engine and the oracle, bit for bit, on random designs and
// workloads. A failing case is shrunk and printed as files, with its seed. environment.h selects the cases; SSDC_TALK=1
// prints each seed before it runs, because a crash or a hang leaves no other trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "tests/compile_text.h"
#include "tests/differential/chips_case.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/copies_case.h"
#include "tests/differential/environment.h"
#include "tests/differential/even_case.h"
#include "tests/differential/heads_case.h"
#include "tests/differential/preload_case.h"
#include "tests/differential/random_case.h"
#include "tests/differential/requests_case.h"
#include "tests/differential/shrink.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"
#include "tests/differential/write_order_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

enum class Way { kGeneric, kWhole, kJit };

std::string difference_by(Way way, const design::Design& design, const RandomCase& c) {
  run::Options options = options_of(c);
  options.whole = way == Way::kWhole;
  Simulator jit;
  if (way == Way::kJit) {
    const std::vector<Request> requests = c.requests();
    jit = make_simulator(design, EngineChoice::kJit, 0, run::pass_of(design, load_of(c, requests)));
  }
  // Every second run begins with the generic engine, and the specialised one takes over after some pieces.
  const bool taken_over = way == Way::kJit && c.seed % 2 == 1;
  if (taken_over)
    options.faster = [&jit, left = c.seed / 2 % 5]() mutable { return left-- == 0 ? &jit.entry : nullptr; };
  return difference_of_run(design, c, way == Way::kJit && !taken_over ? jit.entry : generic_engine(), options);
}

// A shrunk case that the front end rejects is not a smaller failing case, so it counts as correct. An original case
// must be accepted.
std::string check_case(Way way, const RandomCase& c) {
  const TriedText compiled = try_text(c.text());
  return compiled.design ? difference_by(way, *compiled.design, c) : "";
}

// Specialising takes a good part of a second. So a case in which the generic engine fails too is shrunk with the
// generic engine, and other cases are not shrunk to the end.
RandomCase shrink_for(Way way, const RandomCase& c) {
  const bool slow = way == Way::kJit && check_case(Way::kGeneric, c).empty();
  const Way cheapest = way == Way::kJit && !slow ? Way::kGeneric : way;
  int left = slow ? 150 : 20'000;
  return shrink(c, [&](const RandomCase& smaller) { return left-- > 0 ? check_case(cheapest, smaller) : ""; });
}

bool talks() { return from_environment("SSDC_TALK", 0) != 0; }

void expect_same(Way way, const RandomCase& c) {
  const TriedText compiled = try_text(c.text());
  if (!compiled.design) FAIL() << "seed " << c.seed << "\n" << compiled.errors << c.text();
  if (way == Way::kWhole && !design::beyond_plain(*compiled.design).empty()) return;
  const std::string found = difference_by(way, *compiled.design, c);
  if (found.empty()) return;
  if (talks()) std::cerr << found << "\n" << file_texts(c) << std::endl;  // in case that shrinking takes long
  const RandomCase small = shrink_for(way, c);
  FAIL() << "seed " << c.seed << ": " << found << "\nof the shrunk case: " << check_case(way, small) << "\n"
         << file_texts(small);
}

void run_cases(Way way, std::uint64_t first, std::uint64_t cases, RandomCase (*make)(std::uint64_t) = random_case) {
  const Slice slice = slice_of(first, cases);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    if (talks()) std::cerr << "seed " << seed << std::endl;
    expect_same(way, make(seed));
  }
}

TEST(Differential, GenericEqualsOracle) { run_cases(Way::kGeneric, 1, 2000); }

// Designs that the plain loops support, run by the loop for all other designs.
TEST(Differential, WholeDriveLoopEqualsOracleOnPlainDesigns) { run_cases(Way::kWhole, 1, 2000); }

TEST(Differential, JitEqualsOracle) { run_cases(Way::kJit, 100'001, 150); }

// Blocks wear out, in every loop (wear.retirement, wear.end_of_life).
TEST(Differential, WornOutDrivesEqualTheOracle) { run_cases(Way::kGeneric, 1, 400, worn_case); }
TEST(Differential, WornOutDrivesOfTheWholeDriveLoopEqualTheOracle) { run_cases(Way::kWhole, 1, 300, worn_case); }
TEST(Differential, WornOutDrivesOfTheJitEqualTheOracle) { run_cases(Way::kJit, 200'001, 20, worn_case); }

// Superblocks (superblock.group).
TEST(Differential, SuperblocksEqualTheOracle) { run_cases(Way::kGeneric, 1, 800, superblock_case); }
TEST(Differential, SuperblocksOfTheJitEqualTheOracle) { run_cases(Way::kJit, 300'001, 60, superblock_case); }

// Streams that stay apart in collection (collection.active).
TEST(Differential, StreamsThatStayApartEqualTheOracle) { run_cases(Way::kGeneric, 1, 1200, apart_case); }
TEST(Differential, StreamsThatStayApartOfTheJitEqualTheOracle) { run_cases(Way::kJit, 300'001, 30, apart_case); }

// Begun blocks at the start (start.even).
TEST(Differential, EvenStartsEqualTheOracle) { run_cases(Way::kGeneric, 800'001, 800, even_case); }
TEST(Differential, EvenStartsOfTheWholeDriveLoopEqualTheOracle) { run_cases(Way::kWhole, 800'001, 400, even_case); }
TEST(Differential, EvenStartsOfTheJitEqualTheOracle) { run_cases(Way::kJit, 900'001, 25, even_case); }

// Pages in slots, and replicas (copies.any_idle, copies.replicate): they are too rare in random_case().
TEST(Differential, DrivesWithBothCopiesEqualTheOracle) { run_cases(Way::kGeneric, 400'001, 1500, both_copies_case); }

// Dies that share the commands of their chip (drive.interleave_command).
TEST(Differential, ChipsThatShareCommandsEqualTheOracle) { run_cases(Way::kGeneric, 600'001, 800, chips_case); }
TEST(Differential, ChipsThatShareCommandsOfTheJitEqualTheOracle) { run_cases(Way::kJit, 700'001, 30, chips_case); }

// Requests that begin in order where they meet in a channel (unit.reorder_requests).
TEST(Differential, RequestsInOrderEqualTheOracle) { run_cases(Way::kGeneric, 800'001, 800, requests_case); }
TEST(Differential, RequestsInOrderOfTheJitEqualTheOracle) { run_cases(Way::kJit, 900'001, 30, requests_case); }

// Placement write_order in the plain loops.
TEST(Differential, WriteOrderInThePlainLoopsEqualsTheOracle) { run_cases(Way::kGeneric, 1, 600, write_order_case); }
TEST(Differential, WriteOrderByTheJitEqualsTheOracle) { run_cases(Way::kJit, 500'001, 30, write_order_case); }

TEST(Differential, WriteOrderCasesCoverTheWaysOfThePlainLoops) {
  int independent = 0, by_parts = 0, by_host = 0, partly_read = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const RandomCase c = write_order_case(seed);
    const TriedText compiled = try_text(c.text());
    ASSERT_TRUE(compiled.design) << compiled.errors;
    const std::vector<Request> requests = c.requests();
    const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
    const bool coupled = run::pass_of(*compiled.design, load) == Pass::kAllCoupled,
               host = compiled.design->config.queue_depth != 0 || c.workload.closed != 0;
    independent += !coupled;
    by_parts += coupled && !host;
    by_host += host;
    partly_read += coupled && !host &&
                   run::run(*compiled.design, generic_engine(), load, {}).results.flash.read_modify_write_reads > 0;
  }
  EXPECT_GT(independent, 2);
  EXPECT_GT(by_parts, 10);
  EXPECT_GT(by_host, 20);
  EXPECT_GT(partly_read, 5);
}

// Drives that are collected before time 0 (start.preload_collects).
TEST(Differential, PreloadedDrivesEqualTheOracle) { run_cases(Way::kGeneric, 1, 400, preload_case); }
TEST(Differential, PreloadedDrivesOfTheWholeDriveLoopEqualTheOracle) { run_cases(Way::kWhole, 1, 300, preload_case); }
TEST(Differential, PreloadedDrivesOfTheJitEqualTheOracle) { run_cases(Way::kJit, 400'001, 30, preload_case); }

// The precondition of the other tests: the random cases have the features that should be compared.
TEST(Differential, CasesCoverTheFeatures) {
  int plain = 0, dynamic = 0, at_issue = 0, buffered = 0, trims = 0, wide = 0, shared = 0, in_die = 0, background = 0,
      avoiding = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const RandomCase c = random_case(seed);
    const TriedText compiled = try_text(c.text());
    ASSERT_TRUE(compiled.design) << compiled.errors;
    plain += design::beyond_plain(*compiled.design).empty();
    dynamic += compiled.design->config.placement >= Placement::kDynamicOrder;
    at_issue += design::placed_at_issue(*compiled.design);
    buffered += compiled.design->config.buffer_slots != 0;
    wide += compiled.design->planes_of_scope() > 1;
    shared += compiled.design->config.shared_stream != kNoStream;
    const Config config = design::config(*compiled.design);
    in_die += config.same_die;
    background += config.background;
    avoiding += config.avoid;
    trims += std::ranges::any_of(c.workload.requests, &oracle::HostRequest::is_trim);
  }
  EXPECT_GT(plain, 60);
  EXPECT_LT(plain, 150);
  EXPECT_GT(dynamic, 30);
  EXPECT_GT(at_issue, 60);
  EXPECT_GT(buffered, 30);
  EXPECT_GT(trims, 60);
  for (const int reaching : {wide, shared, in_die, background, avoiding}) EXPECT_GT(reaching, 10);
}

// The same for worn_case(): some ends of life in each class of design, and blocks that retire while the run goes on.
TEST(Differential, WornOutCasesWearOut) {
  int ended_plain = 0, ended_at_admission = 0, ended_at_issue = 0, go_on = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const RandomCase c = worn_case(seed);
    const TriedText compiled = try_text(c.text());
    ASSERT_TRUE(compiled.design) << compiled.errors;
    const std::vector<Request> requests = c.requests();
    const auto outcome = run::run(*compiled.design, generic_engine(),
                                  {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)}, {});
    const bool ended = outcome.status == Status::kEndOfLife, plain = design::beyond_plain(*compiled.design).empty();
    const bool at_issue = design::placed_at_issue(*compiled.design);
    ended_plain += ended && plain;
    ended_at_admission += ended && !plain && !at_issue;
    ended_at_issue += ended && at_issue;
    go_on += outcome.status == Status::kDone && outcome.results.lifetime.retired_blocks != 0;
  }
  EXPECT_GT(ended_plain, 15);
  EXPECT_GT(ended_at_admission, 5);
  EXPECT_GT(ended_at_issue, 15);
  EXPECT_GT(go_on, 15);
}

// A failure that needs dynamic placement and two trims is shrunk to these.
TEST(Differential, ShrinkingKeepsOnlyWhatFails) {
  const Check check = [](const RandomCase& c) {
    const auto trims = std::ranges::count_if(c.workload.requests, &oracle::HostRequest::is_trim);
    return c.choices.space.placement != oracle::Placement::kStatic && trims >= 2 ? "fails" : "";
  };
  int shrunk = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RandomCase c = random_case(seed);
    if (check(c).empty()) continue;
    const RandomCase small = shrink(c, check);
    EXPECT_EQ(small.workload.requests.size(), 2U);
    EXPECT_EQ(small.choices.geometry.all_planes(), 1);
    EXPECT_EQ(small.choices.host.slots, 0);
    EXPECT_EQ(small.choices.commands.multiplane, oracle::Willing::kNo);
    EXPECT_FALSE(check(small).empty());
    ++shrunk;
  }
  EXPECT_GT(shrunk, 3);
}

}  // namespace
}  // namespace ssd::differential
