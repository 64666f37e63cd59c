// `layout: even` (start.even): which blocks are begun, what the engine counts, and who opens them.
#include <gtest/gtest.h>

#include "runtime/engine/ftl/space.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/drive_state.h"
#include "runtime/run/fill.h"
#include "runtime/run/simulation.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

// One chip of 6 blocks of 4 pages. The list is not shuffled, so that places can be told.
struct Begun {
  explicit Begun(u64 valid_parts, u64 invalid_parts = 0) : plan(design_of(valid_parts, invalid_parts)) {
    fill(s, c, plan, {});
  }
  static design::Design design_of(u64 valid_parts, u64 invalid_parts) {
    design::Design d = hand_made_design(1);
    d.start.filled = d.start.even = true;
    d.start.valid_parts = valid_parts;
    d.start.invalid_parts = invalid_parts;
    return d;
  }
  std::vector<u32> begun() const { return {s.begun_pages, s.begun_pages + 6}; }
  std::vector<u32> valid() const { return {s.valid, s.valid + 6}; }
  const PlaneSpace& space() const { return s.space[PlaneId(0)]; }
  std::vector<std::string> violations() { return check_conservation(s, c, results::Results{}, 0, Ending::kCutShort); }
  Ppn page(u32 block, u32 index) const { return ppn(c, PlaneId(0), block, index); }

  Plan plan;
  Arena arena{plan, {.sector_states = false, .coupled = false, .closed_depth = 0, .completions = 0}};
  State& s = arena.state();
  const Config& c = arena.config();
};

constexpr u32 kOut = kNotEligible;

// 12 items: blocks 0 and 1 get three, the others two, and the last block is free.
TEST(Even, BeginsAllBlocksAlike) {
  Begun drive(375'000, 125'000);  // nine valid pages, then three invalid ones
  EXPECT_EQ(drive.begun(), (std::vector<u32>{3, 3, 2, 2, 2, 0}));
  EXPECT_EQ(drive.valid(), (std::vector<u32>{kOut + 3, kOut + 3, kOut + 2, kOut + 1, kOut, kOut}));
  EXPECT_EQ(drive.s.l2p[Lpn(5)], drive.page(1, 2));
  EXPECT_EQ(drive.s.l2p[Lpn(6)], drive.page(2, 0));
  EXPECT_EQ(drive.s.l2p[Lpn(8)], drive.page(3, 0));
  EXPECT_EQ(std::vector<u64>(drive.s.issued, drive.s.issued + 6), (std::vector<u64>{3, 3, 2, 2, 2, 0}));
  EXPECT_EQ(drive.space().free_count, 1U);
  EXPECT_EQ(drive.space().free_pages, 12U);
  EXPECT_EQ(free_block(drive.s, drive.c, PlaneId(0), 0), 5U);
  EXPECT_TRUE(drive.violations().empty());
}

// Three items begin three blocks; 16 fill one block and begin four; 20 fill all but the last one.
TEST(Even, BlocksMayBeFreeOrFull) {
  Begun few(125'000), more(375'000, 291'667), all(375'000, 458'334);
  EXPECT_EQ(few.begun(), (std::vector<u32>{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(few.space().free_count, 3U);
  EXPECT_EQ(few.space().free_pages, 21U);
  EXPECT_EQ(more.begun(), (std::vector<u32>{0, 3, 3, 3, 3, 0}));
  EXPECT_EQ(more.valid()[0], 4U);
  EXPECT_EQ(all.begun(), (std::vector<u32>(6, 0)));
  EXPECT_FALSE(can_take(all.s, all.c, PlaneId(0), 0));
  for (Begun* drive : {&few, &more, &all}) EXPECT_TRUE(drive->violations().empty());
}

// In ascending order; then it finds only the reserve.
TEST(Even, TheHostFillsBegunBlocksFirst) {
  Begun drive(500'000);
  std::vector<Ppn> taken, expected{drive.page(0, 3), drive.page(1, 3)};
  for (u32 block = 2; block < 5; ++block) {
    for (u32 page = 2; page < 4; ++page) expected.push_back(drive.page(block, page));
  }
  while (can_take(drive.s, drive.c, PlaneId(0), 0)) taken.push_back(take_host_page(drive.s, drive.c, PlaneId(0), 0));
  EXPECT_EQ(taken, expected);
  EXPECT_EQ(drive.space().free_count, 1U);
  EXPECT_EQ(drive.space().free_pages, 4U);
  EXPECT_EQ(drive.begun(), (std::vector<u32>(6, 0)));
  EXPECT_EQ(drive.valid()[2], 4U) << "a full block may be a victim";
}

TEST(Even, CollectionOpensNoBegunBlock) {
  Begun drive(500'000);
  EXPECT_EQ(take_moved(drive.s, drive.c, PlaneId(0), 0), drive.page(5, 0));
  EXPECT_EQ(drive.begun(), (std::vector<u32>{3, 3, 2, 2, 2, 0}));
  EXPECT_EQ(drive.space().free_count, 0U);
  EXPECT_TRUE(can_take(drive.s, drive.c, PlaneId(0), 0)) << "it needs no free block";
}

// A state keeps the begun blocks that are left, and the host goes on with them.
TEST(Even, AStateKeepsBegunBlocks) {
  Begun drive(500'000);
  bind(drive.s, Lpn(12), take_host_page(drive.s, drive.c, PlaneId(0), 0));
  const DriveState state = capture(drive.s, drive.c, 0);
  EXPECT_EQ(state.begun, (std::vector<u16>{0, 3, 2, 2, 2, 0}));
  EXPECT_EQ(defect(state), "");
  Begun again(0);
  restore(again.s, again.c, state);
  EXPECT_TRUE(capture(again.s, again.c, 0) == state);
  EXPECT_TRUE(again.violations().empty());
  EXPECT_EQ(take_host_page(again.s, again.c, PlaneId(0), 0), again.page(1, 3));
  DriveState twice = state;
  twice.begun[5] = 2;
  EXPECT_NE(defect(twice), "") << "the block is free, too";
  twice = state;
  twice.begun[1] = 4;
  EXPECT_NE(defect(twice), "") << "all of its pages are programmed";
}

}  // namespace
}  // namespace ssd::run
