// The position of the walk over an expression: whether evaluation reaches this place, which conditions hold here, and
// the budget that is left.
#pragma once
#include <utility>
#include <vector>

#include "compiler/check/expr/effort.h"
#include "compiler/check/expr/formula.h"
#include "compiler/check/expr/scoped.h"

namespace ssd::check {

class Path {
 public:
  Path(Effort& effort, diag::Sink& sink) : effort_(effort), sink_(sink) {}

  // Whether evaluation reaches this place, so that a mistake in a value is an error here. Names and types are checked
  // everywhere.
  bool live() const { return unreached_ == 0; }
  // While the result exists, only names and types are checked, as in a place that evaluation never reaches.
  Scoped<int> types_only() { return {unreached_, unreached_ + 1}; }

  // A part of the path. Its end removes what was assumed in it.
  class Branch {
   public:
    explicit Branch(Path& path)
        : path_(path),
          unreached_(path.unreached_, path.unreached_),
          conditions_(path.conditions_.size()),
          constraints_(path.constraints_.size()) {}
    ~Branch() {
      path_.conditions_.resize(conditions_);
      path_.constraints_.resize(constraints_);
    }
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;

   private:
    Path& path_;
    Scoped<int> unreached_;
    std::size_t conditions_, constraints_;
  };
  // Assumes that the condition is true (or false) from here to the end of the branch.
  void assume(const Formula& formula, NodeId condition, bool truth) {
    conditions_.emplace_back(condition, truth);
    if (constraints_.size() < kMostConstraints) formula.constrain(condition, truth, constraints_);
  }
  // The rest of the branch is never evaluated.
  void end_here() { ++unreached_; }

  const std::vector<std::pair<NodeId, bool>>& conditions() const { return conditions_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }

  // The outermost expression of the walk. All steps are counted there, even those in functions that it calls.
  void start_at(Span outermost) { outermost_ = outermost; }
  bool spend(u64 steps = 1) { return effort_.step(sink_, outermost_, steps); }

 private:
  static constexpr std::size_t kMostConstraints =
      64;  // more would only improve proofs about very long chains of conditions

  Effort& effort_;
  diag::Sink& sink_;
  Span outermost_;
  int unreached_ = 0;
  std::vector<std::pair<NodeId, bool>> conditions_;
  std::vector<Constraint> constraints_;  // what the conditions say about nodes
};

}  // namespace ssd::check
