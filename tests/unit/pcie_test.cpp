// The rate of PCIe links: the function `pcie`, against figures worked out by hand.
#include "compiler/check/expr/pcie.h"

#include <gtest/gtest.h>

namespace ssd::check {
namespace {

// 2.5 GT/s with 8b/10b are 250 MB/s, of which 256 of 280 bytes are data; 5 GT/s twice as much.
TEST(Pcie, CarriesDataWithEightOfTenBits) {
  EXPECT_EQ(pcie_rate(1, 1), Rational::make(1'600'000'000, 7));
  EXPECT_EQ(pcie_rate(2, 16), Rational::make(51'200'000'000, 7));
}

// From generation 3 on 128 of 130 bits: 8 GT/s are 984.6 MB/s a lane.
TEST(Pcie, CarriesDataWithAllButTwoBits) {
  EXPECT_NEAR(pcie_rate(3, 4)->approximate(), 3'600'879'120.879, 0.001);
  EXPECT_NEAR(pcie_rate(4, 4)->approximate(), 7'201'758'241.758, 0.001);
  EXPECT_NEAR(pcie_rate(5, 16)->approximate(), 57'614'065'934.066, 0.001);
}

TEST(Pcie, KnowsNoOtherLinks) {
  for (const int generation : {-1, 0, 6}) EXPECT_FALSE(pcie_rate(generation, 4)) << generation;
  for (const int lanes : {-4, 0, 3, 64}) EXPECT_FALSE(pcie_rate(4, lanes)) << lanes;
  EXPECT_FALSE(pcie_rate(*Rational::make(7, 2), 4));
}

}  // namespace
}  // namespace ssd::check
