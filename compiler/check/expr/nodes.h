// Makes nodes of a formula from operands. It knows the formula and the path of the walk, but no names. Invariant: every
// node that it returns is safe for all inputs. What the intervals do not rule out becomes a check in the run, or is
// rejected if it must be proved.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/check/expr/constants.h"
#include "compiler/check/expr/operand.h"
#include "compiler/check/expr/path.h"

namespace ssd::check {

class NodeBuilder {
 public:
  NodeBuilder(Formula& formula, Path& path, const ConstantFolder& constants, const SourceMap& sources, diag::Sink& sink)
      : formula_(formula), path_(path), constants_(constants), sources_(sources), sink_(sink) {}

  Formula& formula() { return formula_; }
  // The node of a bool, an int or a word; the caller checks the type first.
  NodeId to_node(const Operand& operand);

  // Operations of which at least one operand is a node.
  Operand operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand inverted(const ast::Expr& expr, const Operand& truth);
  Operand select(const ast::Expr& expr, NodeId condition, const Operand& then, const Operand& otherwise);
  // `list[at]` as a chain of selections, and a check if `at` may lie outside of the list.
  Operand item(const ast::Expr& expr, const std::vector<Operand>& items, NodeId at);
  // `table[at]`, or the value of a table of one entry; a check if `at` may lie outside.
  Operand cell(const ast::Expr& expr, const TableRef& table, NodeId at);
  // The built-in functions.
  Operand negated(const ast::Expr& expr, const Operand& arg);
  Operand extreme(const ast::Expr& expr, bool least, const Operand& a, const Operand& b);
  Operand absolute(const ast::Expr& expr, const Operand& arg);
  Operand rounded(const ast::Expr& expr, Prelude function, const Operand& arg);
  Operand logarithm(const ast::Expr& expr, const Operand& arg);

  // The following make what the engine receives from a result.
  // A time in ns, rounded half up; kNoNode after an error. A time that is a real is checked to be within 0..longest.
  NodeId nanoseconds(const ast::Expr& expr, const Operand& time, i64 longest);
  // The node if it is within the bounds; a value outside stops the run.
  NodeId bounded(const ast::Expr& expr, design::CheckKind kind, NodeId node, i64 low, i64 high,
                 std::string_view otherwise = "the value is out of bounds");
  // A number as a table's cell holds it: a real, or the distance from `low`. An int outside low..high stops the run.
  // kNoNode after an error.
  NodeId cell_value(const ast::Expr& expr, const Operand& number, bool real, i64 low, i64 high);
  // A score is only compared with others, so the scale of an int does not matter; a real gets an int as its key.
  NodeId score(const Operand& operand);

 private:
  Operand emit(const ast::Expr& expr, Type type, Op op, NodeId a, NodeId b = 0, NodeId c = 0,
               const Rational& scale = 1);
  Operand compare(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand compare_with_number(ast::BinaryOp op, const Operand& count, const Value& bound);
  Operand compute(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand bits(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);

  // scaled.cpp: nodes that represent fractions (times, sizes, reals) exactly.
  Operand compute_scaled(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand scaled_by(const ast::Expr& expr, const Operand& a, const std::optional<Rational>& factor, Type type);
  struct Aligned {
    NodeId a, b;
    Rational scale;
  };
  std::optional<Aligned> aligned(const Operand& a, const Operand& b);
  NodeId steps_of(const Operand& a, const std::optional<Rational>& scale);
  NodeId exact_nanoseconds(const ast::Expr& expr, const Operand& time);
  NodeId real_nanoseconds(const ast::Expr& expr, const Operand& time, i64 longest);
  Operand floor_of(const ast::Expr& expr, NodeId dividend, i64 divisor, bool up);

  // reals.cpp: nodes that are reals, used where no exact form exists.
  NodeId real_node(const Operand& a);
  Operand real_result(const ast::Expr& expr, Type type, NodeId node);
  Operand compute_reals(const ast::Expr& expr, ast::BinaryOp op, Type type, const Operand& a, const Operand& b);
  NodeId real_divisor(const ast::Expr& expr, const Operand& b);
  Operand compare_reals(ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand select_reals(Type type, NodeId condition, const Operand& then, const Operand& otherwise);
  Operand real_to_int(const ast::Expr& expr, NodeId real);

  // checks.cpp: what the intervals do not rule out is checked in the run, under the conditions of the path.
  NodeId checked(const ast::Expr& expr, design::CheckKind kind, NodeId ok, NodeId value, std::string_view otherwise);
  NodeId divided_soundly(const ast::Expr& expr, NodeId divisor, NodeId quotient);
  Operand emit_checked(const ast::Expr& expr, Op op, NodeId a, NodeId b);
  NodeId guarded(NodeId condition);
  std::optional<Interval> range_here(NodeId node);
  Operand as_node(const Operand& constant);

  Formula& formula_;
  Path& path_;
  const ConstantFolder& constants_;
  const SourceMap& sources_;
  diag::Sink& sink_;
  bool overfull_reported_ = false;
};

}  // namespace ssd::check
