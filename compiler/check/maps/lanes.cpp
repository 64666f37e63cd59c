// Evaluates rows of values: see lanes.h.
#include "compiler/check/maps/lanes.h"

#include <algorithm>

namespace ssd::check {
namespace {

constexpr Wide kWord = static_cast<Wide>(1) << 32;

// Lemire's exact division of 32-bit numbers by a constant: one multiplication with the 64-bit reciprocal of the
// divisor, rounded up.
u64 reciprocal_of(i64 divisor) { return ~u64{0} / static_cast<u64>(divisor) + 1; }
i64 divided(i64 dividend, u64 reciprocal) {
  return static_cast<i64>((static_cast<unsigned __int128>(reciprocal) * static_cast<u64>(dividend)) >> 64);
}

// `each` with an operation on bits.
void each_bits(Op op, const auto& each) {
  if (op == Op::kBitAnd) return each([](i64 x, i64 y) { return x & y; });
  if (op == Op::kBitXor) return each([](i64 x, i64 y) { return x ^ y; });
  each([](i64 x, i64 y) { return x | y; });
}

}  // namespace

// Prepares only the nodes that the results need, in the order of the graph, in which operands come first.
Lanes::Lanes(const Formula& formula, std::span<const NodeId> results) : row_(formula.size()) {
  const std::vector<NodeId> needed = formula.reachable(results);
  rows_.resize(needed.size());
  for (u32 i = 0; i < needed.size(); ++i) {
    row_[needed[i]] = i;
    prepare(formula, needed[i], i);
  }
}

// Constants are filled once. All decisions about a division are taken here and not for each row.
void Lanes::prepare(const Formula& formula, NodeId id, u32 target) {
  Node node = formula.node(id);
  if (node.op == Op::kConstant) {
    rows_[target].fill(node.value);
    return;
  }
  if (node.op == Op::kInput) {
    inputs_.push_back(target);
    operations_ += kWidth;
    return;
  }
  Step step{.node = node, .target = target};
  const bool divides = node.op == Op::kDiv || node.op == Op::kMod;
  if (divides) {
    const Interval &dividend = formula.range(node.a), &divisor = formula.range(node.b);
    // apply() handles divisors of 0 (in a branch that is never taken) and of -1.
    if (divisor.single() && divisor.low > 1) {
      step.divisor = static_cast<i64>(divisor.low);
      if (divisor.high < kWord && dividend.low >= 0 && dividend.high < kWord)
        step.reciprocal = reciprocal_of(step.divisor);
    }
  }
  step.node.a = row_[node.a];
  step.node.b = row_[node.b];
  step.node.c = row_[node.c];
  operations_ += cost(step) * kWidth;
  steps_.push_back(step);
}

// Rough measurements: an operation with a vector loop below costs one.
u64 Lanes::cost(const Step& step) {
  switch (step.node.op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
    case Op::kMin:
    case Op::kMax:
    case Op::kSelect:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kBitAnd:
    case Op::kBitXor:
    case Op::kBitOr:
    case Op::kEqual:
    case Op::kNotEqual: return 1;
    case Op::kDiv:
    case Op::kMod: return step.reciprocal != 0 ? 1 : 4;
    case Op::kLog2: return 64;
    default: return 4;
  }
}

// Inputs beyond the last page repeat it, because the formulas could overflow there.
void Lanes::run(u64 first, u64 last) {
  for (const u32 input : inputs_) {
    for (std::size_t i = 0; i < kWidth; ++i) rows_[input][i] = static_cast<i64>(std::min(first + i, last));
  }
  for (const Step& step : steps_) fill(step);
}

void Lanes::fill(const Step& step) {
  Row& out = rows_[step.target];
  const Row &a = rows_[step.node.a], &b = rows_[step.node.b], &c = rows_[step.node.c];
  // One loop for each operation, so that the compiler can vectorise each of them.
  const auto each = [&](auto compute) {
    for (std::size_t i = 0; i < kWidth; ++i) out[i] = compute(a[i], b[i]);
  };
  switch (step.node.op) {
    case Op::kAdd: return each([](i64 x, i64 y) { return x + y; });
    case Op::kSub: return each([](i64 x, i64 y) { return x - y; });
    case Op::kMul: return each([](i64 x, i64 y) { return x * y; });
    case Op::kDiv:
      if (step.reciprocal != 0) return each([&](i64 x, i64) { return divided(x, step.reciprocal); });
      if (step.divisor != 0) return each([&](i64 x, i64) { return x / step.divisor; });
      break;
    case Op::kMod:
      if (step.reciprocal != 0) return each([&](i64 x, i64) { return x - divided(x, step.reciprocal) * step.divisor; });
      if (step.divisor != 0) return each([&](i64 x, i64) { return x % step.divisor; });
      break;
    case Op::kBitAnd:
    case Op::kBitXor:
    case Op::kBitOr: return each_bits(step.node.op, each);
    case Op::kMin: return each([](i64 x, i64 y) { return std::min(x, y); });
    case Op::kMax: return each([](i64 x, i64 y) { return std::max(x, y); });
    case Op::kLess: return each([](i64 x, i64 y) { return i64{x < y}; });
    case Op::kLessEqual: return each([](i64 x, i64 y) { return i64{x <= y}; });
    case Op::kEqual: return each([](i64 x, i64 y) { return i64{x == y}; });
    case Op::kNotEqual: return each([](i64 x, i64 y) { return i64{x != y}; });
    case Op::kSelect:
      for (std::size_t i = 0; i < kWidth; ++i) out[i] = a[i] != 0 ? b[i] : c[i];
      return;
    default: break;
  }
  for (std::size_t i = 0; i < kWidth; ++i) out[i] = apply(step.node.op, a[i], b[i], c[i]);
}

}  // namespace ssd::check
