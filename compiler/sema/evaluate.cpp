// The walk over expressions: see evaluate.h. Long sums and `else if` chains are walked by loops, everything else by recursion that
// kDeepest bounds, so no input overflows the stack.
#include "compiler/sema/evaluate.h"

#include "compiler/source/limits.h"

namespace ssd::sema {
namespace {

using diag::Code;

using limits::kMostSteps;  // a nest of calls can double at every level
constexpr int kDeepest = static_cast<int>(limits::kDeepestEvaluation);
constexpr std::size_t kMostConstraints = 64;  // more would only sharpen proofs about very long chains of conditions

Operand order_operand(const std::optional<Order>& levels) { return levels ? Operand{.value = Value::of_order(*levels)} : Operand{}; }

}  // namespace

// The depth is counted here because every recursion passes through; the parser's own limit bounds parentheses, not lets and calls.
Operand Evaluator::evaluate(const ast::Expr& expr) {
  if (depth_ >= kDeepest) {
    if (depth_ == kDeepest) sink_.report(Code::E0116, expr.span, kDeepest).help("name its parts with `let`");
    return {};
  }
  if (depth_ == 0) outermost_ = expr.span;
  if (!globals_.effort().step(sink_, outermost_)) return {};
  if (!calls_.empty() && ++steps_ > kMostSteps) {
    if (steps_ == kMostSteps + 1) sink_.report(Code::E0125, expr.span, kMostSteps).help("let the functions call each other less often");
    return {};
  }
  ++depth_;
  const auto result = std::visit(
      [&]<class Node>(const Node& node) -> Operand {
        if constexpr (std::is_same_v<Node, ast::NumberLit>) return number(expr, node);
        else if constexpr (std::is_same_v<Node, ast::StringLit>) return {.value = Value::of_string(node.value)};
        else if constexpr (std::is_same_v<Node, ast::BoolLit>) return {.value = Value::of_bool(node.value)};
        else if constexpr (std::is_same_v<Node, ast::NameRef>) return name(expr, node.text);
        else if constexpr (std::is_same_v<Node, ast::OrderLit>) return order_operand(order_of(node.levels));
        else if constexpr (std::is_same_v<Node, ast::Unary>) return unary(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Binary>) return chain(expr);
        else if constexpr (std::is_same_v<Node, ast::If>) return choose(expr);
        else if constexpr (std::is_same_v<Node, ast::Call>) return call(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Scope>) return scope(node);
        else if constexpr (std::is_same_v<Node, ast::Field>) return field(expr, node);
        else if constexpr (std::is_same_v<Node, ast::ListLit>) return list(expr, node);
        else return index(expr, node);
      },
      expr.node);
  --depth_;
  if (result.items != nullptr) globals_.effort().step(sink_, outermost_, result.value.items.size());  // they are copied
  return result;
}

// Where a formula stands: its whole value, with the type that the place wants.
NodeId Evaluator::formula_node(const ast::Expr& expr, Type expected) {
  const Operand result = evaluate(expr);
  if (!result.known()) return kNoNode;
  if (result.type() != expected) {
    report_type(sink_, expr, noun(expected), result.type(), usual_unit(expected));
    return kNoNode;
  }
  return to_node(result);
}

// A negation is 0 - x, so that it is checked for overflow like any difference.
Operand Evaluator::unary(const ast::Expr& expr, const ast::Unary& node) {
  const Operand operand = evaluate(*node.operand);
  if (!operand.known()) return {};
  if (node.op == ast::UnaryOp::kNot) {
    if (operand.type() != Type::kBool) {
      report_type(sink_, *node.operand, "a bool", operand.type(), "");
      return {};
    }
    if (!operand.is_node()) return {.value = Value::of_bool(!operand.value.truth)};
    return emit(expr, Type::kBool, Op::kNot, operand.node);
  }
  if (!is_quantity(operand.type())) {
    report_type(sink_, *node.operand, "a number", operand.type(), "");
    return {};
  }
  if (operand.real) return Operand::of_real(formula_->make(Op::kRealNegate, operand.node), operand.type());
  if (operand.is_node()) return emit(expr, operand.type(), Op::kNegate, operand.node, 0, 0, operand.scale);
  return operate_constants(expr, ast::BinaryOp::kSub, Value::of(operand.type(), Rational(0)), operand.value);
}

// `a + b + c …` is a tree as deep as it is long on its left: its operands are folded from the leftmost on.
Operand Evaluator::chain(const ast::Expr& expr) {
  std::vector<const ast::Expr*> spine;
  const ast::Expr* leftmost = &expr;
  while (const auto* binary = std::get_if<ast::Binary>(&leftmost->node)) {
    spine.push_back(leftmost);
    leftmost = binary->left.get();
  }
  const std::size_t constraints = constraints_.size();
  Operand result = evaluate(*leftmost);
  for (std::size_t i = spine.size(); i-- > 0;) result = combine(*spine[i], std::get<ast::Binary>(spine[i]->node), result);
  constraints_.resize(constraints);
  return result;
}

Operand Evaluator::combine(const ast::Expr& expr, const ast::Binary& binary, const Operand& left) {
  if (binary.op == ast::BinaryOp::kAnd || binary.op == ast::BinaryOp::kOr) return combine_lazily(expr, binary, left);
  const Operand right = evaluate(*binary.right);
  if (!left.known() || !right.known()) return {};
  return operate(expr, binary.op, left, right);
}

// The right side is only reached where the left one does not decide, and is proved under that condition: `d != 0 and n / d > 3` is sound.
Operand Evaluator::combine_lazily(const ast::Expr& expr, const ast::Binary& binary, const Operand& left) {
  const bool is_and = binary.op == ast::BinaryOp::kAnd;
  const bool decided = left.known() && !left.is_node() && left.type() == Type::kBool && left.value.truth != is_and;
  const std::size_t constraints = constraints_.size(), path = path_.size();
  if (decided) ++dead_;
  if (left.is_node() && left.type() == Type::kBool) {
    path_.emplace_back(left.node, is_and);
    if (constraints < kMostConstraints) formula_->constrain(left.node, is_and, constraints_);
  }
  const Operand right = evaluate(*binary.right);
  constraints_.resize(constraints);
  path_.resize(path);
  if (decided) --dead_;
  if (left.known() && left.type() != Type::kBool) {
    report_type(sink_, *binary.left, "a bool", left.type(), "");
    return {};
  }
  if (right.known() && right.type() != Type::kBool) {
    report_type(sink_, *binary.right, "a bool", right.type(), "");
    return {};
  }
  if (decided) return {.value = Value::of_bool(!is_and)};
  if (!left.known() || !right.known()) return {};
  return operate(expr, binary.op, left, right);
}

// An `if … else if …` chain by a loop. Past each condition its falsehood holds; in its branch its truth.
Operand Evaluator::choose(const ast::Expr& expr) {
  struct Branch {
    const ast::Expr* whole;
    Operand condition, then;
  };
  std::vector<Branch> branches;
  const std::size_t constraints = constraints_.size(), path = path_.size();
  int dead_rest = 0;
  const ast::Expr* rest = &expr;
  while (const auto* node = std::get_if<ast::If>(&rest->node)) {
    Operand condition = evaluate(*node->condition);
    if (condition.known() && condition.type() != Type::kBool) {
      report_type(sink_, *node->condition, "a bool", condition.type(), "");
      condition = {};
    }
    const bool constant = condition.known() && !condition.is_node();
    const std::size_t before = constraints_.size();
    const bool narrow = condition.is_node() && before < kMostConstraints;
    if (narrow) formula_->constrain(condition.node, true, constraints_);
    if (condition.is_node()) path_.emplace_back(condition.node, true);
    if (constant && !condition.value.truth) ++dead_;
    const Operand then = evaluate(*node->then);
    if (constant && !condition.value.truth) --dead_;
    constraints_.resize(before);
    if (condition.is_node()) path_.back().second = false;
    if (narrow) formula_->constrain(condition.node, false, constraints_);
    if (constant && condition.value.truth) {
      ++dead_;
      ++dead_rest;
    }
    branches.push_back({rest, condition, then});
    rest = node->otherwise.get();
  }
  Operand result = evaluate(*rest);
  dead_ -= dead_rest;
  constraints_.resize(constraints);
  path_.resize(path);
  for (std::size_t i = branches.size(); i-- > 0;) result = select(*branches[i].whole, branches[i].condition, branches[i].then, result);
  return result;
}

// Lets are evaluated where they stand, once, whether or not they are used.
Operand Evaluator::scope(const ast::Scope& node) {
  const std::size_t before = mark();
  for (const ast::Let& let : node.lets) bind(let.name, evaluate(*let.value));
  const Operand result = evaluate(*node.value);
  release(before);
  return result;
}

}  // namespace ssd::sema
