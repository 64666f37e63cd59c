// Comparisons of page kinds that are always or never true: `p.kind == tsb` on a part that has no such page, or `lsb`
// where all pages are.
#pragma once
#include "compiler/check/expr/evaluate.h"
#include "compiler/check/sections/page_kinds.h"

namespace ssd::check {

// Looks at what is evaluated while it lives; at nothing if no kinds are known.
class KindComparisons final : public Observer {
 public:
  KindComparisons(Evaluator& evaluator, const PageKinds& kinds) : kinds_(kinds), watch_(evaluator, *this) {}
  void on_operation(Evaluator& at, const Operation& seen) override;

 private:
  PageKinds kinds_;
  Evaluator::Watch watch_;
};

}  // namespace ssd::check
