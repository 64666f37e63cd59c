// Warnings about operations that are correct but rarely intended. The evaluation reports each operation to these
// functions.
#pragma once
#include "compiler/check/expr/observer.h"

namespace ssd::check {

// Warns about a division of ints that can only give 0 or 1.
void look_at_quotient(Evaluator& at, const Operation& seen);
// Warns about a count that is compared with a number where a share seems to be meant.
void look_at_share(Evaluator& at, const Operation& seen);

// The lints that check every expression of a compilation.
class Lints final : public Observer {
 public:
  void on_operation(Evaluator& at, const Operation& seen) override {
    look_at_quotient(at, seen);
    look_at_share(at, seen);
  }
};

}  // namespace ssd::check
