// Evaluates the nodes of a claim, operands first: one value for each node, and for nodes that are tables one value for
// each point.
//
// Values are three-valued: a node that needs a number that no run has is unknown, with a reason. `and`, `or` and `all`
// are known despite an unknown operand if the other operands decide them. All other nodes need all their operands. The
// value of a metric at a point is the mean over its seeds, all of which must have the metric.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

// The value of a node: a quantity in its base unit, a truth value (1 or 0), or a place on an axis (the number of the
// axis's value).
struct Cell {
  double number = 0;
  std::string reason;  // why the value is unknown; empty: it is known
  bool known() const { return reason.empty(); }
  bool is(bool truth) const { return known() && (number != 0) == truth; }
};

// An `all`: at how many points it holds, at which it fails, and why it is unknown at others.
struct AllPoints {
  std::uint64_t points = 0, holding = 0, failing = 0;
  std::vector<std::uint64_t> first_failing;  // at most 5
  std::string reason;                        // why it is unknown at the first such point
};

class ClaimCells {
 public:
  ClaimCells(const Table& table, const std::vector<design::ClaimNode>& nodes);

  // For a node that is a table: its value at the point that was evaluated last.
  const Cell& cell(std::uint32_t node) const { return cells_[node]; }
  const AllPoints& all_points(std::uint32_t node) const { return all_.at(node); }
  // Evaluates the table and all that it needs at a point.
  const Cell& at(std::uint64_t point, std::uint32_t table);

 private:
  Cell scalar(std::uint32_t node);
  Cell leaf(const design::ClaimNode& node, std::uint64_t point) const;
  std::string why_unknown(std::uint64_t point, std::uint64_t repeat, const design::PlottedMetric& metric) const;
  std::string where(std::uint64_t point, std::uint64_t repeat) const;
  Cell over_points(const design::ClaimNode& node);
  Cell all(std::uint32_t number);
  Cell along(const design::ClaimNode& node);
  // Appends the table's values at these points to `to`. Stops at the first unknown value and returns its reason.
  std::string collect(std::uint32_t table, const std::vector<std::uint64_t>& points, std::vector<double>& to);
  std::vector<std::uint64_t> points_with(const std::vector<design::Selection>& only) const;
  const std::vector<std::uint32_t>& needed_by(std::uint32_t table);

  const Table& table_;
  const std::vector<design::ClaimNode>& nodes_;
  std::vector<Cell> cells_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> needed_;  // the tables that a table needs, operands first
  std::map<std::uint32_t, AllPoints> all_;
};

}  // namespace ssd::study
