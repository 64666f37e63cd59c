// Computes trends from the leaves of a formula to its result: see trend.h. Rounding to nearest preserves order, so
// reals move like their operands. Two different values may round to the same real, so only sums and products of ints
// are strict. Nothing is known about log2, because it is not rounded to nearest (policy.reals).
#include "compiler/check/expr/trend.h"

#include <compare>
#include <map>

namespace ssd::check {
namespace {

constexpr Trend kStays{}, kUnknown{.may_rise = true, .may_fall = true};

bool stays(const Trend& t) { return !t.may_rise && !t.may_fall; }
Trend opposite(const Trend& t) { return {.may_rise = t.may_fall, .may_fall = t.may_rise, .strict = t.strict}; }
Trend loosely(const Trend& t) { return {.may_rise = t.may_rise, .may_fall = t.may_fall}; }

// For operations that never fall when either operand rises: a sum, a minimum, `or`.
Trend together(const Trend& a, const Trend& b) {
  return {.may_rise = a.may_rise || b.may_rise, .may_fall = a.may_fall || b.may_fall};
}

Trend sum(const Trend& a, const Trend& b) {
  Trend t = together(a, b);
  t.strict = (a.strict || b.strict) && t.may_rise != t.may_fall;
  return t;
}

enum class Sign : std::uint8_t { kNegative, kZero, kPositive, kAny };

Sign sign_of(const auto& range) {
  if (range.low == 0 && range.high == 0) return Sign::kZero;
  return range.low >= 0 ? Sign::kPositive : range.high <= 0 ? Sign::kNegative : Sign::kAny;
}

// A node may be used as an int or as a real (Formula keeps both intervals); the node that uses it decides.
struct View {
  NodeId id;
  bool real;
  friend auto operator<=>(const View&, const View&) = default;
};

bool takes_reals(Op op) { return op >= Op::kRealNegate && op <= Op::kOrderKey && op != Op::kToReal; }

class TrendFinder {
 public:
  TrendFinder(const Formula& formula, u32 input) : formula_(formula), input_(input) {}

  Trend at(const View& view) {
    if (const auto known = trends_.find(view); known != trends_.end()) return known->second;
    const Node& n = formula_.node(view.id);
    const bool real = n.op == Op::kSelect ? view.real : takes_reals(n.op);
    return trends_[view] = of(n, {n.a, real}, {n.b, real}, {n.c, real});
  }

 private:
  Trend of(const Node& n, View a, View b, View c) {
    switch (n.op) {
      case Op::kConstant: return kStays;
      case Op::kInput: return n.value == input_ ? Trend{.may_rise = true, .strict = true} : kStays;
      case Op::kNegate:
      case Op::kNot:
      case Op::kRealNegate: return opposite(at(a));
      case Op::kAdd: return sum(at(a), at(b));
      case Op::kSub: return sum(at(a), opposite(at(b)));
      case Op::kRealAdd:
      case Op::kAnd:
      case Op::kOr:
      case Op::kMin:
      case Op::kMax:
      case Op::kRealMin:
      case Op::kRealMax: return together(at(a), at(b));
      case Op::kRealSub: return together(at(a), opposite(at(b)));
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kRealLess:
      case Op::kRealLessEqual: return together(opposite(at(a)), at(b));
      case Op::kMul:
      case Op::kRealMul: return product(a, b);
      case Op::kDiv:
      case Op::kRealDiv: return quotient(a, b);
      case Op::kFloor:
      case Op::kCeil:
      case Op::kToReal:
      case Op::kToInt:
      case Op::kOrderKey: return loosely(at(a));
      case Op::kShiftRight: return stays(at(b)) ? loosely(at(a)) : kUnknown;
      case Op::kSelect: return selection({n.a, false}, b, c);
      default: return all_stay(n, a, b) ? kStays : kUnknown;
    }
  }

  bool all_stay(const Node& n, View a, View b) { return stays(at(a)) && (operands(n.op) < 2 || stays(at(b))); }

  Sign sign(View v) const { return v.real ? sign_of(formula_.real_range(v.id)) : sign_of(formula_.range(v.id)); }

  // `by` must stay the same. Products of ints are exact.
  Trend scaled(const Trend& t, View by) const {
    const Sign s = sign(by);
    if (s == Sign::kZero) return kStays;
    if (s == Sign::kAny) return kUnknown;
    Trend scaled = s == Sign::kPositive ? t : opposite(t);
    scaled.strict &= !by.real && !formula_.range(by.id).contains(0);
    return scaled;
  }

  Trend product(View a, View b) {
    if (stays(at(a))) return stays(at(b)) ? kStays : scaled(at(b), a);
    return stays(at(b)) ? scaled(at(a), b) : kUnknown;
  }

  Trend quotient(View a, View b) {
    if (!stays(at(b))) return kUnknown;
    if (stays(at(a))) return kStays;
    const bool by_zero = b.real ? formula_.real_range(b.id).contains(0) : formula_.range(b.id).contains(0);
    return by_zero ? kUnknown : loosely(scaled(at(a), b));
  }

  // If the condition changes with the input, the step from one branch to the other must go in the direction of both
  // branches.
  Trend selection(View condition, View b, View c) {
    const Trend turn = at(condition), if_true = at(b), if_false = at(c);
    Trend t = together(if_true, if_false);
    t.strict = stays(turn) && if_true.strict && if_false.strict && t.may_rise != t.may_fall;
    if (stays(turn)) return t;
    if (turn.may_rise && turn.may_fall) return kUnknown;
    const View before = turn.may_rise ? c : b, after = turn.may_rise ? b : c;
    t.may_rise |= !never_above(after, before);
    t.may_fall |= !never_above(before, after);
    return t;
  }

  bool never_above(View lower, View higher) const {
    if (lower.real) return formula_.real_range(lower.id).high <= formula_.real_range(higher.id).low;
    return formula_.range(lower.id).high <= formula_.range(higher.id).low;
  }

  const Formula& formula_;
  const i64 input_;
  std::map<View, Trend> trends_;
};

}  // namespace

Trend trend_of(const Formula& formula, NodeId result, u32 input) {
  return TrendFinder(formula, input).at({result, false});
}

}  // namespace ssd::check
