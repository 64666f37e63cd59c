// The reverse of the map: pages find their logical page for every size of groups, and nothing else.
#include <gtest/gtest.h>

#include <string>

#include "runtime/engine/ftl/space.h"
#include "runtime/run/arena.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::run {
namespace {

// 2^20 pages, of which the first million are logical.
Plan drive() {
  design::Design d = hand_made_design(4);
  d.geometry.blocks = 1024;
  d.geometry.pages = 256;
  d.config.logical_pages = 1'000'001;
  return Plan(d);
}

class Holders : public testing::TestWithParam<u32> {
 protected:
  Plan plan = drive();
  Arena arena{plan, {.least_group_log2 = GetParam()}};
  State& s = arena.state();
};

TEST_P(Holders, OfErasedPagesAreNone) {
  EXPECT_EQ(holder_of(s, Ppn(0)), kNoPage);
  EXPECT_EQ(holder_of(s, Ppn(1'048'575)), kNoPage);
}

TEST_P(Holders, AreThePagesThatTheMapLeadsFrom) {
  for (const u32 lpn : {0U, 1U, 2U, 3U, 65'535U, 65'536U, 900'001U, 999'999U, 1'000'000U})
    bind(s, Lpn(lpn), Ppn(1'048'575 - lpn));
  for (const u32 lpn : {0U, 1U, 2U, 3U, 65'535U, 65'536U, 900'001U, 999'999U, 1'000'000U})
    EXPECT_EQ(holder_of(s, Ppn(1'048'575 - lpn)), Lpn(lpn));
}

TEST_P(Holders, AreNoneOnceThePageIsElsewhere) {
  bind(s, Lpn(900'001), Ppn(7));
  bind(s, Lpn(900'002), Ppn(8));
  bind(s, Lpn(900'001), Ppn(9));
  s.l2p[Lpn(900'002)] = kNoPage;
  EXPECT_EQ(holder_of(s, Ppn(7)), kNoPage);
  EXPECT_EQ(holder_of(s, Ppn(8)), kNoPage);
  EXPECT_EQ(holder_of(s, Ppn(9)), Lpn(900'001));
}

INSTANTIATE_TEST_SUITE_P(GroupsOf, Holders, testing::Values(0U, 2U, 3U, 5U, 8U),
                         [](const auto& group) { return std::to_string(1U << group.param); });

}  // namespace
}  // namespace ssd::run
