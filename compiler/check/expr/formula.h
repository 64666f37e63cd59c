// Formulas under construction: a graph of abi nodes in which equal expressions are one node. Each node has the interval
// that contains its value. Invariant: every node's interval fits into 64 bits, so nothing in the graph can overflow,
// whichever branch is taken. The interval of a real is finite, except for a node that the evaluator has still to put a
// check on.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "compiler/check/expr/rational.h"
#include "compiler/design/design.h"
#include "runtime/base/limits.h"

namespace ssd::check {

using NodeId = u32;
inline constexpr NodeId kNoNode = ~NodeId{0};

struct Interval {
  Wide low = 0, high = 0;
  bool single() const { return low == high; }
  bool contains(Wide value) const { return low <= value && value <= high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The interval of a real. Rounding to nearest preserves order, so computing the ends like any other value bounds all
// values between them.
struct RealInterval {
  double low = 0, high = 0;
  bool finite() const { return low >= -kLargestReal && high <= kLargestReal; }
  bool contains(double value) const { return low <= value && value <= high; }
  friend bool operator==(const RealInterval&, const RealInterval&) = default;
};

// What is known about a node at some place, from the condition of an enclosing `if` or the left side of an `and`.
struct Constraint {
  NodeId node;
  Interval range;
};

class Formula {
 public:
  static_assert(limits::kMostOperations == kMostNodes);  // the limit in messages is the engine's

  // Makes this a formula that must be proved for every input: what cannot be proved is rejected, not checked in the
  // run.
  void prove_all() { proves_all_ = true; }
  bool may_check() const { return !proves_all_; }

  NodeId constant(i64 value);
  NodeId real_constant(double value);
  NodeId input(u32 index, Interval range);
  // kNoNode if the result may leave 64 bits. A node with one possible value becomes a constant.
  NodeId make(Op op, NodeId a, NodeId b = 0, NodeId c = 0);

  // The same, if more is known about the value than its operands show.
  NodeId make_within(Op op, NodeId a, NodeId b, const Interval& bounds);
  NodeId make_real_within(Op op, NodeId a, NodeId b, NodeId c, const RealInterval& bounds);
  // The value; the run stops with a fault if the condition is 0.
  NodeId require(NodeId condition, NodeId value, design::Check check);

  // Reads a cell of a table; `range` of its number, and `real` if it is a real. Sees the stores made before.
  NodeId load(i64 cell, NodeId at, Interval range);
  NodeId load_real(i64 cell, NodeId at);
  // Changes a cell. A program whose result is the last store makes all of them, in their order.
  void store(i64 cell, NodeId at, NodeId value);
  NodeId last_store() const { return last_store_; }

  // Folding may remove a check from the result, but the run must perform it all the same. So the checks that evaluation
  // reached are listed in order. The owner of the result uses with_checks() to put those made `since` a point back
  // below the result.
  std::size_t looked_at() const { return looked_at_.size(); }
  void look_at_checks_of(NodeId value);  // for a value that was made before and that evaluation has now reached
  NodeId with_checks(NodeId value, std::size_t since);
  std::vector<NodeId> checks_of(NodeId value) const;
  const design::Check& check(NodeId require) const { return checks_[static_cast<std::size_t>(nodes_[require].value)]; }

  const Node& node(NodeId id) const { return nodes_[id]; }
  RealInterval real_range(NodeId id) const { return reals_[id]; }
  Interval range(NodeId id) const { return ranges_[id]; }  // by value: the ranges move in memory when a node is made
  std::size_t size() const { return nodes_.size(); }
  bool full() const { return nodes_.size() >= limits::kMostGraphNodes; }

  // The interval of a node if the constraints hold; nothing if they contradict each other, which means that the place
  // is never reached. Constraints do not narrow a real.
  std::optional<Interval> range_under(NodeId id, std::span<const Constraint> constraints) const;
  // Adds what the truth (or falsehood) of a condition implies about nodes.
  void constrain(NodeId condition, bool truth, std::vector<Constraint>& constraints) const;
  // The part of the graph that a result needs, with new numbers.
  design::Function extract(NodeId result) const;
  // The ids that the results need, ascending.
  std::vector<NodeId> reachable(std::span<const NodeId> results) const;

 private:
  using Key = std::tuple<Op, NodeId, NodeId, NodeId, i64>;
  NodeId add(const Node& node, Interval range, RealInterval real = {});
  RealInterval evaluate_real(const Node& node) const;
  Interval evaluate(const Node& node, const std::vector<Interval>& ranges) const;
  void constrain_comparison(const Node& comparison, bool truth, std::vector<Constraint>& constraints) const;

  std::vector<Node> nodes_;
  std::vector<Interval> ranges_;
  std::vector<RealInterval> reals_;  // of the nodes that are reals
  std::map<Key, NodeId> known_;
  std::vector<design::Check> checks_;  // of the kRequire nodes
  std::vector<NodeId> looked_at_;
  NodeId seen_ = kNoNode;         // the value whose checks were listed last; a field is often read several times
  std::map<u32, NodeId> stores_;  // the last one of each table
  NodeId last_store_ = kNoNode;
  bool proves_all_ = false;
};

}  // namespace ssd::check
