// What an observer of the evaluation is notified of. Lints are observers: the walk reports what it did and knows none
// of them.
#pragma once
#include <string>

#include "compiler/check/expr/operand.h"

namespace ssd::check {

class Evaluator;

struct Operation {
  const ast::Expr& expr;  // an ast::Binary
  ast::BinaryOp op;
  const Operand &left, &right, &result;  // the result is unknown after an error
};

class Observer {
 public:
  virtual ~Observer() = default;
  // Called when two known operands were combined.
  virtual void on_operation(Evaluator&, const Operation&) {}
  // Called when evaluation has read a field of a record.
  virtual void on_field(const std::string& /*record*/, const std::string& /*field*/) {}
};

}  // namespace ssd::check
