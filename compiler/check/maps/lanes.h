// Evaluates formulas at many consecutive inputs at once: a node at a time over a row of lanes, so that the proof about
// a map looks at tens of millions of pages in a second or two. Must agree with evaluate() of abi/program.h.
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
  // Inputs first, first + 1, …, as many as a row has lanes; beyond `last`, `last` again, for formulas hold in their
  // range only.
  void run(u64 first, u64 last);
  // What a run costs: an operation a node and lane, more where a lane takes as long as several.
  u64 operations() const { return operations_; }
  const std::array<i64, kWidth>& values(NodeId result) const { return rows_[row_[result]]; }

 private:
  using Row = std::array<i64, kWidth>;
  struct Step {
    Node node;           // its operands are rows
    i64 divisor = 0;     // above 1 if it is constant
    u64 reciprocal = 0;  // of it, where the dividend is within 32 bits
    u32 target = 0;
  };
  void prepare(const Formula& formula, NodeId id, u32 target);
  void fill(const Step& step);
  static u64 cost(const Step& step);

  std::vector<u32> row_;  // of each node
  std::vector<Row> rows_;
  std::vector<Step> steps_;
  std::vector<u32> inputs_;
  u64 operations_ = 0;
};

}  // namespace ssd::check
