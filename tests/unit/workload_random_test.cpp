// The mathematics of the generators: known values of the published generators, exactness against the C library, and a
// proof by counting that a permutation is one.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "runtime/trace/exact_math.h"
#include "runtime/trace/permutation.h"
#include "runtime/trace/zipf.h"

namespace ssd::trace {
namespace {

// The first outputs of the reference splitmix64 for seed 1234567.
TEST(RandomNumbers, SplitMixIsTheReference) {
  SplitMix64 mix{1234567};
  EXPECT_EQ(mix.next(), 6457827717110365317U);
  EXPECT_EQ(mix.next(), 3203168211198807973U);
  EXPECT_EQ(mix.next(), 9817491932198370423U);
}

TEST(RandomNumbers, StreamsDependOnEverySeedAndTheName) {
  const u64 base = Random({1, 1}, "size").next();
  EXPECT_EQ(Random({1, 1}, "size").next(), base);
  EXPECT_NE(Random({2, 1}, "size").next(), base);
  EXPECT_NE(Random({1, 2}, "size").next(), base);
  EXPECT_NE(Random({2, 2}, "size").next(), base);
  EXPECT_NE(Random({1, 1}, "address").next(), base);
}

TEST(RandomNumbers, BelowIsEven) {
  Random random({1, 1}, "test");
  std::vector<int> counts(7);
  for (int i = 0; i < 700'000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 100'000, 1'500);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below((u64{1} << 63) + 1), (u64{1} << 63) + 1);
  EXPECT_EQ(random.below(1), 0U);
  // If no number were drawn again, half of these would be multiples of 3.
  int multiples = 0;
  for (int i = 0; i < 30'000; ++i) multiples += random.below(u64{3} << 62) % 3 == 0;
  EXPECT_NEAR(multiples, 10'000, 400);
}

TEST(RandomNumbers, ExponentialHasItsMeanAndTail) {
  Random random({1, 1}, "test");
  double sum = 0;
  int beyond = 0;
  constexpr int kDraws = 400'000;
  for (int i = 0; i < kDraws; ++i) {
    const u64 value = random.exponential(1'000'000);
    sum += static_cast<double>(value);
    beyond += value > 2'000'000;
  }
  EXPECT_NEAR(sum / kDraws, 1e6, 6e3);
  EXPECT_NEAR(static_cast<double>(beyond) / kDraws, std::exp(-2), 0.002);
}

void expect_close(double ours, double theirs, double tolerance, double at) {
  EXPECT_LE(std::abs(ours - theirs), tolerance * std::abs(theirs)) << "at " << at;
}

TEST(ExactMath, AgreesWithTheLibrary) {
  Random random({3, 1}, "test");
  for (int i = 0; i < 200'000; ++i) {
    const double u = random.unit();
    const double wide = std::ldexp(1 + u, static_cast<int>(random.below(2000)) - 1000);
    expect_close(exact_log(u), std::log(u), 1e-15, u);
    expect_close(exact_log(wide), std::log(wide), 1e-15, wide);
    expect_close(exact_log1p(u - 0.9999), std::log1p(u - 0.9999), 1e-12, u - 0.9999);
    const double x = (u - 0.5) * 1300;
    expect_close(exact_exp(x), std::exp(x), 1e-13, x);
    const double small = (u - 0.5) * std::ldexp(1, -static_cast<int>(random.below(40)));
    expect_close(exact_expm1(small), std::expm1(small), 1e-14, small);
  }
  EXPECT_EQ(exact_log(1), 0);
  EXPECT_EQ(exact_exp(0), 1);
  EXPECT_EQ(exact_exp(-800), 0);
}

TEST(Permutations, AreOneToOneAndScatter) {
  for (const u64 size : {1U, 2U, 3U, 17U, 1000U, 4096U, 65537U}) {
    const Permutation scatter(size, 42);
    std::vector<bool> seen(size);
    u64 neighbours = 0;
    for (u64 i = 0; i < size; ++i) {
      const u64 to = scatter(i);
      ASSERT_LT(to, size);
      ASSERT_FALSE(seen[to]) << "size " << size;
      seen[to] = true;
      neighbours += i != 0 && (to == scatter(i - 1) + 1);
    }
    EXPECT_LT(neighbours, 20U) << size;
  }
}

// Shares of the first ranks against the definition, for exponents below, at and above 1.
// The quick way to a rank gives that of the definition, or nothing: for values that are drawn, and next to the borders
// between ranks, and it gives one nearly always.
TEST(ZipfRanks, AreThoseOfTheDefinition) {
  for (const double theta : {0.5, 0.99, 1.0, 1.0000000001, 1.2, 2.2, 6.0}) {
    for (const u64 ranks : {u64{1}, u64{2}, u64{1000}, u64{100'000'000}}) {
      const Zipf zipf(ranks, theta);
      Random random({1, 2}, "zipf ranks");
      const double least = zipf.least_value(), width = zipf.most_value() - least;
      u64 known = 0;
      constexpr u64 kDraws = 20'000;
      double before = least;
      for (u64 i = 0; i < kDraws; ++i) {
        const double value = least + random.unit() * width;
        const auto rank = zipf.rank_at_once(value);
        known += rank ? 1 : 0;
        ASSERT_EQ(rank.value_or(zipf.rank_by_definition(value)), zipf.rank_by_definition(value))
            << theta << " " << ranks << " " << value;
        // Bisection between two draws of different ranks leads to a border.
        double low = std::min(before, value), high = std::max(before, value);
        const u64 of_low = zipf.rank_by_definition(low);
        for (int k = 0; i < 200 && k < 60; ++k) {
          const double middle = low + (high - low) / 2;
          const u64 found = zipf.rank_by_definition(middle);
          ASSERT_EQ(zipf.rank_at_once(middle).value_or(found), found) << theta << " " << ranks << " " << middle;
          (found == of_low ? low : high) = middle;
        }
        before = value;
      }
      const bool usual = ranks > 2 && theta < 3 && std::abs(theta - 1) > 1e-9;
      EXPECT_GE(known, usual ? kDraws * 3 / 4 : 0) << theta << " " << ranks;
    }
  }
}

// What cells keep is what each draw gives.
TEST(ZipfRanks, OfCellsAreThoseOfTheDefinition) {
  for (const double theta : {0.99, 1.2, 2.2}) {
    for (const u64 ranks : {u64{3}, u64{5000}, u64{100'000'000}}) {
      Zipf zipf(ranks, theta);
      Random random({3, 4}, "cells"), again({3, 4}, "cells"), together({3, 4}, "cells");
      std::vector<u64> several(1000);
      zipf(together, several);
      for (int i = 0; i < 100'000; ++i) {
        u64 rank = 0;
        while (rank == 0) {
          const double drawn = again.unit();
          rank = zipf.rank_by_definition(zipf.value_of(drawn));
        }
        ASSERT_EQ(zipf(random), rank) << theta << " " << ranks;
        ASSERT_EQ(i < std::ssize(several) ? several[static_cast<std::size_t>(i)] : rank, rank) << theta << " " << ranks;
      }
    }
  }
}

class ZipfShares : public testing::TestWithParam<double> {};
TEST_P(ZipfShares, FollowTheDefinition) {
  constexpr u64 kRanks = 1000;
  constexpr int kDraws = 400'000;
  const double theta = GetParam();
  double all = 0;
  for (u64 rank = 1; rank <= kRanks; ++rank) all += std::pow(static_cast<double>(rank), -theta);
  Zipf zipf(kRanks, theta);
  Random random({5, 1}, "test");
  std::vector<int> counts(kRanks + 1);
  for (int i = 0; i < kDraws; ++i) {
    const u64 rank = zipf(random);
    ASSERT_GE(rank, 1U);
    ASSERT_LE(rank, kRanks);
    ++counts[rank];
  }
  for (const u64 rank : {1U, 2U, 3U, 10U, 100U}) {
    const double expected = std::pow(static_cast<double>(rank), -theta) / all * kDraws;
    EXPECT_NEAR(counts[rank], expected, 5 * std::sqrt(expected) + 1) << "rank " << rank;
  }
}
INSTANTIATE_TEST_SUITE_P(Exponents, ZipfShares, testing::Values(0.1, 0.5, 0.99, 1.0, 1.000001, 1.2, 2.0, 4.0));

TEST(ZipfShares, HugeRangesStayWithin) {
  for (const double theta : {0.01, 0.99, 1.0, 4.0}) {
    Zipf zipf(u64{1} << 40, theta);
    Random random({6, 1}, "test");
    for (int i = 0; i < 20'000; ++i) {
      const u64 rank = zipf(random);
      ASSERT_GE(rank, 1U);
      ASSERT_LE(rank, u64{1} << 40);
    }
  }
  Zipf single(1, 0.99);
  Random random({6, 1}, "test");
  for (int i = 0; i < 100; ++i) ASSERT_EQ(single(random), 1U);
}

}  // namespace
}  // namespace ssd::trace
