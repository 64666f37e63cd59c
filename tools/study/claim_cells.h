// The nodes of a claim worked out, from the operands up: one value for each, and one for each point of those that are
// tables.
//
// Three-valued: what needs a number that no run has is unknown, with the reason. `and`, `or` and `all` are decided
// without an unknown part where the others decide them; everything else needs all its operands. A point's value of a
// metric is the mean over its seeds, all of which must have it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

// A quantity in its base unit, a truth (1 or 0), or a place on an axis (the number of its value).
struct Cell {
  double number = 0;
  std::string reason;  // why it is unknown; empty: it is known
  bool known() const { return reason.empty(); }
  bool is(bool truth) const { return known() && (number != 0) == truth; }
};

// At how many points an `all` holds, where it does not, and why that is unknown elsewhere.
struct AllPoints {
  std::uint64_t points = 0, holding = 0, failing = 0;
  std::vector<std::uint64_t> first_failing;  // at most 5
  std::string reason;                        // of the first point at which it is unknown
};

class ClaimCells {
 public:
  ClaimCells(const Table& table, const std::vector<design::ClaimNode>& nodes);

  // Of a table: at the point that was worked out last.
  const Cell& cell(std::uint32_t node) const { return cells_[node]; }
  const AllPoints& all_points(std::uint32_t node) const { return all_.at(node); }
  // Works out what a table needs at a point.
  const Cell& at(std::uint64_t point, std::uint32_t table);

 private:
  Cell scalar(std::uint32_t node);
  Cell leaf(const design::ClaimNode& node, std::uint64_t point) const;
  std::string why_unknown(std::uint64_t point, std::uint64_t repeat, design::PlottedMetric metric) const;
  std::string where(std::uint64_t point, std::uint64_t repeat) const;
  Cell over_points(const design::ClaimNode& node);
  Cell all(std::uint32_t number);
  Cell along(const design::ClaimNode& node);
  // The table's values at these points; stops at the first that is unknown, with its reason.
  std::string collect(std::uint32_t table, const std::vector<std::uint64_t>& points, std::vector<double>& to);
  std::vector<std::uint64_t> points_with(const std::vector<design::Selection>& only) const;
  const std::vector<std::uint32_t>& needed_by(std::uint32_t table);

  const Table& table_;
  const std::vector<design::ClaimNode>& nodes_;
  std::vector<Cell> cells_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> needed_;  // tables under a table, operands first
  std::map<std::uint32_t, AllPoints> all_;
};

}  // namespace ssd::study
