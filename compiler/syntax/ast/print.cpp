// Prints the canonical text of an expression, on one line, with as few parentheses as possible. Long sums and `else if`
// chains are walked by loops, because their trees are as deep as they are long.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/syntax/ast/ast.h"

namespace ssd::ast {
namespace {

// The precedence of an expression, in the order of the grammar, lowest first.
enum Tightness : int {
  kIf,
  kOrOp,
  kAndOp,
  kNotOp,
  kEquality,
  kComparison,
  kEither,
  kExclusive,
  kBoth,
  kShift,
  kSum,
  kProduct,
  kMinus,
  kPostfix
};

int tightness(BinaryOp op) {
  switch (op) {
    case BinaryOp::kMul:
    case BinaryOp::kDiv:
    case BinaryOp::kMod: return kProduct;
    case BinaryOp::kAdd:
    case BinaryOp::kSub: return kSum;
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight: return kShift;
    case BinaryOp::kBitAnd: return kBoth;
    case BinaryOp::kBitXor: return kExclusive;
    case BinaryOp::kBitOr: return kEither;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual: return kComparison;
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual: return kEquality;
    case BinaryOp::kAnd: return kAndOp;
    case BinaryOp::kOr: return kOrOp;
  }
  return kIf;
}

int tightness(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) return tightness(binary->op);
  if (const auto* unary = std::get_if<Unary>(&expr.node)) return unary->op == UnaryOp::kNot ? kNotOp : kMinus;
  if (std::holds_alternative<If>(expr.node)) return kIf;
  if (std::holds_alternative<OrderLit>(expr.node)) return kComparison;
  return kPostfix;
}

// Whether the expression can be followed by a call, an index or a field. Literals and blocks cannot.
bool takes_postfix(const Expr& expr) {
  const auto& n = expr.node;
  return std::holds_alternative<NameRef>(n) || std::holds_alternative<ListLit>(n) || std::holds_alternative<Field>(n) ||
         std::holds_alternative<Index>(n) || std::holds_alternative<Call>(n);
}

std::string_view sign(BinaryOp op) {
  constexpr std::array<std::string_view, 18> kSigns = {"*", "/", "%",  "+", "-",  "<<", ">>", "&",   "xor",
                                                       "|", "<", "<=", ">", ">=", "==", "!=", "and", "or"};
  return kSigns.at(static_cast<std::size_t>(op));
}

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

class Printer {
 public:
  std::string text;

  // Writes parentheses if the precedence of `expr` is lower than its place requires.
  void at(const Expr& expr, int place) {
    const bool loose = tightness(expr) < place;
    if (loose) text += '(';
    bare(expr);
    if (loose) text += ')';
  }

 private:
  void bare(const Expr& expr) {
    std::visit([&](const auto& node) { write(expr, node); }, expr.node);
  }

  void write(const Expr&, const NumberLit& n) { text += n.digits + n.unit; }
  void write(const Expr&, const StringLit& s) { text += string_literal(s.value); }
  void write(const Expr&, const BoolLit& b) { text += b.value ? "true" : "false"; }
  void write(const Expr&, const NameRef& n) { text += n.text; }
  void write(const Expr&, const ListLit& list) {
    text += '[';
    for (const ExprPtr& item : list.items) {
      if (&item != &list.items.front()) text += ", ";
      at(*item, kIf);
    }
    text += ']';
  }
  void write(const Expr&, const OrderLit& order) {
    for (const Name& level : order.levels) {
      if (&level != &order.levels.front()) text += " > ";
      text += level.text;
    }
  }
  void write(const Expr&, const Unary& unary) {
    text += unary.op == UnaryOp::kNot ? "not " : "-";
    at(*unary.operand, unary.op == UnaryOp::kNot ? kNotOp : kMinus);
  }
  // Walks down the left operands, then back up. The left operand of a comparison needs parentheses if it is itself a
  // comparison, because comparisons do not chain.
  void write(const Expr& expr, const Binary&) {
    std::vector<const Binary*> path;
    std::vector<bool> parenthesised;
    const Expr* left = &expr;
    while (const auto* binary = std::get_if<Binary>(&left->node)) {
      const int place = tightness(binary->op);
      path.push_back(binary);
      left = binary->left.get();
      const bool chains = place == kComparison || place == kEquality;
      parenthesised.push_back(tightness(*left) < place + (chains ? 1 : 0));
    }
    text.append(static_cast<std::size_t>(std::ranges::count(parenthesised, true)), '(');
    bare(*left);
    for (std::size_t i = path.size(); i-- > 0;) {
      if (parenthesised[i]) text += ')';
      text += fmt::format(" {} ", sign(path[i]->op));
      at(*path[i]->right, tightness(path[i]->op) + 1);
    }
  }
  void write(const Expr& expr, const If&) {
    const Expr* rest = &expr;
    while (const auto* choice = std::get_if<If>(&rest->node)) {
      text += "if ";
      at(*choice->condition, kIf);
      text += " then ";
      at(*choice->then, kIf);
      text += " else ";
      rest = choice->otherwise.get();
    }
    at(*rest, kIf);
  }
  void write(const Expr& expr, const Field&) { postfix(expr); }
  void write(const Expr& expr, const Index&) { postfix(expr); }
  void write(const Expr& expr, const Call&) { postfix(expr); }
  void write(const Expr&, const Scope& scope) {
    text += "{ ";
    for (const Let& let : scope.lets) {
      text += fmt::format("let {} = ", let.name.text);
      at(*let.value, kIf);
      text += "  ";
    }
    // A value that begins with `-` would be read as part of the text before it.
    const std::size_t begin = text.size();
    at(*scope.value, kIf);
    if (text[begin] == '-') {
      text.insert(begin, "(");
      text += ')';
    }
    text += " }";
  }

  // `a.b(c)[d]` leans to the left, like a sum.
  void postfix(const Expr& expr) {
    std::vector<const Expr*> path;
    const Expr* object = &expr;
    for (const Expr* inner = object; inner != nullptr; inner = object_of(*inner)) {
      object = inner;
      path.push_back(inner);
    }
    path.pop_back();
    if (!takes_postfix(*object)) text += '(';
    bare(*object);
    if (!takes_postfix(*object)) text += ')';
    for (std::size_t i = path.size(); i-- > 0;) suffix(*path[i]);
  }

  static const Expr* object_of(const Expr& expr) {
    if (const auto* field = std::get_if<Field>(&expr.node)) return field->object.get();
    if (const auto* index = std::get_if<Index>(&expr.node)) return index->list.get();
    if (const auto* call = std::get_if<Call>(&expr.node)) return call->callee.get();
    return nullptr;
  }

  void suffix(const Expr& expr) {
    if (const auto* field = std::get_if<Field>(&expr.node)) {
      text += '.' + field->field.text;
    } else if (const auto* index = std::get_if<Index>(&expr.node)) {
      text += '[';
      at(*index->index, kIf);
      text += ']';
    } else {
      arguments(std::get<Call>(expr.node).args);
    }
  }

  // Between separators nothing needs parentheses, whatever its precedence is.
  void arguments(const std::vector<Arg>& args) {
    text += '(';
    for (const Arg& arg : args) {
      if (&arg != &args.front()) text += ", ";
      if (arg.key) {
        at(*arg.key, kIf);
        text += ": ";
      }
      at(*arg.value, kIf);
      if (arg.over) {
        text += " over ";
        at(*arg.over, kIf);
      }
    }
    text += ')';
  }
};

}  // namespace

std::string print(const Expr& expr) {
  Printer printer;
  printer.at(expr, kIf);
  return std::move(printer.text);
}

}  // namespace ssd::ast
