// The checked design as a value: addresses, the engine's configuration, classes, listing and hash.
#include <gtest/gtest.h>

#include "tests/unit/sema_texts.h"

namespace ssd::design {
namespace {

Design one(const std::string& text) {
  const auto result = check_text(text);
  EXPECT_EQ(result->text(), "");
  return result->checked.designs.empty() ? Design{} : result->checked.designs.back();
}

TEST(Addresses, PlaneIdsAndAddressesAreInverse) {
  const Geometry g{.channels = 3, .chips = 4, .dies = 2, .planes = 5};
  for (std::uint64_t id = 0; id < g.total_planes(); ++id) EXPECT_EQ(plane_id(g, plane_address(g, id)), id);
  EXPECT_EQ(plane_id(g, {2, 3, 1, 4}), g.total_planes() - 1);
  EXPECT_EQ(plane_id(g, {0, 0, 1, 0}), 5U);
}

TEST(Configuration, HoldsDerivedCounts) {
  const char* text =
      "design D { geometry { channels: 3 chips: 4 dies: 2 planes: 2 blocks: 32 pages: 16 page: 8KiB spare: 256B "
      "sector: 4KiB } commands { "
      "interleave: ";
  const Config with = config(one(text + std::string("always } host { queue: 7 } }")));
  EXPECT_EQ(with.units_per_chip, 2U);
  EXPECT_EQ(with.units_per_channel, 8U);
  EXPECT_EQ(with.planes_per_unit, 2U);
  EXPECT_EQ(with.planes_per_channel, 16U);
  EXPECT_EQ(with.total_planes, 48U);
  EXPECT_EQ(with.sectors_per_page, 2U);
  EXPECT_EQ(with.queue_depth, 7U);
  const Config without = config(one(text + std::string("never } }")));
  EXPECT_EQ(without.units_per_chip, 1U);
  EXPECT_EQ(without.planes_per_unit, 4U);
  EXPECT_EQ(without.units_per_channel, 4U);
  EXPECT_EQ(without.queue_depth, 0U);
}

TEST(Classes, FollowRule5) {
  EXPECT_EQ(classify(one("design D { }"), false).kind, Class::kIndependentChannels);
  EXPECT_EQ(classify(one("design D { }"), true).kind, Class::kCoupledChannels);
  EXPECT_EQ(classify(one("design D { host { queue: 32 } }"), false).kind, Class::kCoupledChannels);
}

TEST(Hash, LeavesNamesAndPlacesOut) {
  const std::string a = hash(one("design A { nand { read: 20us } }")),
                    b = hash(one("// moved\n\ndesign B { nand { read: 20_000ns } }"));
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.size(), 32U);
  EXPECT_NE(a, hash(one("design A { nand { read: 21us } }")));
  EXPECT_NE(a, hash(one("design A { gc { trigger: free_pages < 6% } }")));
  EXPECT_NE(a, hash(one("design A { allocation: static chip > channel > die > plane }")));
  EXPECT_NE(a, hash(one("design A { host { read_unwritten: none } }")));
}

}  // namespace
}  // namespace ssd::design
