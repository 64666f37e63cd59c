// Builds expressions: see builder.h. The tree of a long sum leans far to the left. It is built by a loop, and its
// length is limited (kMostOperators), so that recursion over the finished tree is safe too.
#include <algorithm>
#include <array>

#include "compiler/syntax/parse/builder.h"
#include "compiler/syntax/parse/parse.h"
#include "compiler/syntax/parse/strings.h"
#include "runtime/base/suggest.h"

namespace ssd::parse {
namespace {

using ast::BinaryOp;
using diag::Code;

BinaryOp binary_op(std::uint16_t kind) {
  switch (kind) {
    case SsdParser::STAR: return BinaryOp::kMul;
    case SsdParser::SLASH: return BinaryOp::kDiv;
    case SsdParser::PERCENT: return BinaryOp::kMod;
    case SsdParser::PLUS: return BinaryOp::kAdd;
    case SsdParser::MINUS: return BinaryOp::kSub;
    case SsdParser::SHIFT_LEFT: return BinaryOp::kShiftLeft;
    case SsdParser::SHIFT_RIGHT: return BinaryOp::kShiftRight;
    case SsdParser::BIT_AND: return BinaryOp::kBitAnd;
    case SsdParser::KW_XOR: return BinaryOp::kBitXor;
    case SsdParser::BIT_OR: return BinaryOp::kBitOr;
    case SsdParser::LESS: return BinaryOp::kLess;
    case SsdParser::LESS_EQUAL: return BinaryOp::kLessEqual;
    case SsdParser::GREATER: return BinaryOp::kGreater;
    case SsdParser::GREATER_EQUAL: return BinaryOp::kGreaterEqual;
    case SsdParser::EQUAL: return BinaryOp::kEqual;
    case SsdParser::NOT_EQUAL: return BinaryOp::kNotEqual;
    case SsdParser::KW_AND: return BinaryOp::kAnd;
    default: return BinaryOp::kOr;
  }
}

// 0 if it is not a comparison.
int comparison_level(BinaryOp op) {
  if (op >= BinaryOp::kLess && op <= BinaryOp::kGreaterEqual) return 1;
  return op == BinaryOp::kEqual || op == BinaryOp::kNotEqual ? 2 : 0;
}

constexpr std::size_t kLevels = 4;

// What is wrong with a `>` chain of names that should have each level once, and what to write; empty if it is an order.
struct OrderSlip {
  std::string found, help;
};
OrderSlip order_slip(const std::vector<ast::Name>& names) {
  std::array<bool, kLevels> seen{};
  std::string whole;
  for (const ast::Name& name : names) {
    const Word<std::size_t>* level = find_word(ast::kLevelWords, name.text);
    if (level == nullptr) {
      std::vector<std::string> known;
      for (const Word<std::size_t>& word : ast::kLevelWords) known.emplace_back(word.text);
      const auto near = nearest(name.text, known);
      return {fmt::format("`{}`", name.text), near ? fmt::format("did you mean `{}`?", *near)
                                                   : "the levels are `channel`, `chip` (or `way`), `die` and `plane`"};
    }
    if (std::exchange(seen[level->value], true))
      return {fmt::format("`{}` twice", name.text), "write each level once, such as `channel > die > plane > chip`"};
    whole += name.text + " > ";
  }
  const auto missing = std::ranges::find(seen, false);
  if (missing == seen.end()) return {};
  return {"three of them", fmt::format("write the fourth where it belongs, such as `{}{}`", whole,
                                       word_for(ast::kLevelWords, static_cast<std::size_t>(missing - seen.begin())))};
}

// The names of a chain if most of them are levels, so that it was probably meant as an order; otherwise empty.
std::vector<ast::Name> meant_as_order(const std::vector<ast::ExprPtr>& parts) {
  std::vector<ast::Name> names;
  std::size_t levels = 0;
  for (const ast::ExprPtr& part : parts) {
    const auto* name = std::get_if<ast::NameRef>(&part->node);
    if (name == nullptr) return {};
    if (find_word(ast::kLevelWords, name->text) != nullptr) ++levels;
    names.push_back({name->text, part->span});
  }
  return 2 * levels > names.size() ? names : std::vector<ast::Name>{};
}

// What is compared on both sides of a chain: `a < b < c` is `a < b and b < c`, but `a < b & c < d`, in which `&` binds
// tighter, was meant as `a < b and c < d`.
struct Middle {
  std::string left, right;
  std::string_view word = "and";
};
Middle middle_of(const ast::Expr& part) {
  const auto* bits = std::get_if<ast::Binary>(&part.node);
  if (bits == nullptr || (bits->op != BinaryOp::kBitAnd && bits->op != BinaryOp::kBitOr))
    return {print(part), print(part)};
  return {print(*bits->left), print(*bits->right), bits->op == BinaryOp::kBitAnd ? "and" : "or"};
}

}  // namespace

// Walks down the left operands by a loop, then builds upwards. The parser has limited the recursion into the right
// operands.
ast::ExprPtr Builder::expression(SsdParser::ExpressionContext& tree) {
  std::vector<SsdParser::BinaryContext*> path;
  SsdParser::ExpressionContext* leftmost = &tree;
  while (auto* binary_tree = dynamic_cast<SsdParser::BinaryContext*>(leftmost)) {
    path.push_back(binary_tree);
    leftmost = static_cast<SsdParser::ExpressionContext*>(binary_tree->children[0]);
  }
  std::ranges::reverse(path);
  const Spent operators = spend_operators(path.size(), tree);
  const auto op_at = [&](std::size_t i) { return binary_op(tokens_[token_of(path[i]->children[1])].kind); };
  ast::ExprPtr result = operand(*leftmost);
  for (std::size_t i = 0; i < path.size();) {
    std::size_t end = i + 1;
    const int level = comparison_level(op_at(i));
    while (level != 0 && end < path.size() && comparison_level(op_at(end)) == level) ++end;
    result = end == i + 1 ? binary(*path[i], std::move(result))
                          : compared(std::span(path).subspan(i, end - i), std::move(result));
    i = end;
  }
  return result;
}

ast::ExprPtr Builder::binary(SsdParser::BinaryContext& tree, ast::ExprPtr left) {
  const std::size_t op = token_of(tree.children[1]);
  const Span whole = join(left->span, span(tree));
  ast::ExprPtr right = expression(static_cast<SsdParser::ExpressionContext&>(*tree.children[2]));
  return make(whole, ast::Binary{binary_op(tokens_[op].kind), tokens_.span_of(op), std::move(left), std::move(right)});
}

// The AST has no chains of comparisons, so this function determines what the user meant by one.
ast::ExprPtr Builder::compared(std::span<SsdParser::BinaryContext* const> run, ast::ExprPtr first) {
  std::vector<ast::ExprPtr> parts;
  parts.push_back(std::move(first));
  for (SsdParser::BinaryContext* b : run)
    parts.push_back(expression(static_cast<SsdParser::ExpressionContext&>(*b->children[2])));
  const Span whole = join(parts.front()->span, parts.back()->span);
  const bool all_greater = std::ranges::all_of(run, [](auto* b) { return b->GREATER() != nullptr; });
  if (const std::vector<ast::Name> names = all_greater ? meant_as_order(parts) : std::vector<ast::Name>{};
      !names.empty()) {
    const OrderSlip slip = order_slip(names);
    if (slip.found.empty()) return make(whole, ast::OrderLit{{names[0], names[1], names[2], names[3]}});
    errors_.report(Code::E0160, whole, slip.found).help(slip.help);
    throw LeftOut{};
  }
  const auto written = [&](std::size_t i) { return tokens_.text_of(token_of(run[i]->children[1])); };
  const Middle middle = middle_of(*parts[1]);
  errors_.report(Code::E0036, whole)
      .help(fmt::format("write `{} {} {} {} {} {} {}`", print(*parts[0]), written(0), middle.left, middle.word,
                        middle.right, written(1), print(*parts[2])));
  throw LeftOut{};
}

ast::ExprPtr Builder::operand(SsdParser::ExpressionContext& tree) {
  if (auto* name_or_call = dynamic_cast<SsdParser::OperandContext*>(&tree)) return postfix(*name_or_call->postfix());
  if (auto* plain = dynamic_cast<SsdParser::LiteralOperandContext*>(&tree)) return literal(*plain->literal());
  if (auto* choice = dynamic_cast<SsdParser::ConditionalContext*>(&tree)) return conditional(*choice);
  if (auto* braces = dynamic_cast<SsdParser::ScopeOperandContext*>(&tree)) return scope(*braces->scope());
  return unary(dynamic_cast<SsdParser::UnaryContext&>(tree));
}

ast::ExprPtr Builder::literal(SsdParser::LiteralContext& tree) {
  const std::size_t token = tree.start->getTokenIndex();
  switch (tokens_[token].kind) {
    case SsdParser::STRING: return make(span(tree), ast::StringLit{string_value(tokens_, token, errors_)});
    case SsdParser::KW_TRUE: return make(span(tree), ast::BoolLit{true});
    case SsdParser::KW_FALSE: return make(span(tree), ast::BoolLit{false});
    default: return make(span(tree), number(tokens_.text_of(token)));
  }
}

ast::ExprPtr Builder::unary(SsdParser::UnaryContext& tree) {
  const ast::UnaryOp op = tree.NEGATE() != nullptr ? ast::UnaryOp::kNegate : ast::UnaryOp::kNot;
  return make(span(tree), ast::Unary{op, expression(*tree.expression())});
}

// `if a then b else if c then d else e` is built from its end.
ast::ExprPtr Builder::conditional(SsdParser::ConditionalContext& tree) {
  std::vector<SsdParser::ExpressionContext*> parts = tree.expression();
  const Spent operators = spend_operators(parts.size() / 2, tree);
  ast::ExprPtr result = expression(*parts.back());
  const Span end = result->span;
  const std::vector<antlr4::tree::TerminalNode*> chained = tree.CHAINED_IF();
  for (std::size_t i = chained.size() + 1; i-- > 0;) {
    ast::ExprPtr condition = expression(*parts[2 * i]);
    ast::ExprPtr then = expression(*parts[2 * i + 1]);
    const Span whole = join(tokens_.span_of(token_of(i == 0 ? tree.KW_IF() : chained[i - 1])), end);
    result = make(whole, ast::If{std::move(condition), std::move(then), std::move(result)});
  }
  return result;
}

// A value that begins with `-` would be possible here if there is no `let` before it. It is rejected all the same, so
// that adding a `let` cannot change its meaning.
ast::ExprPtr Builder::scope(SsdParser::ScopeContext& tree) {
  ast::Scope result;
  for (SsdParser::LetContext* l : tree.let()) result.lets.push_back(let(*l));
  check_length(result.lets.size(), tree);
  const std::size_t first = tree.expression()->start->getTokenIndex();
  if (tokens_[first].kind == SsdParser::NEGATE) {
    errors_.report(Code::E0038, tokens_.span_of(first)).help("put the value in parentheses: `(-u)`");
  }
  result.value = expression(*tree.expression());
  return make(span(tree), std::move(result));
}

// This tree leans to the left too: `a.b.c(d)(e)`.
ast::ExprPtr Builder::postfix(SsdParser::PostfixContext& tree) {
  const Spent operators = spend_operators(tree.DOT().size() + tree.CALL().size() + tree.INDEX().size(), tree);
  ast::ExprPtr result = primary(*tree.primary());
  for (std::size_t i = 1; i < tree.children.size();) {
    const std::size_t sign = token_of(tree.children[i]);
    antlr4::tree::ParseTree* inner = tree.children[i + 1];
    if (tokens_[sign].kind == SsdParser::DOT) {
      ast::Name field = name(static_cast<SsdParser::NameContext&>(*inner));
      const Span whole = join(result->span, field.span);
      result = make(whole, ast::Field{std::move(result), std::move(field)});
      i += 2;
      continue;
    }
    const Span whole = join(result->span, tokens_.span_of(token_of(tree.children[i + 2])));
    if (tokens_[sign].kind == SsdParser::CALL) {
      result = make(whole, ast::Call{std::move(result), arguments(static_cast<SsdParser::ArgumentsContext&>(*inner))});
    } else {
      result =
          make(whole, ast::Index{std::move(result), expression(static_cast<SsdParser::ExpressionContext&>(*inner))});
    }
    i += 3;
  }
  return result;
}

// Parentheses have no node, but the span includes them, so that a caret below `(1 - u)` covers them.
ast::ExprPtr Builder::primary(SsdParser::PrimaryContext& tree) {
  if (auto* group = dynamic_cast<SsdParser::GroupContext*>(&tree)) {
    ast::ExprPtr result = expression(*group->expression());
    result->span = span(tree);
    return result;
  }
  if (auto* items = dynamic_cast<SsdParser::ListContext*>(&tree)) return list(*items);
  return make(span(tree), ast::NameRef{std::string(tokens_.text_of(tree.start->getTokenIndex()))});
}

// `[75%: 30us, 25%: 1ms]`, a list of weighted values, is another way to write `mix(75%: 30us, 25%: 1ms)`.
ast::ExprPtr Builder::list(SsdParser::ListContext& tree) {
  std::vector<ast::Arg> items = arguments(*tree.arguments());
  const auto weighted =
      std::ranges::count_if(items, [](const ast::Arg& a) { return a.key != nullptr || a.over != nullptr; });
  if (weighted == 0) {
    ast::ListLit result;
    for (ast::Arg& item : items) result.items.push_back(std::move(item.value));
    return make(span(tree), std::move(result));
  }
  if (const auto bare = std::ranges::find_if(items, [](const ast::Arg& a) { return a.key == nullptr; });
      bare != items.end()) {
    errors_.report(Code::E0040, bare->value->span).help("give every item a weight, such as `25%: 4KiB`, or none");
  }
  return make(span(tree),
              ast::Call{make(tokens_.span_of(tree.start->getTokenIndex()), ast::NameRef{"mix"}), std::move(items)});
}

std::vector<ast::Arg> Builder::arguments(SsdParser::ArgumentsContext& tree) {
  std::vector<ast::Arg> result;
  for (SsdParser::ArgumentContext* a : tree.argument()) result.push_back(argument(*a));
  check_length(result.size(), tree);
  return result;
}

ast::Arg Builder::argument(SsdParser::ArgumentContext& tree) {
  const std::vector<SsdParser::ExpressionContext*> parts = tree.expression();
  const bool keyed = tree.COLON() != nullptr;
  ast::Arg result;
  if (keyed) result.key = expression(*parts[0]);
  result.value = expression(*parts[keyed ? 1 : 0]);
  if (tree.KW_OVER() != nullptr) result.over = over(tree, *parts.back());
  return result;
}

ast::ExprPtr Builder::over(const Tree& tree, SsdParser::ExpressionContext& share) {
  if (!in_workload_) errors_.report(Code::E0039, span(tree)).help("`over` can only limit the addresses of a workload");
  return expression(share);
}

// Counts the operators while the operands below them are built.
Builder::Spent Builder::spend_operators(std::size_t count, const Tree& tree) {
  if (operators_ + count > kMostOperators) {
    errors_.report(Code::E0013, span(tree), kMostOperators).help("name a part of it with `let` or `fn`");
    throw LeftOut{};
  }
  return Spent(operators_, count);
}

// Limits what the checker and later rooms must store for one node.
void Builder::check_length(std::size_t count, const Tree& tree) {
  if (count <= kLongestList) return;
  errors_.report(Code::E0012, span(tree), count, kLongestList);
  throw LeftOut{};
}

}  // namespace ssd::parse
