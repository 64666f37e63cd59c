// Warns about comparisons of page kinds that are always or never true: `p.kind == tsb` on a part that has no such page,
// or `lsb` where all pages are `lsb`.
#pragma once
#include "compiler/check/expr/evaluate.h"
#include "compiler/check/sections/page_kinds.h"

namespace ssd::check {

// Checks everything that is evaluated while it exists, or nothing if the kinds are unknown.
class KindComparisons final : public Observer {
 public:
  KindComparisons(Evaluator& evaluator, const PageKinds& kinds) : kinds_(kinds), watch_(evaluator, *this) {}
  void on_operation(Evaluator& at, const Operation& seen) override;

 private:
  PageKinds kinds_;
  Evaluator::Watch watch_;
};

}  // namespace ssd::check
