// Exact constants: literals, operations on two constants, and built-in functions of constants. Reports operations that
// have no value.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "compiler/check/expr/operand.h"
#include "compiler/check/expr/path.h"

namespace ssd::check {

enum class Prelude : std::uint8_t;

class ConstantFolder {
 public:
  ConstantFolder(const Path& path, const SourceMap& sources, diag::Sink& sink)
      : path_(path), sources_(sources), sink_(sink) {}

  Operand number(const ast::Expr& expr, const ast::NumberLit& literal) const;
  // Four names as an order of levels; nothing after an error.
  std::optional<Order> order_of(std::span<const ast::Name> levels) const;
  // An operation on two constants. Errors are reported at the expression; `around_zero` is the help text for a division
  // by zero.
  Operand operate(const ast::Expr& expr, ast::BinaryOp op, const Value& a, const Value& b,
                  std::string_view around_zero = "guard it: `if d == 0 then … else n / d`") const;
  // Reports two operands (constants or nodes) whose types do not fit together.
  Operand unlike(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) const;

  // Reports two operands of an operator on bits that are not both ints.
  Operand no_ints(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) const;

  Operand negated(const ast::Expr& expr, const Value& value) const;
  // The lesser or the greater operand; the first one if they are equal.
  Operand extreme(const ast::Expr& expr, bool least, const Operand& a, const Operand& b) const;
  // Whether low <= high, as the bounds of `clamp` must be; reports if not.
  bool are_bounds(const ast::Expr& expr, const Operand& low, const Operand& high) const;
  Operand absolute(const ast::Expr& expr, const Operand& arg) const;
  // floor, ceil and int (which truncates) give ints; real gives a real.
  Operand rounded(const ast::Expr& expr, Prelude function, const Operand& arg) const;
  Operand logarithm(const ast::Expr& expr, const Operand& arg) const;
  // The rate of a PCIe link (pcie.h). Reports arguments that are no constants.
  Operand pcie(const ast::Expr& expr, const Operand& generation, const Operand& lanes) const;

 private:
  const Path& path_;
  const SourceMap& sources_;
  diag::Sink& sink_;
};

// The words for an operation in a message about sides that do not fit together, such as "compared with".
std::string_view verb(ast::BinaryOp op);

}  // namespace ssd::check
