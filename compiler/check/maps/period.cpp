// The periods of formulas: see period.h. Each rule below follows from the arithmetic of one operation. If no rule
// applies there is no law, which is always safe.
#include "compiler/check/maps/period.h"

#include <numeric>

namespace ssd::check {
namespace {

// Far above every period that is checked, and far below an overflow.
constexpr Wide kLongest = static_cast<Wide>(1) << 62;

Law none() { return {0, 0}; }

// The same law over a period `factor` times as long.
Law stretched(Law law, Wide factor) {
  if (law.period == 0 || factor <= 0 || law.period > kLongest / factor) return none();
  const Wide size = law.shift < 0 ? -law.shift : law.shift;
  if (size > kLongest / factor) return none();
  return {law.period * factor, law.shift * factor};
}

struct Pair {
  Law a, b;
};
// Both laws over their common period.
Pair aligned(Law a, Law b) {
  const Wide period = common_period(a.period, b.period);
  if (period == 0) return {none(), none()};
  return {stretched(a, period / a.period), stretched(b, period / b.period)};
}

// The shifts add up over the common period.
Law sum(Law a, Law b, int sign) {
  const Pair p = aligned(a, b);
  if (p.a.period == 0 || p.b.period == 0) return none();
  return {p.a.period, p.a.shift + sign * p.b.shift};
}

// The law of an operation that depends only on its two values.
Law repeating(Law a, Law b) {
  const Pair p = aligned(a, b);
  return p.a.repeats() && p.b.repeats() ? Law{p.a.period, 0} : none();
}

// Multiplication by a constant multiplies the shift as well. A product of two values that move follows no law of this
// kind.
Law product(Law a, Law b, const Interval& a_range, const Interval& b_range) {
  if (b_range.single() || a_range.single()) {
    const Law moving = b_range.single() ? a : b;
    const Wide factor = b_range.single() ? b_range.low : a_range.low;
    const Wide size = factor < 0 ? -factor : factor;
    const Wide shift = moving.shift < 0 ? -moving.shift : moving.shift;
    if (moving.period == 0 || (size != 0 && shift > kLongest / size)) return none();
    return {moving.period, moving.shift * factor};
  }
  return repeating(a, b);
}

// A dividend that moves by `shift` has moved by a multiple of the divisor after divisor / gcd periods. Truncation
// equals floor, and so follows the law, only if the dividend is never negative.
Law quotient(Law a, Law b, const Interval& a_range, const Interval& b_range, bool remainder) {
  if (a.repeats() || a.period == 0 || !b_range.single() || b_range.low <= 0 || a_range.low < 0) return repeating(a, b);
  const Wide divisor = b_range.low;
  const Law whole = stretched(a, divisor / greatest_common_divisor(a.shift, divisor));
  if (whole.period == 0) return none();
  return {whole.period, remainder ? 0 : whole.shift / divisor};
}

// A comparison of two values that move by the same shift gives the same result again. Their minimum and maximum move by
// that shift.
Law comparison(Law a, Law b) {
  const Pair p = aligned(a, b);
  return p.a.period != 0 && p.a.shift == p.b.shift ? Law{p.a.period, 0} : none();
}

Law extreme(Law a, Law b) {
  const Pair p = aligned(a, b);
  return p.a.period != 0 && p.a.shift == p.b.shift ? p.a : none();
}

// Both branches must move by the same shift, and the condition must repeat.
Law selection(Law condition, Law then, Law otherwise) {
  const Law branches = extreme(then, otherwise);
  const Pair p = aligned(condition, branches);
  return p.a.repeats() && p.b.period != 0 ? p.b : none();
}

// Operands have smaller ids, so their laws are already known.
Law law_of(const Node& n, const std::vector<Law>& known, const Formula& formula) {
  const Law a = known[n.op == Op::kInput || n.op == Op::kConstant ? 0 : n.a], b = known[n.b];
  switch (n.op) {
    case Op::kConstant: return {1, 0};
    case Op::kInput: return {1, 1};
    case Op::kNegate: return {a.period, -a.shift};
    case Op::kNot:
    case Op::kAbs: return a.repeats() ? a : none();
    case Op::kAdd: return sum(a, b, 1);
    case Op::kSub: return sum(a, b, -1);
    case Op::kMul: return product(a, b, formula.range(n.a), formula.range(n.b));
    case Op::kDiv: return quotient(a, b, formula.range(n.a), formula.range(n.b), false);
    case Op::kMod: return quotient(a, b, formula.range(n.a), formula.range(n.b), true);
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kNotEqual: return comparison(a, b);
    case Op::kAnd:
    case Op::kOr: return repeating(a, b);
    case Op::kSelect: return selection(a, b, known[n.c]);
    case Op::kMin:
    case Op::kMax: return extreme(a, b);
    default: return none();
  }
}

}  // namespace

Wide common_period(Wide a, Wide b) {
  if (a == 0 || b == 0) return 0;
  const Wide part = a / greatest_common_divisor(a, b);
  return part > kLongest / b ? 0 : part * b;
}

std::vector<Law> laws(const Formula& formula) {
  std::vector<Law> result(formula.size());
  for (NodeId id = 0; id < formula.size(); ++id) result[id] = law_of(formula.node(id), result, formula);
  return result;
}

}  // namespace ssd::check
