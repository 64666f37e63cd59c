// The functional pass alone (`--only ftl`) counts what a whole run counts, bit for bit (only_ftl.results), on random
// drives of all kinds for which it is allowed: generic and specialised; from erased, filled and preloaded drives; with
// blocks that wear out, and beyond the end of life.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "runtime/abi/functional_obstacle.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/heads_case.h"
#include "tests/differential/preload_case.h"
#include "tests/differential/random_case.h"
#include "tests/differential/worn_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

struct Reached {
  int compared = 0, whole = 0, collecting = 0, ended = 0, closed = 0, levelled = 0, by_stream = 0, superblocks = 0,
      shared = 0, handles = 0;
};

// The first count that differs.
std::string difference_of(const run::Outcome& whole, const run::Outcome& alone) {
  std::string found;
  const auto same = [&found](const char* what, auto a, auto b) {
    if (found.empty() && a != b) found = fmt::format("{}: {} in the whole run, {} alone", what, a, b);
  };
  const FlashCounts &w = whole.results.flash, &a = alone.results.flash;
  same("status", static_cast<u32>(whole.status), static_cast<u32>(alone.status));
  // Where a whole-drive loop ends early, some requests have arrived that were not admitted.
  if (whole.status == Status::kDone) same("requests taken in", whole.stopped_at, alone.stopped_at);
  if (whole.status == Status::kDriveFull) same("full plane", whole.full_plane, alone.full_plane);
  if (whole.status != Status::kDone && whole.status != Status::kEndOfLife) return found;
  same("host programs", w.host_programs, a.host_programs);
  same("collection programs", w.collection_programs, a.collection_programs);
  same("collection reads", w.collection_reads + w.copybacks, a.collection_reads);
  same("erases", w.erases, a.erases);
  same("collections", w.collections, a.collections);
  same("forced collections", w.forced_collections, a.forced_collections);
  same("wear collections", w.wear_collections, a.wear_collections);
  same("pages wasted by wear levelling", w.wasted_wear, a.wasted_wear);
  same("preloaded", w.preloaded, a.preloaded);
  same("trimmed", w.trimmed, a.trimmed);
  if (whole.results.flash.buffer_hits + w.readaheads == 0) {
    same("page reads", w.host_reads + w.buffer_reads, a.host_reads);
    same("reads of nothing", w.unwritten_reads, a.unwritten_reads);
  }
  for (u32 d = 0; d < kDirections; ++d) {
    same("completed requests", whole.results.host.completed[d], alone.results.host.completed[d]);
    same("bytes", whole.results.host.bytes[d], alone.results.host.bytes[d]);
  }
  same("streams", whole.results.streams.size(), alone.results.streams.size());
  for (std::size_t i = 0; i < whole.results.streams.size() && i < alone.results.streams.size(); ++i) {
    same("host programs of a stream", whole.results.streams[i].host, alone.results.streams[i].host);
    same("moved pages of a stream", whole.results.streams[i].moved, alone.results.streams[i].moved);
  }
  same("map", whole.map == alone.map, true);
  same("erases of each block", whole.block_erases == alone.block_erases, true);
  same("retired blocks", whole.results.lifetime.retired_blocks, alone.results.lifetime.retired_blocks);
  same("written bytes", whole.results.lifetime.written_bytes, alone.results.lifetime.written_bytes);
  same("write amplification by bytes", whole.results.write_amplification_by_bytes(),
       alone.results.write_amplification_by_bytes());
  if (!alone.violations.empty()) same("conservation", std::string("holds"), alone.violations.front());
  return found;
}

void compare(const RandomCase& c, bool jit, Reached& reached) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << compiled.errors;
  const design::Design& design = *compiled.design;
  const bool closed = c.workload.closed != 0;
  if (!functional_obstacle(design::config(design), closed ? Loop::kClosed : Loop::kOpen, false).what.empty()) return;
  const std::vector<Request> requests = c.requests();
  const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
  run::Options options;
  options.keep_times = options.check = true;
  const auto whole = run::run(design, generic_engine(), load, options);
  options.pass = Pass::kFunctional;
  options.piece = 1 + c.seed % 97;
  const Simulator engine =
      make_simulator(design, jit ? EngineChoice::kJit : EngineChoice::kGeneric, 0, Pass::kFunctional);
  const auto alone = run::run(design, engine.entry, load, options);
  const std::string found = difference_of(whole, alone);
  ASSERT_TRUE(found.empty()) << "seed " << c.seed << ": " << found << "\n" << file_texts(c);
  if (!closed && whole.status == Status::kEndOfLife) {
    ASSERT_EQ(whole.results.lifetime.end, alone.results.lifetime.end) << "seed " << c.seed;
  }
  ++reached.compared;
  reached.whole += design::beyond_plain(design).empty() ? 0 : 1;
  reached.collecting += whole.results.flash.collections != 0;
  reached.levelled += whole.results.flash.wear_collections != 0;
  reached.ended += whole.status == Status::kEndOfLife;
  reached.closed += closed;
  const Config config = design::config(design);
  reached.by_stream += config.collects_by_stream != 0 && whole.results.flash.collections != 0;
  reached.superblocks += has_superblocks(config) && config.streams > 1;
  reached.shared += config.shared_stream != kNoStream;
  reached.handles += config.handles != 0;
}

Reached run_cases(std::uint64_t first, std::uint64_t cases, RandomCase (*make)(std::uint64_t), bool jit = false) {
  const Slice slice = slice_of(first, cases);
  Reached reached;
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(make(seed), jit, reached);
  return reached;
}

TEST(Functional, CountsLikeAWholeRun) {
  const Reached reached = run_cases(1, 2000, random_case);
  if (sliced()) return;
  EXPECT_GT(reached.compared, 150);
  EXPECT_GT(reached.whole, 20);
  EXPECT_GT(reached.collecting, 50);
  EXPECT_GT(reached.closed, 20);
}

TEST(Functional, OfTheJitCountsLikeAWholeRun) {
  const Reached reached = run_cases(500'001, 120, random_case, true);
  EXPECT_TRUE(sliced() || reached.compared > 0);
}

TEST(Functional, CountsLikeAWholeRunOfStreamsAndSuperblocks) {
  const Reached reached = run_cases(1, 2000, heads_case);
  if (sliced()) return;
  EXPECT_GT(reached.compared, 1000);
  EXPECT_GT(reached.by_stream, 100);
  EXPECT_GT(reached.superblocks, 200);
  EXPECT_GT(reached.shared, 50);
  EXPECT_GT(reached.handles, 100);
}

TEST(Functional, OfTheJitCountsLikeAWholeRunOfStreamsAndSuperblocks) {
  const Reached reached = run_cases(500'001, 60, heads_case, true);
  EXPECT_TRUE(sliced() || reached.compared > 20);
}

// Blocks of random drives are small, so the counts that only large superblocks have (Config::wide_counts) are asked
// for.
TEST(Functional, CountsOf32BitsChangeNothing) {
  int collecting = 0;
  const Slice slice = slice_of(1, 300);
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = seed % 2 == 0 ? heads_case(seed) : random_case(seed);
    const Plan narrow = compile_text(c.text());
    Plan wide = narrow;
    wide.config.wide_counts = 1;
    const std::vector<Request> requests = c.requests();
    const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
    run::Options options;
    options.keep_times = options.check = true;
    const auto one = run::run(narrow, generic_engine(), load, options);
    const auto other = run::run(wide, generic_engine(), load, options);
    ASSERT_EQ(one.status, other.status) << seed;
    ASSERT_EQ(one.completions, other.completions) << seed;
    ASSERT_EQ(one.map, other.map) << seed;
    ASSERT_EQ(one.block_erases, other.block_erases) << seed;
    ASSERT_EQ(one.results.flash.forced_collections, other.results.flash.forced_collections) << seed;
    ASSERT_TRUE(other.violations.empty()) << seed << ": " << other.violations.front();
    collecting += one.results.flash.collections != 0;
  }
  EXPECT_TRUE(sliced() || collecting > 100);
}

TEST(Functional, CountsLikeAWholeRunOfWornOutDrives) {
  const Reached reached = run_cases(1, 600, worn_case);
  if (sliced()) return;
  EXPECT_GT(reached.ended, 20);
  EXPECT_GT(reached.levelled, 5);
}

TEST(Functional, CountsLikeAWholeRunOfPreloadedDrives) {
  const Reached reached = run_cases(1, 400, preload_case);
  EXPECT_TRUE(sliced() || reached.compared > 5);
}

}  // namespace
}  // namespace ssd::differential
