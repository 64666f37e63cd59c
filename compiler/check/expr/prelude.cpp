// The built-in functions: min max abs floor ceil log2 clamp int real pcie. Each but the last has a form for constants
// and one for nodes.
#include "compiler/check/expr/evaluate.h"
#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {

using diag::Code;

Operand Evaluator::apply_prelude(const ast::Expr& expr, const FunctionDoc& function, const std::vector<Operand>& args) {
  const Operand& first = args[0];
  switch (function.function) {
    case Prelude::kMin:
    case Prelude::kMax: return extreme(expr, function.function == Prelude::kMin, args);
    case Prelude::kClamp: return clamp(expr, args);
    case Prelude::kAbs: return first.is_node() ? nodes_->absolute(expr, first) : constants_.absolute(expr, first);
    case Prelude::kLog2:
      return first.is_node() && is_number(first.type()) ? nodes_->logarithm(expr, first)
                                                        : constants_.logarithm(expr, first);
    case Prelude::kFloor:
    case Prelude::kCeil:
    case Prelude::kInt:
    case Prelude::kReal: return rounded(expr, function, first);
    case Prelude::kPcie: return constants_.pcie(expr, first, args[1]);
    case Prelude::kLen: break;  // takes a list; see lists.cpp
  }
  return {};
}

// Combines the arguments pairwise, starting with the first.
Operand Evaluator::extreme(const ast::Expr& expr, bool least, const std::vector<Operand>& args) {
  Operand best = args[0];
  for (std::size_t i = 1; i < args.size() && best.known(); ++i) {
    const bool constant = !best.is_node() && !args[i].is_node();
    best = constant ? constants_.extreme(expr, least, best, args[i]) : nodes_->extreme(expr, least, best, args[i]);
  }
  return best;
}

// clamp(x, low, high) = min(max(x, low), high).
Operand Evaluator::clamp(const ast::Expr& expr, const std::vector<Operand>& args) {
  if (!args[1].is_node() && !args[2].is_node() && !constants_.are_bounds(expr, args[1], args[2])) return {};
  const Operand raised = extreme(expr, false, {args[0], args[1]});
  return raised.known() ? extreme(expr, true, {raised, args[2]}) : raised;
}

Operand Evaluator::rounded(const ast::Expr& expr, const FunctionDoc& function, const Operand& arg) {
  if (!is_number(arg.type())) {
    sink_.report(Code::E0118, expr.span, function.name, "a number without unit")
        .help("divide by a unit first, such as `x / 1us`");
    return {};
  }
  return arg.is_node() ? nodes_->rounded(expr, function.function, arg)
                       : constants_.rounded(expr, function.function, arg);
}

}  // namespace ssd::check
