// See reached.h.
#include "tests/differential/reached.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace ssd::differential {
namespace {

constexpr i64 kLowest = std::numeric_limits<i64>::min(), kHighest = std::numeric_limits<i64>::max();
constexpr std::size_t kOperations = static_cast<std::size_t>(Op::kRequire) + 1;

// One operation with its operands. `asked` is the divisor in the program, before 1 took its place.
struct Step {
  Op op;
  i64 a, b, asked, result;
  double x, y, z;  // the same as reals; z is the result
};

// Operands of sums without wrapping are halves, so the limit is a quarter of the range.
bool large(i64 value) { return value < -(i64{1} << 61) || value >= i64{1} << 61; }
bool denormal(double x) { return std::fpclassify(x) == FP_SUBNORMAL; }
bool minus_zero(double x) { return x == 0 && std::signbit(x); }
bool extreme(double x) { return !std::isnormal(x) || std::fabs(x) > 0x1p300 || std::fabs(x) < 0x1p-300; }
bool takes_reals(Op op) { return op >= Op::kRealNegate && op <= Op::kOrderKey && op != Op::kToReal; }
bool takes_truths(Op op) {
  return op == Op::kNot || op == Op::kAnd || op == Op::kOr || op == Op::kSelect || op == Op::kRequire;
}

struct Corner {
  const char* name;
  Op first, last;  // the operations that have this corner
  bool (*hit)(const Step&);
};
constexpr std::array kCorners{
    Corner{"int / 0", Op::kDiv, Op::kDiv, [](const Step& s) { return s.b == 0; }},
    Corner{"int % 0", Op::kMod, Op::kMod, [](const Step& s) { return s.b == 0; }},
    Corner{"lowest int / -1", Op::kDiv, Op::kDiv, [](const Step& s) { return s.a == kLowest && s.asked == -1; }},
    Corner{"lowest int % -1", Op::kMod, Op::kMod, [](const Step& s) { return s.a == kLowest && s.asked == -1; }},
    Corner{"lowest int / other", Op::kDiv, Op::kDiv,
           [](const Step& s) { return s.a == kLowest && s.b != 0 && s.asked != -1; }},
    Corner{"int / lowest int", Op::kDiv, Op::kDiv, [](const Step& s) { return s.b == kLowest; }},
    Corner{"negative remainder", Op::kMod, Op::kMod, [](const Step& s) { return s.result < 0; }},
    Corner{"-highest int", Op::kNegate, Op::kNegate, [](const Step& s) { return s.a == kHighest; }},
    Corner{"abs of the lowest with a negative", Op::kAbs, Op::kAbs, [](const Step& s) { return s.a == kLowest + 1; }},
    Corner{"sum beyond 64 bits", Op::kAddFits, Op::kAddFits, [](const Step& s) { return s.result == 0; }},
    Corner{"difference beyond 64 bits", Op::kSubFits, Op::kSubFits, [](const Step& s) { return s.result == 0; }},
    Corner{"product beyond 64 bits", Op::kMulFits, Op::kMulFits, [](const Step& s) { return s.result == 0; }},
    Corner{"lowest int * -1", Op::kMulFits, Op::kMulFits,
           [](const Step& s) {
             return (s.a == kLowest ? s.b : s.b == kLowest ? s.a : 0) == -1;
           }},
    Corner{"shift of a negative", Op::kShiftRight, Op::kShiftRight,
           [](const Step& s) { return s.a < 0 && s.result < -1; }},
    Corner{"shift beyond six bits", Op::kShiftRight, Op::kShiftRight,
           [](const Step& s) { return s.b < 0 || s.b > 63; }},
    Corner{"power of six bits", Op::kPower, Op::kPower, [](const Step& s) { return s.a < 0 || s.a > 63; }},
    Corner{"bits of negatives", Op::kBitAnd, Op::kBitOr, [](const Step& s) { return s.a < 0 && s.b < 0; }},
    Corner{"no number in", Op::kRealAdd, Op::kRealDiv,
           [](const Step& s) { return std::isnan(s.x) || std::isnan(s.y); }},
    Corner{"no number out of numbers", Op::kRealAdd, Op::kRealDiv,
           [](const Step& s) { return !std::isnan(s.x) && !std::isnan(s.y) && std::isnan(s.z); }},
    Corner{"infinity in", Op::kRealAdd, Op::kRealDiv, [](const Step& s) { return std::isinf(s.x) || std::isinf(s.y); }},
    Corner{"infinity out of finite", Op::kRealAdd, Op::kRealDiv,
           [](const Step& s) { return std::isfinite(s.x) && std::isfinite(s.y) && std::isinf(s.z); }},
    Corner{"denormal in", Op::kRealAdd, Op::kRealDiv, [](const Step& s) { return denormal(s.x) || denormal(s.y); }},
    Corner{"denormal out", Op::kRealAdd, Op::kRealDiv, [](const Step& s) { return denormal(s.z); }},
    Corner{"-0 in", Op::kRealAdd, Op::kRealDiv, [](const Step& s) { return minus_zero(s.x) || minus_zero(s.y); }},
    Corner{"-0 out", Op::kRealAdd, Op::kRealDiv, [](const Step& s) { return minus_zero(s.z); }},
    Corner{"real / 0", Op::kRealDiv, Op::kRealDiv, [](const Step& s) { return s.y == 0; }},
    Corner{"both zeros compared", Op::kRealLess, Op::kRealNotEqual,
           [](const Step& s) { return s.x == 0 && s.y == 0 && std::signbit(s.x) != std::signbit(s.y); }},
    Corner{"no number compared", Op::kRealLess, Op::kRealNotEqual,
           [](const Step& s) { return std::isnan(s.x) || std::isnan(s.y); }},
    Corner{"min or max of both zeros", Op::kRealMin, Op::kRealMax,
           [](const Step& s) { return s.x == 0 && s.y == 0 && std::signbit(s.x) != std::signbit(s.y); }},
    Corner{"min or max of no number", Op::kRealMin, Op::kRealMax,
           [](const Step& s) { return std::isnan(s.x) != std::isnan(s.y); }},
    Corner{"floor of -0", Op::kFloor, Op::kFloor, [](const Step& s) { return minus_zero(s.x); }},
    Corner{"ceil to -0", Op::kCeil, Op::kCeil, [](const Step& s) { return s.x < 0 && minus_zero(s.z); }},
    Corner{"log2 of what is not above 0", Op::kLog2, Op::kLog2, [](const Step& s) { return !(s.x > 0); }},
    Corner{"log2 of a denormal", Op::kLog2, Op::kLog2, [](const Step& s) { return s.x > 0 && denormal(s.x); }},
    Corner{"log2 of infinity", Op::kLog2, Op::kLog2, [](const Step& s) { return s.x > kLargestReal; }},
    Corner{"int of no number", Op::kToInt, Op::kToInt, [](const Step& s) { return std::isnan(s.x); }},
    Corner{"int of 2^63", Op::kToInt, Op::kToInt, [](const Step& s) { return s.x == 0x1p63; }},
    Corner{"int of -2^63", Op::kToInt, Op::kToInt, [](const Step& s) { return s.x == -0x1p63; }},
    Corner{"int of a fraction below 0", Op::kToInt, Op::kToInt,
           [](const Step& s) { return s.x < 0 && std::fabs(s.x) < 1; }},
    Corner{"real of an int that is rounded", Op::kToReal, Op::kToReal,
           [](const Step& s) { return truncated(s.z) != s.a; }},
    Corner{"key of -0", Op::kOrderKey, Op::kOrderKey, [](const Step& s) { return minus_zero(s.x); }},
    Corner{"key of infinity", Op::kOrderKey, Op::kOrderKey, [](const Step& s) { return std::isinf(s.x); }},
    Corner{"key of a denormal", Op::kOrderKey, Op::kOrderKey, [](const Step& s) { return denormal(s.x); }},
};

// Operands at the ends of the operation's range; for operations on conditions, a condition that does not hold.
bool is_wide(const Step& s) {
  if (takes_truths(s.op)) return s.a == 0;
  if (takes_reals(s.op)) return extreme(s.x) && (operands(s.op) == 1 || extreme(s.y));
  return large(s.a) || (operands(s.op) > 1 && large(s.b));
}

}  // namespace

Reached::Reached() : wide_(kOperations), corners_(kCorners.size()) {}

void Reached::look(const Program& program, std::span<const i64> inputs) {
  std::array<i64, kMostNodes> values;
  for (u32 i = 0; i <= program.result; ++i) {
    const Node& n = program.nodes[i];
    if (operands(n.op) == 0) {
      values[i] = n.op == Op::kConstant ? n.value : inputs[static_cast<std::size_t>(n.value)];
      continue;
    }
    const i64 a = values[n.a], b = operands(n.op) > 1 ? values[n.b] : 0, c = operands(n.op) > 2 ? values[n.c] : 0;
    values[i] = n.op == Op::kRequire ? b : apply(n.op, a, b, c);
    const Node& divisor = program.nodes[n.b];
    const i64 asked = divisor.op == Op::kSelect ? values[divisor.c] : b;
    const Step step{n.op, a, b, asked, values[i], real_of(a), real_of(b), real_of(values[i])};
    wide_[static_cast<std::size_t>(n.op)] += is_wide(step);
    for (std::size_t k = 0; k < kCorners.size(); ++k) {
      if (n.op >= kCorners[k].first && n.op <= kCorners[k].last) corners_[k] += kCorners[k].hit(step);
    }
  }
}

std::string Reached::missing(u64 floor) const {
  std::string text;
  for (std::size_t op = 0; op < kOperations; ++op) {
    if (operands(static_cast<Op>(op)) != 0 && wide_[op] < floor)
      text += fmt::format("operation {} at its ends: {}\n", op, wide_[op]);
  }
  for (std::size_t k = 0; k < kCorners.size(); ++k) {
    if (corners_[k] < floor) text += fmt::format("{}: {}\n", kCorners[k].name, corners_[k]);
  }
  return text;
}

}  // namespace ssd::differential
