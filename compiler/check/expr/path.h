// Where the walk over an expression is: whether evaluation reaches this place, which conditions hold here, and what the
// walk may still cost.
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

  // Whether evaluation reaches this place, so that a mistake in a value is an error. Names and types are checked
  // everywhere.
  bool live() const { return unreached_ == 0; }
  // Checks names and types only, as where evaluation never arrives.
  Scoped<int> types_only() { return {unreached_, unreached_ + 1}; }

  // A stretch of the path. Its end undoes what was assumed in it.
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
  // From here to the end of the branch the condition is true, or false.
  void assume(const Formula& formula, NodeId condition, bool truth) {
    conditions_.emplace_back(condition, truth);
    if (constraints_.size() < kMostConstraints) formula.constrain(condition, truth, constraints_);
  }
  // The rest of the branch is never evaluated.
  void end_here() { ++unreached_; }

  const std::vector<std::pair<NodeId, bool>>& conditions() const { return conditions_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }

  // The expression that the walk starts at: its steps are counted there, whichever function it leads into.
  void start_at(Span outermost) { outermost_ = outermost; }
  bool spend(u64 steps = 1) { return effort_.step(sink_, outermost_, steps); }

 private:
  static constexpr std::size_t kMostConstraints = 64;  // more only sharpen proofs about very long chains of conditions

  Effort& effort_;
  diag::Sink& sink_;
  Span outermost_;
  int unreached_ = 0;
  std::vector<std::pair<NodeId, bool>> conditions_;
  std::vector<Constraint> constraints_;  // what the conditions say about nodes
};

}  // namespace ssd::check
