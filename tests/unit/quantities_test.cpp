// Values of metrics in words.
#include "tools/study/quantities.h"

#include <gtest/gtest.h>

namespace ssd::study {
namespace {

using metrics::Unit;
using namespace std::string_literals;

TEST(Quantities, ReadWell) {
  EXPECT_EQ(quantity_text(412'345, Unit::kTime), "412.3 us");
  EXPECT_EQ(quantity_text(0.1234, Unit::kShare), "12.34 %");
  EXPECT_EQ(quantity_text(16'384, Unit::kSize), "16.00 KiB");
  EXPECT_EQ(quantity_text(2e8, Unit::kRate), "200.0 MB/s");
  EXPECT_EQ(quantity_text(1'234'567, Unit::kCount), "1,234,567");
  EXPECT_EQ(quantity_text(-12, Unit::kCount), "-12");
  EXPECT_EQ(quantity_text(0, Unit::kCount), "0");
  EXPECT_EQ(quantity_text(1234.56, Unit::kNumber), "1,234.6");
  EXPECT_EQ(quantity_text(-99'999.97, Unit::kNumber), "-100,000.0");
  EXPECT_EQ(quantity_text(1.50312, Unit::kNumber), "1.503");
  EXPECT_EQ(quantity_text(2.5e20, Unit::kNumber), "2.5e+20");
  EXPECT_EQ(quantity_text(0.00123, Unit::kPower), "1.230 mW");
  EXPECT_EQ(quantity_text(1.5e-6, Unit::kEnergy), "1.500 uJ");
  EXPECT_EQ(quantity_text(2e8, Unit::kFrequency), "200 MHz");
}

// The largest value decides the unit, and values below the smallest unit keep that unit.
TEST(Quantities, OneUnitForAll) {
  EXPECT_EQ(scale_for(Unit::kTime, 999).unit, "ns");
  EXPECT_EQ(scale_for(Unit::kTime, 1000).unit, "us");
  EXPECT_EQ(scale_for(Unit::kTime, -2e6).unit, "ms");
  EXPECT_EQ(scale_for(Unit::kTime, 0).unit, "ns");
  EXPECT_EQ(scale_for(Unit::kSize, 1 << 20).factor, 1 << 20);
  EXPECT_EQ(scale_for(Unit::kShare, 0.5).unit, "%");
  EXPECT_EQ(scale_for(Unit::kCount, 1e9).factor, 1);
  EXPECT_EQ(scale_for(Unit::kEnergy, 1e-12).unit, "nJ");
}

TEST(Quantities, BaseUnits) {
  EXPECT_EQ(base_unit(Unit::kTime), "ns");
  EXPECT_EQ(base_unit(Unit::kRate), "B/s");
  EXPECT_EQ(base_unit(Unit::kEnergy), "J");
  EXPECT_EQ(base_unit(Unit::kShare), "");
  EXPECT_EQ(base_unit(Unit::kCount), "");
}

TEST(Quantities, TwoThatDifferLookDifferent) {
  EXPECT_EQ(both_texts(1500, 2000, Unit::kTime), std::pair("1.500 us"s, "2.000 us"s));
  EXPECT_EQ(both_texts(0.10001, 0.10002, Unit::kShare), std::pair("0.10001"s, "0.10002"s));
  EXPECT_EQ(both_texts(2, 2, Unit::kNumber), std::pair("2"s, "2"s));
}

}  // namespace
}  // namespace ssd::study
