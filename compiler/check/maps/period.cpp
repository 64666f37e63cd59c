// The periods of formulas: see period.h. Each rule below follows from the arithmetic of one operation. If no rule
// applies there is no law, which is always safe.
#include "compiler/check/maps/period.h"

#include <bit>
#include <map>
#include <numeric>
#include <optional>

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

int width_of(Wide natural) { return static_cast<int>(std::bit_width(static_cast<u64>(natural))); }

// The law over a period in which the value moves by a multiple of 2^bits.
Law over_power(Law a, int bits) {
  if (a.shift == 0) return a;
  const Wide power = static_cast<Wide>(1) << bits;
  return stretched(a, power / greatest_common_divisor(a.shift, power));
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

// `a & c`, `a | c` and `a xor c` for a constant c: what c keeps or inverts moves with a, in steps of which the bits of
// c below its sign see nothing.
Law masked(Op op, Law a, Wide c) {
  const Law whole = over_power(a, width_of(c < 0 ? ~c : c));
  const bool keeps = (op == Op::kBitAnd) == (c < 0);
  return op == Op::kBitXor && c < 0 ? Law{whole.period, -whole.shift} : Law{whole.period, keeps ? whole.shift : 0};
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

// k of a value that is always 2^k.
std::optional<int> exponent_of(const Interval& value) {
  if (!value.single() || value.low <= 0 || !std::has_single_bit(static_cast<u64>(value.low))) return std::nullopt;
  return std::countr_zero(static_cast<u64>(value.low));
}

// How many of the lowest bits of its left side a shift, or a division of naturals, always drops.
std::optional<int> dropped_bits(const Node& n, const Formula& formula) {
  const Interval by = formula.range(n.b);
  if (n.op == Op::kDiv) return formula.range(n.a).low >= 0 ? exponent_of(by) : std::nullopt;
  const bool known = by.single() && by.low >= 0 && by.low <= kMostShift;
  return known ? std::optional(static_cast<int>(by.low)) : std::nullopt;
}

// After how many inputs the lowest bits of a node repeat; 0 if that is not known. The lowest k bits of a sum, a product
// and of what is combined bit by bit depend only on those of the operands, and a shift to the right takes them from
// further up. So `lpn xor lpn >> 3` has a period in its lowest bits, though it follows no law.
class LowestBits {
 public:
  LowestBits(const Formula& formula, const std::vector<Law>& known) : formula_(formula), known_(known) {}

  Wide period(NodeId id, int bits) {
    if (const auto found = periods_.find({id, bits}); found != periods_.end()) return found->second;
    const Law whole = over_power(known_[id], bits);
    return periods_[{id, bits}] = whole.period != 0 ? whole.period : of_operands(formula_.node(id), bits);
  }

 private:
  Wide of_operands(const Node& n, int bits) {
    switch (n.op) {
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul:
      case Op::kBitAnd:
      case Op::kBitXor:
      case Op::kBitOr: return common_period(period(n.a, bits), period(n.b, bits));
      case Op::kDiv:
      case Op::kShiftRight: {
        const auto dropped = dropped_bits(n, formula_);
        return dropped && *dropped + bits <= kMostShift ? period(n.a, bits + *dropped) : 0;
      }
      default: return 0;
    }
  }

  const Formula& formula_;
  const std::vector<Law>& known_;
  std::map<std::pair<NodeId, int>, Wide> periods_;
};

// `a % 2^k` of a natural a.
Law lowest_bits(LowestBits& lowest, const Node& n, const Interval& a_range, const Interval& b_range) {
  const auto bits = exponent_of(b_range);
  return bits && a_range.low >= 0 ? Law{lowest.period(n.a, *bits), 0} : none();
}

// `a & b` where b is within 0..2^k-1 depends on the lowest k bits of a, and on b.
Law common_bits(LowestBits& lowest, NodeId a, Law b, const Interval& mask) {
  if (!b.repeats() || mask.low < 0) return none();
  const Wide period = lowest.period(a, width_of(mask.high));
  return {common_period(period, b.period), 0};
}

Law combination(LowestBits& lowest, const Node& n, Law a, Law b, const Interval& a_range, const Interval& b_range) {
  if (a.repeats() && b.repeats()) return repeating(a, b);
  if (b_range.single() && a.period != 0) return masked(n.op, a, b_range.low);
  if (a_range.single() && b.period != 0) return masked(n.op, b, a_range.low);
  if (n.op != Op::kBitAnd) return none();
  const Law by_b = common_bits(lowest, n.a, b, b_range);
  return by_b.period != 0 ? by_b : common_bits(lowest, n.b, a, a_range);
}

// The floor of a / 2^count moves by whole steps once a has moved by a multiple of 2^count, whatever its sign.
Law shifted(const Node& n, Law a, Law b, const Formula& formula) {
  const auto dropped = dropped_bits(n, formula);
  if (!dropped) return repeating(a, b);
  const Law whole = over_power(a, *dropped);
  return {whole.period, whole.shift >> *dropped};
}

// Operands have smaller ids, so their laws are already known.
Law law_of(const Node& n, const std::vector<Law>& known, const Formula& formula, LowestBits& lowest) {
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
    case Op::kMod: {
      const Law law = quotient(a, b, formula.range(n.a), formula.range(n.b), true);
      return law.period != 0 ? law : lowest_bits(lowest, n, formula.range(n.a), formula.range(n.b));
    }
    case Op::kBitAnd:
    case Op::kBitXor:
    case Op::kBitOr: return combination(lowest, n, a, b, formula.range(n.a), formula.range(n.b));
    case Op::kShiftRight: return shifted(n, a, b, formula);
    case Op::kPower: return a.repeats() ? a : none();
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
  LowestBits lowest(formula, result);
  for (NodeId id = 0; id < formula.size(); ++id) result[id] = law_of(formula.node(id), result, formula, lowest);
  return result;
}

}  // namespace ssd::check
