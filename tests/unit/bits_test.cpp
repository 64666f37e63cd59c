// The operators on the bits of ints: `&`, `|`, `xor`, `<<`, `>>`. Constants and nodes equal C++ on random values, laws
// hold, and the operators bind as docs/language.md says.
#include <gtest/gtest.h>

#include <random>

#include "compiler/check/expr/formula.h"
#include "compiler/check/expr/value.h"
#include "compiler/check/maps/period.h"
#include "compiler/syntax/parse/parse.h"
#include "tests/unit/sema_texts.h"

namespace ssd::check {
namespace {

using ast::BinaryOp;
using Random = std::mt19937_64;

// Ints of all lengths, negative ones as well.
i64 any_int(Random& random) { return static_cast<i64>(random()) >> (random() % 64); }

std::optional<i64> applied(BinaryOp op, i64 a, i64 b) {
  const Outcome outcome = apply(op, Value::of(Type::kInt, a), Value::of(Type::kInt, b));
  return outcome.fault == Fault::kNone ? as_int(outcome.value.number) : std::nullopt;
}
i64 bits(BinaryOp op, i64 a, i64 b) { return applied(op, a, b).value(); }

TEST(Bits, OfConstantsEqualThoseOfCpp) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const i64 a = any_int(random), b = any_int(random), n = static_cast<i64>(random() % 63);
    ASSERT_EQ(bits(BinaryOp::kBitAnd, a, b), a & b);
    ASSERT_EQ(bits(BinaryOp::kBitOr, a, b), a | b);
    ASSERT_EQ(bits(BinaryOp::kBitXor, a, b), a ^ b);
    ASSERT_EQ(bits(BinaryOp::kShiftRight, a, n), a >> n);
    i64 product = 0;
    const bool fits = !__builtin_mul_overflow(a, i64{1} << n, &product);
    ASSERT_EQ(applied(BinaryOp::kShiftLeft, a, n), fits ? std::optional(product) : std::nullopt);
  }
}

// Shifts are multiplication, and division that rounds down; the others obey the laws of sets and of addition.
TEST(Bits, ObeyTheirLaws) {
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    const i64 a = any_int(random) / 4, b = any_int(random) / 4, n = static_cast<i64>(random() % 63);
    ASSERT_EQ(bits(BinaryOp::kBitXor, a, a), 0);
    ASSERT_EQ(bits(BinaryOp::kBitXor, bits(BinaryOp::kBitXor, a, b), b), a);
    ASSERT_EQ(bits(BinaryOp::kBitAnd, a, b) + bits(BinaryOp::kBitOr, a, b), a + b);
    ASSERT_EQ(bits(BinaryOp::kBitOr, a, b) - bits(BinaryOp::kBitAnd, a, b), bits(BinaryOp::kBitXor, a, b));
    ASSERT_EQ(bits(BinaryOp::kBitXor, a, -1), -1 - a);
    const i64 half = bits(BinaryOp::kShiftRight, a, n), step = i64{1} << n, rest = a - half * step;
    ASSERT_TRUE(rest >= 0 && rest < step) << a << " >> " << n;
    ASSERT_EQ(bits(BinaryOp::kBitAnd, a, step - 1), rest);
    ASSERT_EQ(bits(BinaryOp::kShiftLeft, half, n), a - rest);
  }
}

TEST(Bits, OfNodesEqualThoseOfCpp) {
  Random random(3);
  for (const auto& [op, of_cpp] : std::to_array<std::pair<Op, i64 (*)(i64, i64)>>(
           {{Op::kBitAnd, [](i64 a, i64 b) { return a & b; }},
            {Op::kBitOr, [](i64 a, i64 b) { return a | b; }},
            {Op::kBitXor, [](i64 a, i64 b) { return a ^ b; }},
            {Op::kShiftRight, [](i64 a, i64 b) { return a >> (b & 63); }},
            {Op::kPower, [](i64 a, i64) { return static_cast<i64>(u64{1} << (a & 63)); }}})) {
    for (int i = 0; i < 5'000; ++i) {
      const i64 a = any_int(random), b = any_int(random);
      ASSERT_EQ(ssd::apply(op, a, b, 0), of_cpp(a, b)) << static_cast<int>(op);
    }
  }
}

// Every interval contains the results of all values in the operands' intervals, and is exact for single values.
TEST(Bits, IntervalsContainTheirResults) {
  Random random(4);
  for (const Op op : {Op::kBitAnd, Op::kBitOr, Op::kBitXor, Op::kShiftRight}) {
    for (int round = 0; round < 3'000; ++round) {
      const auto interval = [&] {
        const i64 low = any_int(random), width = any_int(random) & 255;
        return Interval{low,
                        std::min(static_cast<Wide>(low) + width, static_cast<Wide>(std::numeric_limits<i64>::max()))};
      };
      Formula f;
      const Interval a = interval();
      const i64 few = static_cast<i64>(random() % 55);
      const Interval b = op == Op::kShiftRight ? Interval{few, few + 8} : interval();
      const NodeId node = f.make(op, f.input(0, a), f.input(1, b));
      ASSERT_NE(node, kNoNode);
      const auto any_of = [&](const Interval& from) {
        return static_cast<i64>(from.low + static_cast<Wide>(random() % static_cast<u64>(from.high - from.low + 1)));
      };
      for (int i = 0; i < 20; ++i) {
        const i64 x = any_of(a), y = any_of(b);
        ASSERT_TRUE(f.range(node).contains(ssd::apply(op, x, y, 0))) << static_cast<int>(op) << " " << x << " " << y;
      }
    }
  }
}

// The period of the lowest bits, where the whole value follows no law.
TEST(Bits, HashedMapsHaveAPeriod) {
  const auto period_of = [](auto make) {
    Formula f;
    const NodeId lpn = f.input(0, {0, 1'000'000});
    const NodeId result = make(f, lpn);
    return laws(f)[result].repeats() ? static_cast<i64>(laws(f)[result].period) : 0;
  };
  const auto hash = [](Formula& f, NodeId lpn) {
    return f.make(Op::kBitXor, lpn, f.make(Op::kShiftRight, lpn, f.constant(3)));
  };
  EXPECT_EQ(period_of([&](Formula& f, NodeId lpn) { return f.make(Op::kMod, hash(f, lpn), f.constant(8)); }), 64);
  EXPECT_EQ(period_of([&](Formula& f, NodeId lpn) { return f.make(Op::kBitAnd, hash(f, lpn), f.constant(7)); }), 64);
  EXPECT_EQ(period_of([&](Formula& f, NodeId lpn) { return f.make(Op::kBitAnd, f.constant(5), hash(f, lpn)); }), 64);
  EXPECT_EQ(period_of([&](Formula& f, NodeId lpn) { return f.make(Op::kMod, hash(f, lpn), f.constant(6)); }), 0)
      << "the lowest bits do not decide a remainder by 6";
  EXPECT_EQ(period_of([](Formula& f, NodeId lpn) {
              return f.make(Op::kBitAnd, f.make(Op::kShiftRight, lpn, f.constant(2)), f.constant(7));
            }),
            32);
}

// The same tree with and without the parentheses.
std::string printed(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  const auto expr = parse::parse_expression(sources.add("expression", text), sources, sink);
  EXPECT_FALSE(sink.has_errors()) << text;
  return expr == nullptr ? "" : ast::print(*expr);
}

TEST(Bits, BindTighterThanComparisonsAndLooserThanSums) {
  for (const auto& [loose, grouped] :
       std::to_array<std::pair<const char*, const char*>>({{"b.erases & 1 == 0", "(b.erases & 1) == 0"},
                                                           {"a | b < c", "(a | b) < c"},
                                                           {"a xor b != c and d", "((a xor b) != c) and d"},
                                                           {"1 << 2 + 3", "1 << (2 + 3)"},
                                                           {"a & b << 1", "a & (b << 1)"},
                                                           {"a xor b & c", "a xor (b & c)"},
                                                           {"a | b xor c", "a | (b xor c)"},
                                                           {"a >> 1 >> 2", "(a >> 1) >> 2"},
                                                           {"a * 2 & -b", "(a * 2) & (-b)"}})) {
    EXPECT_EQ(printed(loose), printed(grouped));
    EXPECT_EQ(printed(loose), loose) << "no parentheses are needed";
  }
  EXPECT_EQ(printed("(a | b) & c"), "(a | b) & c");
  EXPECT_EQ(printed("1 + (2 << 3)"), "1 + (2 << 3)");
  EXPECT_EQ(printed("a >> (b >> c)"), "a >> (b >> c)");
}

TEST(Bits, TakeIntsOnly) {
  EXPECT_EQ(check_text("const x = 6 & 3 | 8 xor 1 << 2\nconst y = -7 >> 1")->codes(), "");
  EXPECT_EQ(check_text("const x = 6.5 & 3")->codes(), "E0258");
  EXPECT_EQ(check_text("const x = 6 xor true")->codes(), "E0258");
  EXPECT_EQ(check_text("const x = 4KiB >> 2")->codes(), "E0258");
  EXPECT_EQ(check_text("const x = 1 << 63")->codes(), "E0259");
  EXPECT_EQ(check_text("const x = 1 >> -1")->codes(), "E0259");
  EXPECT_EQ(check_text("const x = 3 << 62")->codes(), "E0107");
}

}  // namespace
}  // namespace ssd::check
