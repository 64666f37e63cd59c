// `start: filled` (start.filled): which logical pages are there, where they lie, and that the engine's counts agree
// with that.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "runtime/abi/random.h"
#include "runtime/engine/ftl/holders.h"
#include "runtime/engine/ftl/sectors.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/fill.h"
#include "runtime/run/simulation.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

// Two chips of 6 blocks of 4 pages; logical page n on chip n mod 2.
design::Design filled(u64 valid_parts, u64 invalid_parts, bool random, u64 seed = 0) {
  design::Design d = hand_made_design(2);
  d.start.filled = true;
  d.start.valid_parts = valid_parts;
  d.start.invalid_parts = invalid_parts;
  d.start.random = random;
  d.start.seed = seed;
  return d;
}

struct Filled {
  explicit Filled(const design::Design& design, bool sectors = false)
      : plan(design), arena(plan, {.sector_states = sectors, .coupled = false, .closed_depth = 0, .completions = 0}) {
    fill(arena.state(), arena.config(), design, {});
  }
  std::vector<u32> list(u32 plane, u32 pages) const {
    std::vector<u32> result;
    const Ppn first = ppn(arena.config(), PlaneId(plane), 0, 0);
    for (u32 i = 0; i < pages; ++i) result.push_back(holder_of(s, first + i).value);
    return result;
  }
  std::vector<std::string> violations() {
    return check_conservation(s, arena.config(), results::Results{}, 0, Ending::kCutShort);
  }

  Plan plan;
  Arena arena;
  State& s = arena.state();
};

// 24 pages a plane: floor(30 %) = 7 valid, floor(13 %) = 3 invalid; two more invalid pages fill the third block.
TEST(Fill, SequentialIsValidThenInvalid) {
  Filled f(filled(300'000, 130'000, false));
  EXPECT_EQ(f.list(0, 12), (std::vector<u32>{0, 2, 4, 6, 8, 10, 12, kNoPage, kNoPage, kNoPage, kNoPage, kNoPage}));
  EXPECT_EQ(f.list(1, 12), (std::vector<u32>{1, 3, 5, 7, 9, 11, 13, kNoPage, kNoPage, kNoPage, kNoPage, kNoPage}));
  EXPECT_EQ(f.s.l2p[Lpn(13)], ppn(f.arena.config(), PlaneId(1), 1, 2));
  EXPECT_EQ(f.s.l2p[Lpn(14)], kNoPage);
  EXPECT_EQ(std::vector<u16>(f.s.valid, f.s.valid + 4), (std::vector<u16>{4, 3, 0, kNotEligible}));
  EXPECT_EQ(std::vector<u64>(f.s.issued, f.s.issued + 4), (std::vector<u64>{4, 4, 4, 0}));
  const PlaneSpace& space = f.s.space[PlaneId(1)];
  EXPECT_EQ(space.free_count, 3U);
  EXPECT_EQ(space.free_pages, 12U);
  EXPECT_EQ(f.s.free_blocks[f.arena.config().block_stride + space.free_first], 3U);
  EXPECT_EQ(f.violations(), std::vector<std::string>{});
}

// The list of start.filled, made here step by step.
TEST(Fill, RandomIsTheDocumentedShuffle) {
  Filled f(filled(300'000, 130'000, true, 7));
  for (u32 plane = 0; plane < 2; ++plane) {
    std::vector<u32> expected;
    for (u32 k = 0; k < 7; ++k) expected.push_back(2 * k + plane);
    expected.insert(expected.end(), 3, kNoPage);
    Xoshiro256 random(7 * 0x9e3779b97f4a7c15 + plane);
    for (u64 i = 9; i >= 1; --i) std::swap(expected[i], expected[random.below(i + 1)]);
    expected.insert(expected.end(), 2, kNoPage);
    EXPECT_EQ(f.list(plane, 12), expected);
  }
  EXPECT_EQ(f.violations(), std::vector<std::string>{});
  EXPECT_NE(f.list(0, 12), Filled(filled(300'000, 130'000, true, 8)).list(0, 12));
}

TEST(Fill, TakesOnlyLogicalPagesThatExist) {
  design::Design d = filled(800'000, 0, false);  // 19 pages of each plane, but only 15 logical pages each
  Filled f(d);
  EXPECT_EQ(std::ranges::count(f.list(0, 16), kNoPage), 1);  // it fills the fourth block
  for (u32 lpn = 0; lpn < d.config.logical_pages; ++lpn) EXPECT_NE(f.s.l2p[Lpn(lpn)], kNoPage) << lpn;
  EXPECT_EQ(f.s.space[PlaneId(0)].free_count, 2U);
}

// The formulas are evaluated over one period only, or over all logical pages if the proof found no period: the drive is
// the same.
TEST(Fill, TheMapsPeriodChangesNothing) {
  design::Design d = filled(500'000, 200'000, true, 3);
  const std::vector<u32> all = Filled(d).list(1, 24);
  for (const u64 period : {2, 4, 8, 30}) {
    d.allocation.period = period;
    EXPECT_EQ(Filled(d).list(1, 24), all) << period;
  }
}

TEST(Fill, PagesCountAsWhollyWritten) {
  Filled f(filled(300'000, 0, false), true);
  EXPECT_EQ(written_sectors(f.s, 0, 4), 4U);
  EXPECT_EQ(written_sectors(f.s, 13 * 4, 4), 4U);
  EXPECT_EQ(written_sectors(f.s, 14 * 4, 4), 0U);
}

TEST(Fill, ARunStartsFromIt) {
  design::Design d = filled(300'000, 130'000, true, 1);
  const std::vector<Request> requests{
      {.arrival = 0, .sector = 0, .sectors = 4, .direction = Direction::kRead},
      {.arrival = 1'000'000, .sector = 4, .sectors = 4, .direction = Direction::kWrite},
      {.arrival = 2'000'000, .sector = 14 * 4, .sectors = 4, .direction = Direction::kRead}};
  d.config.read_unwritten_as_written = true;
  Options options;
  options.keep_times = true;
  const Outcome outcome = run(d, generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(outcome.status, Status::kDone);
  EXPECT_EQ(outcome.results.flash.preloaded, 1U);  // page 14: the others are there
  EXPECT_EQ(outcome.results.flash.host_reads, 2U);
  EXPECT_EQ(outcome.map[1], 24U + 12);  // the first page of the first untouched block of plane 1
  EXPECT_EQ(outcome.results.erases.total, 0U);
}

TEST(Fill, TellsHowFarItIsAndMayBeStopped) {
  const design::Design d = filled(300'000, 130'000, false);
  const std::vector<Request> requests{{.arrival = 0, .sector = 0, .sectors = 4, .direction = Direction::kRead}};
  std::vector<std::pair<u64, double>> told;
  u64 most = 2;
  Options options;
  options.making = [&](u64 pages, double share) { return told.emplace_back(pages, share), told.size() < most; };
  const Outcome stopped = run(d, generic_engine(), {.requests = requests}, options);
  EXPECT_TRUE(stopped.results.partial);  // stopped by the second call, before the first request
  EXPECT_EQ(stopped.results.flash.host_reads, 0U);
  most = 3;
  told.clear();
  EXPECT_FALSE(run(d, generic_engine(), {.requests = requests}, options).results.partial);
  EXPECT_EQ(told, (std::vector<std::pair<u64, double>>{{10, 0.5}, {20, 1}}));
  most = 1;
  told.clear();
  EXPECT_TRUE(run(d, generic_engine(), {.requests = requests}, options).results.partial);
  EXPECT_EQ(told.size(), 1U);
}

}  // namespace
}  // namespace ssd::run
