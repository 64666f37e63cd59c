// Two optimisations of the engine for large drives: it searches for victims among thousands of blocks in portions, and
// a read looks for programs of its block only where some may be under way. Neither may change a result.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "runtime/engine/host/pages.h"
#include "runtime/engine/time/channel.h"
#include "runtime/run/arena.h"
#include "tests/unit/hand_made_design.h"

namespace ssd {
namespace {

using run::Arena;

// The first block of fewest valid pages, by the simplest search.
u32 plainly_fewest(const u16* valid, u32 blocks, u32 pages) {
  const u16* fewest = std::min_element(valid, valid + blocks);
  return *fewest < pages ? static_cast<u32>(fewest - valid) : kNone;
}

// Numbers of blocks around the size of a portion, and far beyond it. Counts of valid pages are few, so that several
// portions have blocks of the same count.
TEST(Victim, IsTheFirstOfTheFewestHoweverManyBlocksAPlaneHas) {
  std::mt19937_64 random(3);
  for (const u64 blocks :
       {1U, kSearched - 1, kSearched, kSearched + 1, 2 * kSearched, 3 * kSearched - 1, 1000U, 8192U}) {
    design::Design design = hand_made_design(2);
    design.geometry.blocks = blocks;
    const Plan arena_plan = design::plan_of(design);
    Arena arena(arena_plan, {});
    State& s = arena.state();
    const Config& c = arena.config();
    u16* valid = s.valid + first_block(c, PlaneId(1));
    for (u32 fewest = 0; fewest <= c.pages; ++fewest) {
      for (u32 b = 0; b < blocks; ++b)
        valid[b] = static_cast<u16>(random() % 4 == 0 ? kNotEligible + random() % c.pages : c.pages);
      const u32 expected_none = plainly_fewest(valid, c.blocks, c.pages);
      ASSERT_EQ(fewest_valid(s, c, PlaneId(1)), expected_none);
      for (u32 i = 0; i < 3; ++i) valid[random() % blocks] = static_cast<u16>(fewest);
      ASSERT_EQ(fewest_valid(s, c, PlaneId(1)), plainly_fewest(valid, c.blocks, c.pages))
          << blocks << " blocks, " << fewest << " valid";
      ASSERT_EQ(has_victim(s, c, PlaneId(1)), fewest < c.pages);
    }
  }
}

class HostBlocksTest : public testing::Test {
 protected:
  void begin(u32 block) { note_host_block(s, PlaneId(0), block); }
  // The channel grants a program of the block.
  void reach(u32 block) {
    s.slots[0] = {};
    s.slots[0].left = 2;
    FlashOp op{};
    op.slot = 0;
    op.block = block;
    op.sectors = 4;
    op.kind = OpKind::kProgram;
    program(s, c, {.channel = ChannelId(0), .unit = UnitId(0), .start = 0}, op, {});
  }
  bool asked(u32 block) const { return may_be_under_way(s, PlaneId(0), block); }

  Plan plan = hand_made_design();
  Arena arena{plan, {.operations = 16, .slots = 16}};
  State& s = arena.state();
  const Config& c = arena.config();
};

TEST_F(HostBlocksTest, AreAskedForWhileTheirProgramsMayBeUnderWay) {
  EXPECT_FALSE(asked(0)) << "no program yet";
  begin(2);
  begin(2);
  EXPECT_TRUE(asked(2));
  EXPECT_FALSE(asked(0));
  EXPECT_EQ(s.host_blocks[PlaneId(0)].begun, 1U);
  reach(2);
  EXPECT_TRUE(asked(2)) << "the array phase of its last program may not have ended";
  for (const u32 block : {3U, 4U, 5U, 2U}) {
    begin(block);
    reach(block);
    reach(block);
  }
  EXPECT_EQ(s.host_blocks[PlaneId(0)].reached, 5U);
  begin(0);
  reach(0);
  EXPECT_FALSE(asked(3)) << "three other blocks were begun since, and the channel has reached them";
}

TEST_F(HostBlocksTest, AreAllAskedForIfTheChannelIsFarBehind) {
  for (const u32 block : {1U, 2U, 3U}) begin(block);
  EXPECT_FALSE(asked(5));
  begin(4);
  EXPECT_TRUE(asked(5)) << "which of the first blocks are still remembered is not known";
  reach(1);
  EXPECT_FALSE(asked(5));
  EXPECT_TRUE(asked(1) && asked(2) && asked(3) && asked(4));
}

// The stamp is that of the page where it matters, and 0 where it does not.
TEST_F(HostBlocksTest, GiveReadsTheirStamp) {
  begin(3);
  s.life[3] = 5 << 1;
  EXPECT_EQ(stamp_to_read(s, c, Ppn(3 * c.pages + 1)), (u64{5} << 16) | 2);
  EXPECT_EQ(stamp_to_read(s, c, Ppn(2 * c.pages + 1)), 0U);
  s.life[3] |= 1;
  EXPECT_EQ(stamp_to_read(s, c, Ppn(3 * c.pages + 1)), 0U) << "collection wrote it";
}

}  // namespace
}  // namespace ssd
