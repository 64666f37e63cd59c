// Exact numbers, units and the evaluation of constants.
#include <gtest/gtest.h>

#include "compiler/check/expr/formula.h"
#include "compiler/check/expr/value.h"
#include "compiler/check/maps/lanes.h"
#include "compiler/check/maps/period.h"
#include "tests/unit/sema_texts.h"

namespace ssd::check {
namespace {

Rational fraction(Wide a, Wide b) { return *Rational::make(a, b); }

TEST(Rational, LiteralsAreExact) {
  EXPECT_EQ(parse_digits("0.1"), fraction(1, 10));
  EXPECT_EQ(parse_digits("1e6"), fraction(1'000'000, 1));
  EXPECT_EQ(parse_digits("2.5e-3"), fraction(1, 400));
  EXPECT_EQ(parse_digits("0xFf"), fraction(255, 1));
  EXPECT_EQ(parse_digits("0e999"), Rational(0));
  EXPECT_FALSE(parse_digits("1e99"));
  EXPECT_FALSE(parse_digits("1e-99"));
  EXPECT_FALSE(parse_digits("1e99999999999"));
  EXPECT_FALSE(parse_digits("0xffffffffffffffffffffffffffffffffff"));
}

TEST(Rational, RoundsTowardsTheRightSide) {
  EXPECT_EQ(fraction(-7, 2).floor(), -4);
  EXPECT_EQ(fraction(-7, 2).ceil(), -3);
  EXPECT_EQ(fraction(7, 2).floor(), 3);
  EXPECT_EQ(fraction(7, -2).ceil(), -3);
}

TEST(Rational, ComparesWithoutOverflow) {
  const Wide big = static_cast<Wide>(1) << 126;
  EXPECT_EQ(compare(fraction(big, big - 1), fraction(big - 1, big - 2)), -1);
  EXPECT_EQ(compare(fraction(-1, 3), fraction(-1, 2)), 1);
  EXPECT_EQ(compare(fraction(2, 6), fraction(1, 3)), 0);
}

TEST(Rational, OverflowIsNothingNotWrong) {
  const Wide big = static_cast<Wide>(1) << 126;
  EXPECT_FALSE(add(fraction(big, 1), fraction(big, 1)));
  EXPECT_FALSE(multiply(fraction(big, 1), fraction(3, 1)));
  EXPECT_EQ(multiply(fraction(big, 3), fraction(3, big)), Rational(1));
  EXPECT_FALSE(divide(1, 0));
}

TEST(Values, AreWrittenInTheirUnits) {
  EXPECT_EQ(to_text(literal("1500us")), "1.5ms");
  EXPECT_EQ(to_text(literal("0.25us")), "250ns");
  EXPECT_EQ(to_text(literal("2048B")), "2KiB");
  EXPECT_EQ(to_text(literal("1952B")), "1952B");
  EXPECT_EQ(to_text(literal("12bit")), "12bit");
  EXPECT_EQ(to_text(literal("0.04GB/s")), "40MB/s");
  EXPECT_EQ(to_text(literal("12.5%")), "12.5%");
  EXPECT_EQ(to_text(Value::of(Type::kReal, fraction(1, 3))), "1/3");
}

// The value of a const, as the `read` of a part, which is a time.
Time read_time(const std::string& expression) {
  const auto result = check_text("const x = " + expression + "\ndesign D { nand { read: x } }");
  EXPECT_EQ(result->text(), "");
  return result->checked.designs.empty() ? 0 : result->checked.designs[0].config.read;
}

TEST(Constants, CombineUnits) {
  EXPECT_EQ(read_time("4KiB / 40.96MB/s"), 100'000U);
  EXPECT_EQ(read_time("2 * 20us + 1ms / 4"), 290'000U);
  EXPECT_EQ(read_time("20us * (30us / 20us)"), 30'000U);
  EXPECT_EQ(read_time("1 / 100kHz"), 10'000U);
  EXPECT_EQ(read_time("48uJ / 8mW"), 6'000'000U);
  EXPECT_EQ(read_time("10us * 250%"), 25'000U);
  EXPECT_EQ(read_time("max(10us, 20us, 15us) - min(1us, 2us)"), 19'000U);
  EXPECT_EQ(read_time("clamp(5us, 10us, 20us)"), 10'000U);
  EXPECT_EQ(read_time("1us * (7 / 2) + 1us * (-7 % 4 + 10)"), 10'000U);
  EXPECT_EQ(read_time("1us * ceil(2.5) + 1us * floor(2.5) + 1us * int(-2.5) + 1us * log2(8)"), 6'000U);
  EXPECT_EQ(read_time("if 4KiB > 4KB and not (1us == 2us) then 1us else 2us"), 1'000U);
  EXPECT_EQ(read_time("{ let a = 3us  let b = a * 2  a + b }"), 9'000U);
  EXPECT_EQ(read_time("50.5ns"), 51U) << "real times round half up";
  EXPECT_EQ(read_time("50.4999ns"), 50U);
}

TEST(Constants, EvaluateOnlyWhatTheyNeed) {
  EXPECT_EQ(read_time("if 1 < 2 or 1 / 0 == 1 then 3us else 4us"), 3'000U);
  EXPECT_EQ(read_time("if 1 > 2 and 1 / 0 == 1 then 3us else 4us"), 4'000U);
  EXPECT_EQ(check_text("const x = if true then 1us else 1 + 1us")->codes(), "E0106")
      << "types are checked in dead branches too";
  EXPECT_EQ(check_text("const x = false and 3")->codes(), "E0105");
}

TEST(Constants, DeclarationsComeInAnyOrder) {
  EXPECT_EQ(check_text("const a = b * 2\nconst b = c\nparam c: int = 4\nconst d = a + c")->codes(), "");
  EXPECT_EQ(check_text("const a = a")->codes(), "E0110");
}

TEST(Constants, LongSumsAndChainsDoNotOverflowTheStack) {
  std::string sum = "const x = 0";
  std::string chain = "\nconst y = ";
  for (int i = 0; i < 3000; ++i) {
    sum += " + 1";
    chain += "if x == " + std::to_string(i) + " then 1 else ";
  }
  const auto result = check_text(sum + chain + "2");
  EXPECT_EQ(result->text(), "");
}

TEST(Constants, LongReferencesAreBounded) {
  std::string text = "const c0 = c1\n";
  for (int i = 1; i < 2000; ++i) text += "const c" + std::to_string(i) + " = c" + std::to_string(i + 1) + "\n";
  const auto result = check_text(text + "const c2000 = 1");
  EXPECT_TRUE(result->codes().starts_with("E0116")) << result->codes().substr(0, 100);
}

TEST(Formula, SharesEqualNodesAndFoldsConstants) {
  Formula f;
  const NodeId x = f.input(0, {0, 1000});
  EXPECT_EQ(f.make(Op::kAdd, x, f.constant(3)), f.make(Op::kAdd, x, f.constant(3)));
  EXPECT_EQ(f.node(f.make(Op::kLess, x, f.constant(1001))).op, Op::kConstant);
  EXPECT_EQ(f.make(Op::kMul, f.constant(i64{1} << 62), f.constant(2)), kNoNode);
}

TEST(Formula, RefusesTheRemainderThatTraps) {
  Formula f;
  const NodeId x = f.input(0, {std::numeric_limits<i64>::min(), 0});
  const NodeId y = f.input(1, {-1, 5});
  EXPECT_EQ(f.make(Op::kMod, x, y), kNoNode);
  EXPECT_EQ(f.make(Op::kDiv, x, y), kNoNode);
  EXPECT_EQ(f.make(Op::kNegate, x), kNoNode);
}

// On random formulas: every node's interval must contain its value, every law must hold, and lanes must agree with
// evaluate().
TEST(Formula, IntervalsLawsAndLanesHoldForRandomFormulas) {
  u64 state = 12345;
  const auto random = [&](u64 n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % n;
  };
  constexpr std::array kOps{Op::kBitAnd, Op::kBitXor,   Op::kBitOr, Op::kShiftRight, Op::kPower, Op::kAdd,
                            Op::kSub,    Op::kMul,      Op::kDiv,   Op::kMod,        Op::kLess,  Op::kLessEqual,
                            Op::kEqual,  Op::kNotEqual, Op::kMin,   Op::kMax,        Op::kAbs,   Op::kNegate,
                            Op::kSelect, Op::kNot,      Op::kAnd,   Op::kOr};
  constexpr i64 kLast = 1499;
  int with_period = 0;
  for (int round = 0; round < 300; ++round) {
    Formula f;
    std::vector<NodeId> nodes{f.input(0, {0, kLast})};
    for (int i = 0; i < 6; ++i) nodes.push_back(f.constant(static_cast<i64>(random(9)) + (i == 0 ? 0 : 1)));
    for (int i = 0; i < 12; ++i) {
      const auto pick = [&] { return nodes[random(nodes.size())]; };
      const NodeId node = f.make(kOps[random(kOps.size())], pick(), pick(), pick());
      if (node != kNoNode) nodes.push_back(node);
    }
    const std::vector<Law> found = laws(f);
    for (const NodeId result : nodes) {
      const design::Function function = f.extract(result);
      std::vector<i64> values;
      for (i64 x = 0; x <= kLast; ++x) values.push_back(evaluate(function.program(), &x));
      Lanes lanes(f, {{result}});
      lanes.run(1024, kLast);
      for (i64 x = 0; x <= kLast; ++x) {
        const auto value = values[static_cast<std::size_t>(x)];
        ASSERT_TRUE(f.range(result).contains(value)) << round;
        if (x >= 1024) {
          ASSERT_EQ(lanes.values(result)[static_cast<std::size_t>(x - 1024)], value);
        }
        const Law law = found[result];
        if (law.period == 0 || x + law.period > kLast) continue;
        ++with_period;
        ASSERT_EQ(values[static_cast<std::size_t>(x + law.period)], value + static_cast<i64>(law.shift)) << round;
      }
    }
  }
  EXPECT_GT(with_period, 100'000) << "the test must have seen periods";
}

}  // namespace
}  // namespace ssd::check
