// The walk over expressions: see evaluate.h. Long sums and `else if` chains are walked by loops. Everything else is
// walked by recursion that kDeepest limits, so no input overflows the stack.
#include "compiler/check/expr/evaluate.h"

#include "compiler/check/helps/wrong_type.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

using limits::kMostSteps;  // a nest of calls can double at every level
constexpr int kDeepest = static_cast<int>(limits::kDeepestEvaluation);

Operand order_operand(const std::optional<Order>& levels) {
  return levels ? Operand{.value = Value::of_order(*levels)} : Operand{};
}

}  // namespace

Evaluator::Evaluator(Globals& globals, const SourceMap& sources, diag::Sink& sink)
    : globals_(globals),
      sources_(sources),
      sink_(sink),
      path_(globals.effort(), sink),
      constants_(path_, sources, sink),
      scope_(globals, sink),
      observers_{&globals.observer()} {}

Evaluator::Within::Within(Evaluator& evaluator, Formula& formula, const HookInfo* hook)
    : builder_(evaluator.builder(formula)),
      nodes_(evaluator.nodes_, &builder_),
      run_(evaluator.scope_.in_run({hook, &formula})) {}

// The depth is counted here because every recursion passes through this function. The parser's own limit covers
// parentheses, but not lets and calls.
Operand Evaluator::evaluate(const ast::Expr& expr) {
  if (depth_ >= kDeepest) {
    if (depth_ == kDeepest) sink_.report(Code::E0116, expr.span, kDeepest).help("name its parts with `let`");
    return {};
  }
  if (depth_ == 0) path_.start_at(expr.span);
  if (!path_.spend()) return {};
  if (!calls_.empty() && ++steps_ > kMostSteps) {
    if (steps_ == kMostSteps + 1)
      sink_.report(Code::E0125, expr.span, kMostSteps).help("let the functions call each other less often");
    return {};
  }
  ++depth_;
  Operand result = visit(expr);
  --depth_;
  if (result.items != nullptr) path_.spend(result.value.items.size());  // they are copied
  return result;
}

Operand Evaluator::visit(const ast::Expr& expr) {
  return std::visit(
      [&]<class Node>(const Node& node) -> Operand {
        if constexpr (std::is_same_v<Node, ast::NumberLit>)
          return constants_.number(expr, node);
        else if constexpr (std::is_same_v<Node, ast::StringLit>)
          return {.value = Value::of_string(node.value)};
        else if constexpr (std::is_same_v<Node, ast::BoolLit>)
          return {.value = Value::of_bool(node.value)};
        else if constexpr (std::is_same_v<Node, ast::NameRef>)
          return named(expr, node);
        else if constexpr (std::is_same_v<Node, ast::OrderLit>)
          return order_operand(constants_.order_of(node.levels));
        else if constexpr (std::is_same_v<Node, ast::Unary>)
          return unary(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Binary>)
          return chain(expr);
        else if constexpr (std::is_same_v<Node, ast::If>)
          return choose(expr);
        else if constexpr (std::is_same_v<Node, ast::Call>)
          return call(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Scope>)
          return block(node);
        else if constexpr (std::is_same_v<Node, ast::Field>)
          return field(expr, node);
        else if constexpr (std::is_same_v<Node, ast::ListLit>)
          return list(expr, node);
        else
          return index(expr, node);
      },
      expr.node);
}

// The name of a table with one entry is the value of that entry.
Operand Evaluator::named(const ast::Expr& expr, const ast::NameRef& node) {
  const Operand found = scope_.find(expr, node.text);
  const bool is_value = found.table != nullptr && found.table->of == TableOf::kDrive;
  return is_value ? nodes_->cell(expr, *found.table, nodes_->formula().constant(0)) : found;
}

Operand Evaluator::evaluate(const ast::Expr& expr, std::string suggestion) {
  const auto suggesting = scope_.suggesting(std::move(suggestion));
  return evaluate(expr);
}

// The result of a whole formula, which must have the expected type.
NodeId Evaluator::formula_node(const ast::Expr& expr, Type expected) {
  const Operand result = evaluate(expr);
  if (!result.known()) return kNoNode;
  if (result.type() != expected) {
    report_type(sink_, expr, noun(expected), result.type(), usual_unit(expected));
    return kNoNode;
  }
  return nodes_->to_node(result);
}

Operand Evaluator::unary(const ast::Expr& expr, const ast::Unary& node) {
  const Operand operand = evaluate(*node.operand);
  if (!operand.known()) return {};
  if (node.op == ast::UnaryOp::kNot) {
    if (operand.type() != Type::kBool) {
      report_type(sink_, *node.operand, "a bool", operand.type(), "");
      return {};
    }
    return operand.is_node() ? nodes_->inverted(expr, operand) : Operand{.value = Value::of_bool(!operand.value.truth)};
  }
  if (!is_quantity(operand.type())) {
    report_type(sink_, *node.operand, "a number", operand.type(), "");
    return {};
  }
  return operand.is_node() ? nodes_->negated(expr, operand) : constants_.negated(expr, operand.value);
}

// The tree of `a + b + c …` is as deep on its left as it is long. Its operands are folded from the leftmost one on.
Operand Evaluator::chain(const ast::Expr& expr) {
  std::vector<const ast::Expr*> spine;
  const ast::Expr* leftmost = &expr;
  while (const auto* binary = std::get_if<ast::Binary>(&leftmost->node)) {
    spine.push_back(leftmost);
    leftmost = binary->left.get();
  }
  Operand result = evaluate(*leftmost);
  for (std::size_t i = spine.size(); i-- > 0;)
    result = combine(*spine[i], std::get<ast::Binary>(spine[i]->node), result);
  return result;
}

Operand Evaluator::combine(const ast::Expr& expr, const ast::Binary& binary, const Operand& left) {
  if (binary.op == ast::BinaryOp::kAnd || binary.op == ast::BinaryOp::kOr) return combine_lazily(expr, binary, left);
  const Operand right = evaluate(*binary.right);
  if (!left.known() || !right.known()) return {};
  return operate(expr, binary.op, left, right);
}

// Constants are folded before any node is made, so a formula contains nothing that could be computed earlier.
Operand Evaluator::operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& left, const Operand& right) {
  const bool constant = !left.is_node() && !right.is_node();
  Operand result =
      constant ? constants_.operate(expr, op, left.value, right.value) : nodes_->operate(expr, op, left, right);
  for (Observer* observer : observers_) observer->on_operation(*this, {expr, op, left, right, result});
  return result;
}

// The right side is evaluated only where the left side does not decide, and is proved under that condition: `d != 0 and
// n / d > 3` is safe.
Operand Evaluator::combine_lazily(const ast::Expr& expr, const ast::Binary& binary, const Operand& left) {
  const bool is_and = binary.op == ast::BinaryOp::kAnd;
  const bool decided = left.known() && !left.is_node() && left.type() == Type::kBool && left.value.truth != is_and;
  Operand right;
  {
    const Path::Branch branch(path_);
    assume(left, is_and);
    right = evaluate(*binary.right);
  }
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

// Assumes for the rest of the branch that the condition has this truth. A condition of a wrong type adds nothing.
void Evaluator::assume(const Operand& condition, bool truth) {
  if (condition.type() != Type::kBool) return;
  if (condition.is_node())
    path_.assume(nodes_->formula(), condition.node, truth);
  else if (condition.value.truth != truth)
    path_.end_here();
}

// Walks an `if … else if …` chain by a loop. In its branch the condition is true; in the rest of the chain it is false.
Operand Evaluator::choose(const ast::Expr& expr) {
  struct Choice {
    const ast::Expr* whole;
    Operand condition, then;
  };
  std::vector<Choice> choices;
  Operand result;
  {
    const Path::Branch chain(path_);
    const ast::Expr* rest = &expr;
    while (const auto* node = std::get_if<ast::If>(&rest->node)) {
      Operand condition = evaluate(*node->condition);
      if (condition.known() && condition.type() != Type::kBool) {
        report_type(sink_, *node->condition, "a bool", condition.type(), "");
        condition = {};
      }
      Operand then;
      {
        const Path::Branch branch(path_);
        assume(condition, true);
        then = evaluate(*node->then);
      }
      assume(condition, false);
      choices.push_back({rest, std::move(condition), std::move(then)});
      rest = node->otherwise.get();
    }
    result = evaluate(*rest);
  }
  for (std::size_t i = choices.size(); i-- > 0;)
    result = select(*choices[i].whole, choices[i].condition, choices[i].then, result);
  return result;
}

// A constant condition leaves only one branch, but both branches must agree in type: another value of a param must not
// make a correct file wrong.
Operand Evaluator::select(const ast::Expr& expr, const Operand& condition, const Operand& then,
                          const Operand& otherwise) {
  if (then.known() && otherwise.known() && then.type() != otherwise.type() &&
      !(is_number(then.type()) && is_number(otherwise.type()))) {
    sink_.report(Code::E0114, expr.span, noun(then.type()), noun(otherwise.type()))
        .help("give both branches the same unit");
    return {};
  }
  if (condition.known() && !condition.is_node()) return condition.value.truth ? then : otherwise;
  if (!condition.known() || !then.known() || !otherwise.known()) return {};
  return nodes_->select(expr, condition.node, then, otherwise);
}

// Each `let` is evaluated once, where it is written, whether or not it is used.
Operand Evaluator::block(const ast::Scope& node) {
  const auto bindings = scope_.bindings();
  for (const ast::Let& let : node.lets) scope_.bind(let.name, evaluate(*let.value));
  return evaluate(*node.value);
}

}  // namespace ssd::check
