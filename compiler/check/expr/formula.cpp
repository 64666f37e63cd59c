// The graph of a formula and its intervals: see formula.h.
#include "compiler/check/expr/formula.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

namespace ssd::check {
namespace {

constexpr Interval kAnyInt{std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()};
constexpr Interval kTruth{0, 1};

Interval hull(std::initializer_list<Wide> values) { return {std::min(values), std::max(values)}; }
Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
std::optional<Interval> both(const Interval& a, const Interval& b) {
  const Interval common{std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? std::optional(common) : std::nullopt;
}
Interval truth(bool surely, bool never) { return {surely ? 1 : 0, never ? 0 : 1}; }

// A quotient is extreme at the ends of the dividend and at the divisors nearest to zero and farthest from it. A divisor
// of 0 gives 0 (abi/program.h), which matters only in a branch that is not taken.
Interval quotient_of(const Interval& a, const Interval& b) {
  std::optional<Interval> result;
  const auto include = [&](Wide divisor) {
    if (divisor == 0 || !b.contains(divisor)) return;
    const Interval ends = hull({a.low / divisor, a.high / divisor});
    result = result ? hull(*result, ends) : ends;
  };
  for (const Wide divisor : {b.low, b.high, Wide{1}, Wide{-1}}) include(divisor);
  if (!result) return {0, 0};
  return b.contains(0) ? hull(*result, Interval{0, 0}) : *result;
}

// A remainder has the sign of the dividend and is smaller than the divisor; it is the dividend itself if that never
// reaches the divisor.
Interval remainder(const Interval& a, const Interval& b) {
  const Wide largest = std::max(b.low < 0 ? -b.low : b.low, b.high < 0 ? -b.high : b.high);
  if (b.single() && b.low > 0 && a.low >= 0 && a.low / b.low == a.high / b.low) return {a.low % b.low, a.high % b.low};
  const Wide bound = largest == 0 ? 0 : largest - 1;
  return {a.low < 0 ? -std::min(bound, -a.low) : 0, a.high > 0 ? std::min(bound, a.high) : 0};
}

Interval absolute(const Interval& a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return {-a.high, -a.low};
  return {0, std::max(-a.low, a.high)};
}

// Both branches count unless the condition is decided. A branch is not narrowed by the condition, because both branches
// are evaluated anyway.
Interval select(const Interval& condition, const Interval& then, const Interval& otherwise) {
  if (condition.low > 0 || condition.high < 0) return then;
  return condition.single() ? otherwise : hull(then, otherwise);
}

// The least k for which -2^k <= value < 2^k for both ends.
int width_of(const Interval& a) {
  const auto magnitude = [](Wide value) { return static_cast<u64>(value < 0 ? ~value : value); };
  return static_cast<int>(std::bit_width(std::max(magnitude(a.low), magnitude(a.high))));
}

// The result of `&` is at most a natural operand, and that of two negative ones is at most each of them.
Wide highest_common_bits(const Interval& a, const Interval& b) {
  const bool negatives = a.high < 0 && b.high < 0;
  if (negatives || (a.low >= 0 && b.low >= 0)) return std::min(a.high, b.high);
  if (a.low >= 0) return a.high;
  return b.low >= 0 ? b.high : std::max(a.high, b.high);
}

// The result needs no more bits than its operands. It is negative for `&` if both operands are, for `|` if one is, for
// `xor` if one is and the other is not.
Interval combined_bits(Op op, const Interval& a, const Interval& b) {
  if (a.single() && b.single()) {
    const Wide value = ssd::apply(op, static_cast<i64>(a.low), static_cast<i64>(b.low), 0);
    return {value, value};
  }
  const Wide most = (static_cast<Wide>(1) << std::max(width_of(a), width_of(b))) - 1;
  const bool naturals = a.low >= 0 && b.low >= 0, negatives = a.high < 0 && b.high < 0;
  if (op == Op::kBitAnd) return {a.low >= 0 || b.low >= 0 ? 0 : -most - 1, highest_common_bits(a, b)};
  if (op == Op::kBitOr) {
    const bool negative = a.high < 0 || b.high < 0;
    return {naturals || negatives ? std::max(a.low, b.low) : std::min(a.low, b.low), negative ? -1 : most};
  }
  const bool unlike = (a.high < 0 && b.low >= 0) || (b.high < 0 && a.low >= 0);
  return {naturals || negatives ? 0 : -most - 1, unlike ? -1 : most};
}

// A count outside 0..63 is cut to six bits.
Interval shifted_right(const Interval& a, const Interval& count) {
  if (count.low < 0 || count.high > 63) return {a.low >= 0 ? 0 : a.low, a.high < 0 ? -1 : a.high};
  return hull({a.low >> static_cast<int>(count.low), a.low >> static_cast<int>(count.high),
               a.high >> static_cast<int>(count.low), a.high >> static_cast<int>(count.high)});
}
Interval power_of_two(const Interval& count) {
  if (count.low < 0 || count.high > kMostShift) return kAnyInt;
  return {static_cast<Wide>(1) << static_cast<int>(count.low), static_cast<Wide>(1) << static_cast<int>(count.high)};
}

// An infinite quotient or product may lead to any value.
constexpr RealInterval kAnyReal{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

// Written so that the result is kAnyReal also if an end is NaN.
RealInterval sound(double low, double high) { return low <= high ? RealInterval{low, high} : kAnyReal; }

template <class Operation>
RealInterval corners(const RealInterval& a, const RealInterval& b, Operation operation) {
  RealInterval result{operation(a.low, b.low), operation(a.low, b.low)};
  for (const double value : {operation(a.low, b.high), operation(a.high, b.low), operation(a.high, b.high)}) {
    if (std::isnan(value) || std::isnan(result.low)) return kAnyReal;
    result = {std::min(result.low, value), std::max(result.high, value)};
  }
  return result;
}

// The nearest ints below and above differ by less than one; what an int cannot hold becomes 0.
Interval to_int(const RealInterval& a) {
  if (!(a.low >= -0x1p63 && a.high < 0x1p63)) return kAnyInt;
  return {static_cast<Wide>(a.low), static_cast<Wide>(a.high)};
}

Interval compare_reals(Op op, const RealInterval& a, const RealInterval& b) {
  switch (op) {
    case Op::kRealLess: return truth(a.high < b.low, a.low >= b.high);
    case Op::kRealLessEqual: return truth(a.high <= b.low, a.low > b.high);
    case Op::kRealEqual: return truth(a.low == a.high && a == b, a.high < b.low || b.high < a.low);
    default: return truth(a.high < b.low || b.high < a.low, a.low == a.high && a == b);
  }
}

// 1 if the exact result fits into 64 bits for all operands, 0 if for none, otherwise unknown.
Interval fits(const Interval& exact) {
  return truth(exact.low >= kAnyInt.low && exact.high <= kAnyInt.high,
               exact.low > kAnyInt.high || exact.high < kAnyInt.low);
}

// A result that fits does not wrap around.
Interval wrapped(const Interval& exact) { return fits(exact) == Interval{1, 1} ? exact : kAnyInt; }

Op mirrored(Op op) { return op == Op::kLess ? Op::kLessEqual : Op::kLess; }

}  // namespace

// Equal nodes become one: a `let` that is used twice costs once, and the proof knows that both uses have the same
// value.
NodeId Formula::add(const Node& node, Interval range, RealInterval real) {
  const auto [place, added] =
      known_.try_emplace(Key{node.op, node.a, node.b, node.c, node.value}, static_cast<NodeId>(nodes_.size()));
  if (added) {
    nodes_.push_back(node);
    ranges_.push_back(range);
    reals_.push_back(real);
  }
  return place->second;
}

// A constant may be read as an int or as a real, so both intervals are kept.
NodeId Formula::constant(i64 value) {
  const double real = real_of(value);
  return add({.op = Op::kConstant, .value = value}, {value, value},
             std::isnan(real) ? kAnyReal : RealInterval{real, real});
}
NodeId Formula::real_constant(double value) { return constant(word_of(value)); }

NodeId Formula::input(u32 index, Interval range) { return add({.op = Op::kInput, .value = index}, range); }

NodeId Formula::make(Op op, NodeId a, NodeId b, NodeId c) {
  const Node node{.op = op, .a = a, .b = b, .c = c};
  if (gives_real(op)) {
    const RealInterval real = evaluate_real(node);
    if (real.finite() && real.low == real.high) return real_constant(real.low);
    return add(node, kAnyInt, real);
  }
  // The lowest int modulo -1 is the only remainder that makes the processor trap.
  if (op == Op::kMod && ranges_[a].low == kAnyInt.low && ranges_[b].contains(-1)) return kNoNode;
  const Interval range = evaluate(node, ranges_);
  if (range.low < kAnyInt.low || range.high > kAnyInt.high) return kNoNode;
  if (range.single()) return constant(static_cast<i64>(range.low));
  return add(node, range, op == Op::kSelect ? evaluate_real(node) : RealInterval{});
}

NodeId Formula::make_within(Op op, NodeId a, NodeId b, const Interval& bounds) {
  const Node node{.op = op, .a = a, .b = b};
  return add(node, both(evaluate(node, ranges_), both(bounds, kAnyInt).value_or(kAnyInt)).value_or(bounds));
}

NodeId Formula::make_real_within(Op op, NodeId a, NodeId b, NodeId c, const RealInterval& bounds) {
  return add({.op = op, .a = a, .b = b, .c = c}, kAnyInt, bounds);
}

NodeId Formula::require(NodeId condition, NodeId value, design::Check check) {
  checks_.push_back(std::move(check));
  const NodeId node =
      add({.op = Op::kRequire, .a = condition, .b = value, .value = static_cast<i64>(checks_.size() - 1)},
          ranges_[value], reals_[value]);
  looked_at_.push_back(node);
  return node;
}

// The operand `b` makes equal reads before and behind a store two nodes.
NodeId Formula::load(i64 cell, NodeId at, Interval range) {
  const auto store = stores_.find(table_of(cell));
  return add({.op = Op::kLoad, .a = at, .b = store == stores_.end() ? at : store->second, .value = cell}, range);
}

NodeId Formula::load_real(i64 cell, NodeId at) {
  const auto store = stores_.find(table_of(cell));
  return add({.op = Op::kLoad, .a = at, .b = store == stores_.end() ? at : store->second, .value = cell}, kAnyInt,
             {-kLargestReal, kLargestReal});
}

void Formula::store(i64 cell, NodeId at, NodeId value) {
  last_store_ =
      add({.op = Op::kStore, .a = at, .b = value, .c = last_store_ == kNoNode ? at : last_store_, .value = cell},
          ranges_[value], reals_[value]);
  stores_[table_of(cell)] = last_store_;
}

std::vector<NodeId> Formula::checks_of(NodeId value) const {
  if (checks_.empty()) return {};
  std::vector<NodeId> checks = reachable({{value}});
  std::erase_if(checks, [&](NodeId id) { return nodes_[id].op != Op::kRequire; });
  return checks;
}

void Formula::look_at_checks_of(NodeId value) {
  if (nodes_[value].op == Op::kInput || value == seen_) return;
  seen_ = value;
  std::ranges::copy(checks_of(value), std::back_inserter(looked_at_));
}

// Wraps the value in a selection between the value and itself. Its interval is made wider than the value's, so that
// nothing takes it for a constant and folds it again.
NodeId Formula::with_checks(NodeId value, std::size_t since) {
  seen_ = kNoNode;
  std::vector<NodeId> below = checks_of(value);
  Interval range = ranges_[value];
  RealInterval real = reals_[value];
  if (range.single())
    range = range.high < kAnyInt.high ? Interval{range.low, range.high + 1} : Interval{range.low - 1, range.high};
  if (real.low == real.high) real.high = std::nextafter(real.high, kAnyReal.high);
  for (std::size_t i = since; i < looked_at_.size(); ++i) {
    if (std::ranges::binary_search(below, looked_at_[i])) continue;
    value = add({.op = Op::kSelect, .a = looked_at_[i], .b = value, .c = value}, range, real);
    below = checks_of(value);
  }
  return value;
}

// Uses the operands' intervals alone, as for ints.
RealInterval Formula::evaluate_real(const Node& node) const {
  const RealInterval &a = reals_[node.a], &b = reals_[node.b], &c = reals_[node.c];
  switch (node.op) {
    case Op::kRealNegate: return {-a.high, -a.low};
    case Op::kRealAbs:
      return {a.contains(0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high)),
              std::max(std::fabs(a.low), std::fabs(a.high))};
    case Op::kRealAdd: return sound(a.low + b.low, a.high + b.high);
    case Op::kRealSub: return node.a == node.b && a.finite() ? RealInterval{} : sound(a.low - b.high, a.high - b.low);
    case Op::kRealMul: return corners(a, b, [](double x, double y) { return x * y; });
    case Op::kRealDiv: return b.contains(0) ? kAnyReal : corners(a, b, [](double x, double y) { return x / y; });
    case Op::kRealMin: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::kRealMax: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::kFloor: return {std::floor(a.low), std::floor(a.high)};
    case Op::kCeil: return {std::ceil(a.low), std::ceil(a.high)};
    // The rounding of log2 may not preserve order, so a margin is added.
    case Op::kLog2:
      return {log2_of(std::max(a.low, 0x1p-1074)) - 1e-9, log2_of(std::clamp(a.high, 0x1p-1074, kLargestReal)) + 1e-9};
    case Op::kToReal: return {static_cast<double>(ranges_[node.a].low), static_cast<double>(ranges_[node.a].high)};
    case Op::kSelect: {
      const Interval& condition = ranges_[node.a];
      if (condition.single()) return condition.low != 0 ? b : c;
      return {std::min(b.low, c.low), std::max(b.high, c.high)};
    }
    default: return kAnyReal;
  }
}

// The smallest interval that follows from the operands' intervals alone. It holds for all values of the operands,
// including combinations that cannot occur.
Interval Formula::evaluate(const Node& node, const std::vector<Interval>& ranges) const {
  const Interval &a = ranges[node.a], &b = ranges[node.b], &c = ranges[node.c];
  switch (node.op) {
    case Op::kConstant: return {node.value, node.value};
    case Op::kInput: return kAnyInt;
    case Op::kNegate: return {-a.high, -a.low};
    case Op::kNot: return truth(a.low == 0 && a.high == 0, !a.contains(0));
    case Op::kAdd: return {a.low + b.low, a.high + b.high};
    case Op::kSub: return node.a == node.b ? Interval{0, 0} : Interval{a.low - b.high, a.high - b.low};
    case Op::kMul: return hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    case Op::kDiv: return node.a == node.b ? Interval{a.contains(0) ? 0 : 1, 1} : quotient_of(a, b);
    case Op::kMod: return node.a == node.b ? Interval{0, 0} : remainder(a, b);
    case Op::kLess: return truth(a.high < b.low, node.a == node.b || a.low >= b.high);
    case Op::kLessEqual: return truth(node.a == node.b || a.high <= b.low, a.low > b.high);
    case Op::kEqual: return truth(node.a == node.b || (a.single() && a == b), !both(a, b));
    case Op::kNotEqual: return truth(!both(a, b), node.a == node.b || (a.single() && a == b));
    case Op::kAnd: return truth(a.low > 0 && b.low > 0, a.high == 0 || b.high == 0);
    case Op::kOr: return truth(a.low > 0 || b.low > 0, a.high == 0 && b.high == 0);
    case Op::kSelect: return select(a, b, c);
    case Op::kMin: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::kMax: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::kAbs: return absolute(a);
    case Op::kWrapAdd: return wrapped({a.low + b.low, a.high + b.high});
    case Op::kWrapSub: return wrapped({a.low - b.high, a.high - b.low});
    case Op::kWrapMul: return wrapped(hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}));
    case Op::kAddFits: return fits({a.low + b.low, a.high + b.high});
    case Op::kSubFits: return fits({a.low - b.high, a.high - b.low});
    case Op::kMulFits: return fits(hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}));
    case Op::kBitXor: return node.a == node.b ? Interval{0, 0} : combined_bits(node.op, a, b);
    case Op::kBitAnd:
    case Op::kBitOr: return node.a == node.b ? a : combined_bits(node.op, a, b);
    case Op::kShiftRight: return shifted_right(a, b);
    case Op::kPower: return power_of_two(a);
    case Op::kRealLess:
    case Op::kRealLessEqual:
    case Op::kRealEqual:
    case Op::kRealNotEqual: return compare_reals(node.op, reals_[node.a], reals_[node.b]);
    case Op::kToInt: return to_int(reals_[node.a]);
    case Op::kRequire: return b;
    default: return kAnyInt;
  }
}

// Recomputed from the leaves up, because a constraint on one node narrows everything computed from it. The time is
// linear in the size of the graph, which is limited.
std::optional<Interval> Formula::range_under(NodeId id, std::span<const Constraint> constraints) const {
  if (constraints.empty()) return ranges_[id];
  std::vector<Interval> ranges(ranges_.begin(), ranges_.begin() + id + 1);
  for (NodeId n = 0; n <= id; ++n) {
    const bool leaf = nodes_[n].op == Op::kConstant || nodes_[n].op == Op::kInput;
    std::optional<Interval> range = leaf ? ranges_[n] : both(evaluate(nodes_[n], ranges), ranges_[n]);
    for (const Constraint& constraint : constraints) {
      if (constraint.node != n || !range) continue;
      range = both(*range, constraint.range);
    }
    if (!range) return std::nullopt;
    ranges[n] = *range;
  }
  return ranges[id];
}

void Formula::constrain(NodeId condition, bool truth_value, std::vector<Constraint>& constraints) const {
  // A worklist instead of recursion: long chains of `and` are as deep as they are long.
  std::vector<std::pair<NodeId, bool>> pending{{condition, truth_value}};
  while (!pending.empty()) {
    const auto [id, holds] = pending.back();
    pending.pop_back();
    const Node& n = nodes_[id];
    constraints.push_back({id, holds ? Interval{1, 1} : Interval{0, 0}});
    if (n.op == Op::kNot) pending.emplace_back(n.a, !holds);
    if ((n.op == Op::kAnd && holds) || (n.op == Op::kOr && !holds)) {
      pending.emplace_back(n.a, holds);
      pending.emplace_back(n.b, holds);
    }
    constrain_comparison(n, holds, constraints);
  }
}

// Each side is narrowed by the interval of the other. An excluded value narrows an interval only at its ends, because
// an interval has no holes.
void Formula::constrain_comparison(const Node& n, bool holds, std::vector<Constraint>& constraints) const {
  const auto narrow = [&](NodeId id, Wide low, Wide high) {
    if (low > kAnyInt.low || high < kAnyInt.high) constraints.push_back({id, {low, high}});
  };
  const Interval &a = ranges_[n.a], &b = ranges_[n.b];
  if (n.op == Op::kLess || n.op == Op::kLessEqual) {
    // not (a < b) is b <= a, and so on.
    const Wide gap = (holds ? n.op : mirrored(n.op)) == Op::kLess ? 1 : 0;
    const auto [less, more] = holds ? std::pair(n.a, n.b) : std::pair(n.b, n.a);
    narrow(less, kAnyInt.low, ranges_[more].high - gap);
    narrow(more, ranges_[less].low + gap, kAnyInt.high);
  } else if ((n.op == Op::kEqual && holds) || (n.op == Op::kNotEqual && !holds)) {
    narrow(n.a, b.low, b.high);
    narrow(n.b, a.low, a.high);
  } else if ((n.op == Op::kEqual || n.op == Op::kNotEqual) && b.single()) {
    if (a.low == b.low) narrow(n.a, a.low + 1, kAnyInt.high);
    if (a.high == b.low) narrow(n.a, kAnyInt.low, a.high - 1);
  }
}

// One pass backwards is enough, because operands have smaller ids than the nodes that use them.
std::vector<NodeId> Formula::reachable(std::span<const NodeId> results) const {
  std::vector<bool> needed(nodes_.size());
  for (const NodeId result : results) needed[result] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& n = nodes_[i];
    if (!needed[i]) continue;
    const std::array inputs{n.a, n.b, n.c};
    for (int k = 0; k < operands(n.op); ++k) needed[inputs[k]] = true;
  }
  std::vector<NodeId> ids;
  for (NodeId i = 0; i < nodes_.size(); ++i) {
    if (needed[i]) ids.push_back(i);
  }
  return ids;
}

// Each level of a map becomes a program of its own, because the engine and codegen take them one by one.
design::Function Formula::extract(NodeId result) const {
  design::Function function;
  std::vector<u32> renumbered(nodes_.size());
  for (const NodeId id : reachable({{result}})) {
    Node n = nodes_[id];
    const std::array inputs{&n.a, &n.b, &n.c};
    for (int k = 0; k < operands(n.op); ++k) *inputs[k] = renumbered[*inputs[k]];
    if (n.op == Op::kRequire) {
      function.checks.push_back(checks_[static_cast<std::size_t>(n.value)]);
      n.value = static_cast<i64>(function.checks.size() - 1);
    }
    renumbered[id] = static_cast<u32>(function.nodes.size());
    function.nodes.push_back(n);
  }
  function.result = renumbered[result];
  return function;
}

}  // namespace ssd::check
