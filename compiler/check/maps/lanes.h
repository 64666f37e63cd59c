// Evaluates formulas at many consecutive inputs at once: one node at a time over a row of lanes. The proof about a map
// can so check tens of millions of pages in a second or two. Its results must equal those of evaluate() in
// abi/program.h.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "compiler/check/expr/formula.h"

namespace ssd::check {

class Lanes {
 public:
  static constexpr std::size_t kWidth = 512;

  Lanes(const Formula& formula, std::span<const NodeId> results);
  // Evaluates at the inputs first, first + 1, … until the row is full. Inputs beyond `last` are replaced by `last`,
  // because formulas are valid only within their range.
  void run(u64 first, u64 last);
  // The cost of a run: one operation for each node and lane, more if a lane of the node takes longer.
  u64 operations() const { return operations_; }
  const std::array<i64, kWidth>& values(NodeId result) const { return rows_[row_[result]]; }

 private:
  using Row = std::array<i64, kWidth>;
  struct Step {
    Node node;           // the operands are rows
    i64 divisor = 0;     // greater than 1 if the divisor is constant
    u64 reciprocal = 0;  // of the divisor, if the dividend is below 2^32
    u32 target = 0;
  };
  void prepare(const Formula& formula, NodeId id, u32 target);
  void fill(const Step& step);
  static u64 cost(const Step& step);

  std::vector<u32> row_;  // the row of each node
  std::vector<Row> rows_;
  std::vector<Step> steps_;
  std::vector<u32> inputs_;
  u64 operations_ = 0;
};

}  // namespace ssd::check
