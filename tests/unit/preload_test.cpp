// Preloaded pages find room by collection before time 0 (start.preload_collects): which block is collected, where its
// pages go, and that nothing of it is counted.
#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/engine/ftl/space.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/fill.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

// One plane of 6 blocks of 4 pages. Blocks 0 to 3 hold logical pages 0 to 15 in order.
design::Design four_full_blocks() {
  design::Design d = hand_made_design();
  d.config.logical_pages = 24;
  d.start.filled = true;
  d.start.valid_parts = 666'667;
  return d;
}

struct Drive {
  Drive(const design::Design& filled, bool whole) : design(filled), arena(design, {.whole = whole}) {
    fill(s, arena.config(), design, {});
  }

  void lose(std::initializer_list<u32> lpns) {
    for (const u32 lpn : lpns) {
      invalidate(s, arena.config(), s.l2p[Lpn(lpn)]);
      s.l2p[Lpn(lpn)] = kNoPage;
    }
  }
  Status preload(std::vector<u64> lpns) { return generic_engine().preload(&s, lpns.data(), lpns.size()); }
  std::vector<u32> places(std::initializer_list<u32> lpns) const {
    std::vector<u32> result;
    for (const u32 lpn : lpns) result.push_back(Ppn(s.l2p[Lpn(lpn)]).value);
    return result;
  }
  std::vector<std::string> violations() {
    return check_conservation(s, arena.config(), results::Results{}, 0, Ending::kCutShort);
  }

  Plan design;  // the engine reads its formulas
  Arena arena;
  State& s = arena.state();
};

class Preload : public testing::TestWithParam<bool> {};  // the whole-drive loop, or the plain ones

// Blocks 1 and 3 have two valid pages, block 2 three. Block 1 is collected first, then block 3, because block 1 only
// filled up the reserve.
TEST_P(Preload, EmptiesTheBlocksOfFewestValidPages) {
  Drive drive(four_full_blocks(), GetParam());
  drive.lose({5, 6, 8, 12, 14});
  EXPECT_EQ(drive.preload({16, 17, 5, 6}), Status::kDone);
  EXPECT_EQ(drive.places({16, 17, 5, 6}), (std::vector<u32>{16, 17, 18, 19}))
      << "block 4: no collection was needed yet";
  EXPECT_EQ(drive.places({4, 13}), (std::vector<u32>{4, 13}));

  EXPECT_EQ(drive.preload({12, 14}), Status::kDone);
  EXPECT_EQ(drive.places({4, 7, 13, 15}), (std::vector<u32>{20, 21, 22, 23})) << "block 5, pages ascending";
  EXPECT_EQ(drive.places({12, 14}), (std::vector<u32>{4, 5})) << "block 1, which is longest free";
  EXPECT_EQ(drive.s.space[PlaneId(0)].free_count, 1U);
  EXPECT_EQ(free_block(drive.s, drive.arena.config(), PlaneId(0), 0), 3U);
  EXPECT_EQ(drive.s.space[PlaneId(0)].free_pages, 6U);
  EXPECT_EQ(drive.s.issued[3], 0U) << "earlier programs of the block do not count for its new pages";
  EXPECT_EQ(drive.violations(), std::vector<std::string>{});
}

TEST_P(Preload, CountsNothingButWhatWasPreloaded) {
  Drive drive(four_full_blocks(), GetParam());
  drive.lose({5, 6, 8, 12, 14});
  ASSERT_EQ(drive.preload({16, 17, 5, 6, 12, 14}), Status::kDone);
  const State& s = drive.s;
  EXPECT_EQ(s.flash.preloaded, 6U);
  EXPECT_EQ(s.flash.collections + s.flash.forced_collections + s.flash.collection_reads + s.flash.collection_programs +
                s.flash.erases,
            0U);
  EXPECT_EQ(s.pages_moved + s.flash.host_programs + s.next_order, 0U);
  EXPECT_TRUE(std::all_of(s.life, s.life + 6, [](BlockLife life) { return life >> 1 == 0; }));
  EXPECT_EQ(s.space[PlaneId(0)].erased, 0U) << "the random numbers of blocks are unchanged (space.random)";
}

// 20 valid pages, one free block: the drive is full.
TEST_P(Preload, EndsWhereNothingCanBeGained) {
  Drive drive(four_full_blocks(), GetParam());
  EXPECT_EQ(drive.preload({16, 17, 18, 19, 20}), Status::kDriveFull);
  EXPECT_EQ(drive.s.flash.preloaded, 4U);
  EXPECT_EQ(drive.s.full_plane, PlaneId(0));
  EXPECT_EQ(drive.violations(), std::vector<std::string>{});
}

// wear.retirement: blocks 4 and 5 are retired, so the pages of block 1 have no place to go.
TEST_P(Preload, EndsWhereWornOutBlocksLeaveNoReserve) {
  design::Design d = four_full_blocks();
  d.config.endurance = 3;
  Drive drive(d, GetParam());
  for (const u32 block : {4, 5}) drive.s.life[block] = 3 << 1;
  drive.s.space[PlaneId(0)].free_count = drive.s.space[PlaneId(0)].free_pages = 0;
  drive.s.retired_blocks = 2;
  drive.lose({5, 6});
  EXPECT_EQ(drive.preload({5}), Status::kDriveFull);
  EXPECT_EQ(drive.violations(), std::vector<std::string>{});
  drive.lose({4, 7});
  EXPECT_EQ(drive.preload({5}), Status::kDriveFull)
      << "block 1 has no valid page, but one free block belongs to collection";
  EXPECT_EQ(drive.s.space[PlaneId(0)].free_count, 1U);
}

INSTANTIATE_TEST_SUITE_P(Loops, Preload, testing::Bool(),
                         [](const auto& loop) { return loop.param ? "Whole" : "Plain"; });

// superblock.space: the group takes the place of the plane. Of blocks 0 to 3 of two chips, superblocks 1 and 3 have
// four valid pages, 2 has seven.
TEST(PreloadSuperblocks, AreCollectedWhole) {
  design::Design d = hand_made_design(2);
  d.config.logical_pages = 48;
  d.config.placement = Placement::kWriteOrder;
  d.allocation.order = {design::Level::kChip, design::Level::kChannel, design::Level::kDie, design::Level::kPlane};
  d.gc.superblock = design::CollectionScope::kDevice;
  d.start.filled = true;
  d.start.valid_parts = 666'667;
  Drive drive(d, true);
  ASSERT_EQ(drive.arena.config().stripe, 2U);
  drive.lose({10, 11, 12, 13, 16, 24, 25, 28, 29});
  ASSERT_EQ(drive.preload({32, 33, 34, 35, 36, 37, 38, 39, 40}), Status::kDone);
  EXPECT_EQ(drive.places({8, 9, 14, 15, 26, 27, 30, 31}), (std::vector<u32>{40, 41, 42, 43, 44, 45, 46, 47}));
  EXPECT_EQ(drive.places({40}), (std::vector<u32>{8})) << "superblock 1 again";
  EXPECT_EQ(drive.s.flash.collections + drive.s.flash.erases, 0U);
  EXPECT_EQ(drive.violations(), std::vector<std::string>{});
}

constexpr const char* kAged =
    "geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 20 pages: 8 page: 2KiB } capacity { logical: 1024KiB }\n"
    "start { state: filled { valid: 60% invalid: 25% layout: random seed: 5 } }\n";

Outcome run_aged(const std::string& rest, const std::vector<Request>& requests, bool whole) {
  Options options;
  options.check = options.keep_times = true;
  options.whole = whole;
  return run(compile_text(std::string("design A { ") + kAged + rest + " }"), generic_engine(), {.requests = requests},
             options);
}

// Reads of all logical pages, then writes, each followed by a read of data that may not be programmed yet.
std::vector<Request> reads_then_writes() {
  std::vector<Request> list;
  for (u64 page = 0; page < 512; ++page) list.push_back({page * 1'000'000, page * 4, 4, Direction::kRead});
  for (u64 i = 0; i < 600; ++i) {
    const u64 sector = i * 37 % 512 * 4, arrival = 600'000'000 + i * 2'000'000;
    list.push_back({arrival, sector, 4, Direction::kWrite});
    list.push_back({arrival + 1'000, sector, 4, Direction::kRead});
  }
  return list;
}

// At the end 128 of each plane's 160 pages hold data, at time 0 it is 96. Whatever block a policy prefers, the two
// loops have the same drive at time 0.
TEST(PreloadedRun, GoesOnLikeAnyOther) {
  for (const char* policies : {"", "gc { victim(b): b.age }", "gc { victim(b): b.age * b.invalid }",
                               "gc { victim(b): b.random }", "wear { level: dynamic }"}) {
    const std::vector<Request> requests = reads_then_writes();
    const Outcome plain = run_aged(policies, requests, false), whole = run_aged(policies, requests, true);
    for (const Outcome* o : {&plain, &whole}) {
      ASSERT_EQ(o->status, Status::kDone) << policies;
      EXPECT_EQ(o->violations, std::vector<std::string>{}) << policies;
      EXPECT_EQ(o->results.flash.preloaded, 512U - 4 * 96) << policies;
      EXPECT_EQ(o->results.flash.buffer_reads, 600U) << "none is programmed when it is read: " << policies;
      EXPECT_EQ(o->results.flash.erases, o->results.erases.total) << policies;
    }
    EXPECT_EQ(plain.completions, whole.completions) << policies;
    EXPECT_EQ(plain.map, whole.map) << policies;
    EXPECT_EQ(plain.block_erases, whole.block_erases) << policies;
  }
}

TEST(PreloadedRun, TimesNothingThatWasCollectedBefore) {
  std::vector<Request> reads = reads_then_writes();
  reads.resize(512);
  const Outcome o = run_aged("", reads, false);
  EXPECT_EQ(o.results.flash.host_reads, 512U);
  EXPECT_EQ(o.results.flash.collections + o.results.flash.erases + o.results.flash.collection_programs, 0U);
  EXPECT_EQ(o.results.erases.total, 0U);
  EXPECT_EQ(o.results.response.max, o.results.response.min) << "every read finds its unit idle";
}

}  // namespace
}  // namespace ssd::run
