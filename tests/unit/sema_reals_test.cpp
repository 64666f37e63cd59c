// Reals and lists in policies: where exact forms end (policy.exact, policy.reals), what is rounded, and how items of
// lists are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compiler/check/expr/rational.h"
#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

constexpr const char* kSmall =
    "geometry { channels: 4 chips: 2 dies: 2 planes: 2 blocks: 64 pages: 16 page: 4KiB } capacity { overprovision: 40% "
    "} ";

design::Function priority(const std::string& expression, const std::string& declarations = "") {
  const auto result =
      check_text(declarations + "\ndesign D { " + kSmall + "schedule { priority(op): " + expression + " } }");
  EXPECT_EQ(result->codes(), "") << result->text();
  return result->checked.designs.empty() ? design::Function{}
                                         : result->checked.designs.front().policies[Hook::kPriority];
}

bool has_reals(const design::Function& f) {
  return std::ranges::any_of(f.nodes, [](const Node& n) { return n.op >= Op::kRealNegate && n.op <= Op::kOrderKey; });
}

// The inputs are `waited` (ns) and `pages`.
i64 value(const design::Function& f, i64 waited, i64 pages) {
  std::array<i64, kMostInputs> inputs{};
  inputs[5] = waited;
  inputs[6] = pages;
  u32 fault = 0;
  const i64 result = evaluate(f.program(), inputs.data(), fault);
  EXPECT_EQ(fault, 0U);
  return result;
}

// A real, converted back from its order key.
double real_value(const design::Function& f, i64 waited, i64 pages) {
  const i64 key = value(f, waited, pages);
  return real_of(key ^ ((key >> 63) & std::numeric_limits<i64>::max()));
}

TEST(Reals, StandOnlyWhereNoExactFormExists) {
  for (const char* exact : {"op.waited * 3 + op.pages * 2us", "floor(op.waited / 3us) * 10", "op.pages / 4.0",
                            "op.pages / 7", "abs(op.pages - 7.5)", "if op.waited / 1ms > 0.3 then 1 else 2",
                            "op.pages % 2.5", "[0.5, 1, 2.25][min(op.pages, 2)]"}) {
    EXPECT_FALSE(has_reals(priority(exact))) << exact;
  }
  for (const char* real : {"op.waited / op.pages", "log2(op.pages)", "1.0 / op.pages",
                           "op.waited / 1ns * (op.waited / 1ns) * op.pages", "write_amplification + op.pages"}) {
    EXPECT_TRUE(has_reals(priority(real))) << real;
  }
}

TEST(Reals, RoundOnceAnOperation) {
  const design::Function quotient = priority("real(op.pages) / (op.pages + 2)"),
                         mixed = priority("(op.waited / 1us) / op.pages + 0.1");
  const design::Function remainder = priority("(op.waited / 1us / op.pages) % 2.5"),
                         logarithm = priority("log2(op.pages + 0.5)");
  for (const i64 pages : {1, 3, 7, 10'000'019}) {
    const auto p = static_cast<double>(pages);
    EXPECT_EQ(real_value(quotient, 0, pages), p / (p + 2));
    EXPECT_EQ(real_value(mixed, 12'345, pages), 12'345.0 / 1000 / p + 0.1);
    const double x = 12'345.0 / 1000 / p;
    EXPECT_EQ(real_value(remainder, 12'345, pages), x - 2.5 * std::floor(x / 2.5));
    EXPECT_EQ(real_value(logarithm, 0, pages), log2_of(p + 0.5));
  }
}

TEST(Reals, CostBenefitOfAnEntryNeedsNoCheck) {
  const auto result = check_text(std::string("fn worth(e: entry) = { let u = e.pages / 64.0  if e.pages == 0 then 1e9 "
                                             "else (1 - u) / (2 * u) * (e.age / 1s) }\n") +
                                 "design D { " + kSmall + "buffer { size: 1MiB policy: worth } }");
  ASSERT_EQ(result->codes(), "") << result->text();
  const design::Function& score = result->checked.designs.front().policies[Hook::kEvict];
  EXPECT_TRUE(score.checks.empty());
  const i64 old[kMostInputs] = {2'000'000'000, 0, 0, 16}, young[kMostInputs] = {1'000'000'000, 0, 0, 16},
            gone[kMostInputs] = {0, 0, 0, 0};
  EXPECT_EQ(evaluate(score.program(), old), order_key(0.75 / 0.5 * 2));
  EXPECT_GT(evaluate(score.program(), old), evaluate(score.program(), young));
  EXPECT_EQ(evaluate(score.program(), gone), order_key(1e9));
}

TEST(Reals, TheNearestDoubleIsNearest) {
  const auto nearest = [](check::Wide n, check::Wide d) { return check::nearest_double(*check::Rational::make(n, d)); };
  EXPECT_EQ(nearest(1, 10), 0.1);
  EXPECT_EQ(nearest(-1, 3), -1.0 / 3);
  EXPECT_EQ(nearest((check::Wide{1} << 53) + 1, 1), 0x1p53) << "halfway: to even";
  EXPECT_EQ(nearest((check::Wide{1} << 54) + 3, 1), 0x1p54 + 4);
  EXPECT_EQ(nearest((check::Wide{1} << 120) + 1, (check::Wide{1} << 120) - 1), 1.0);
  EXPECT_EQ(nearest(0, 7), 0.0);
  EXPECT_EQ(nearest(9'007'199'254'740'993, 2), 4'503'599'627'370'496.5);
}

TEST(Lists, AreLookedIntoByConstantsAndByWhatVaries) {
  const design::Function f =
      priority("table[min(op.pages, len(table) - 1)] + table[1] * 10", "const table = [3, 1, 4, 1, 5]");
  for (const i64 pages : {1, 2, 3, 4, 5, 99}) {
    constexpr std::array<i64, 5> kTable{3, 1, 4, 1, 5};
    EXPECT_EQ(value(f, 0, pages), kTable.at(static_cast<std::size_t>(std::min<i64>(pages, 4))) + 10) << pages;
  }
  EXPECT_TRUE(f.checks.empty());
  const design::Function times = priority("if op.waited > [1us, 2ms, op.waited][op.pages % 3] then 1 else 0");
  EXPECT_EQ(value(times, 3'000, 3), 1);
  EXPECT_EQ(value(times, 3'000, 4), 0);
  EXPECT_EQ(value(times, 3'000'000, 4), 1);
  EXPECT_EQ(value(times, 3'000'000, 5), 0);
  EXPECT_EQ(value(priority("floor([op.pages, 2.5][op.pages % 2] * 2) + op.pages"), 0, 7), 12);
}

TEST(Checks, AreGuardedByTheWay) {
  EXPECT_EQ(priority("100 / (op.pages - 1)").checks.size(), 1U);
  EXPECT_TRUE(priority("if op.pages > 1 then 100 / (op.pages - 1) else 0").checks.empty());
  EXPECT_EQ(priority("if op.waited > 1us then 100 / (op.pages - 1) else 0").checks.size(), 1U);
  EXPECT_EQ(priority("op.pages * op.pages * op.pages").checks.size(), 2U);
  EXPECT_TRUE(priority("if op.pages < 1000 then op.pages * op.pages * op.pages else 0").checks.empty());
  EXPECT_EQ(priority("int(1e18 * 1000.0 / op.pages)").checks.size(), 1U);
}

}  // namespace
}  // namespace ssd
