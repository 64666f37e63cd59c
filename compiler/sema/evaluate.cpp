// The walk over expressions: see evaluate.h. Long sums and `else if` chains are walked by loops, everything else by recursion that
// kDeepest bounds, so no input overflows the stack.
#include "compiler/sema/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/sema/foreign.h"
#include "compiler/sema/records.h"
#include "compiler/sema/value_helps.h"
#include "compiler/source/limits.h"
#include "compiler/source/suggest.h"

namespace ssd::sema {
namespace {

using diag::Code;

using limits::kMostSteps;  // a nest of calls can double at every level
constexpr int kDeepest = static_cast<int>(limits::kDeepestEvaluation);
constexpr std::size_t kMostConstraints = 64;  // more would only sharpen proofs about very long chains of conditions
constexpr std::size_t kLongestExcerpt = 60;
// Names that mean something where an expression is evaluated in the run.
constexpr std::array<std::string_view, 4> kPageKinds{"lsb", "csb", "msb", "tsb"};
constexpr std::array<std::string_view, 4> kCells{"SLC", "MLC", "TLC", "QLC"};
constexpr std::array<std::string_view, 3> kLaterNames{"idle", "now", "write_amplification"};

// What to write where the type is wrong. Followed to the letter it must give something that passes: no fraction where an int is due.
std::string type_help(const ast::NumberLit* number, std::string_view expected, Type found, std::string_view unit) {
  if (expected == "a bool") {
    if (found == Type::kRatio) return "write a condition, such as `free_pages < 10%`";
    return number != nullptr ? "write `true`, `false` or a condition such as `a < b`" : "write a condition, such as `a < b`";
  }
  const bool int_due = expected.starts_with("an int");
  const auto digits = number == nullptr ? std::nullopt : parse_digits(number->digits);
  if (int_due && digits && (!digits->whole() || number->digits.find('.') != std::string::npos)) return "write a whole number";
  if (number == nullptr || (unit.empty() && !int_due && expected != "a real")) return fmt::format("write {} here", expected);
  // Who leaves the unit of a size out counts in bytes.
  return fmt::format("write `{}{}`", number->digits, found == Type::kInt && unit.ends_with('B') ? "B" : unit);
}

// `4k` is how people shorten a size; the nearest unit by its letters would be another one.
std::string unit_help(const ast::NumberLit& literal) {
  const std::string& unit = literal.unit;
  if (std::string help = unit_of_elsewhere(literal); !help.empty()) return help;
  if (const auto near = nearest(unit, unit_names())) return fmt::format("did you mean `{}{}`?", literal.digits, *near);
  return "units are ns us ms s, B KiB MiB GiB KB MB GB, MB/s, MHz, %, …";
}

}  // namespace

// A near name is a likelier slip than a missing declaration.
std::string Evaluator::unknown_name_help(const std::string& text, std::vector<std::string> known) const {
  if (geometry_ != nullptr) {
    for (const char* name : {"channels", "chips", "dies", "planes", "blocks", "pages", "page", "spare", "sector"}) known.emplace_back(name);
  }
  if (const std::string_view foreign = value_instead(text); !foreign.empty()) return std::string(foreign);
  if (const auto near = nearest(text, known)) return "did you mean `" + *near + "`?";
  if (is_level_name(text)) return "`" + text + "` is a level: an order names all four, as in `channel > die > plane > chip`";
  if (!wanted_.empty()) return wanted_;
  return "declare it: `const " + text + " = …`, or `param " + text + ": TYPE = …`";
}

// Messages stay on one line, however the expression is laid out.
std::string excerpt(const SourceMap& sources, Span span) {
  std::string text;
  for (const char c : sources.text(span)) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
    if (text.size() > kLongestExcerpt) return text.substr(0, kLongestExcerpt - 1) + "…";
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string_view usual_unit(Type type) {
  switch (type) {
    case Type::kTime: return "us";
    case Type::kSize: return "KiB";
    case Type::kRate: return "MB/s";
    case Type::kFrequency: return "MHz";
    case Type::kRatio: return "%";
    case Type::kEnergy: return "uJ";
    case Type::kPower: return "mW";
    default: return "";
  }
}

// Only what loses no meaning: a ratio where a real is due, but never a bare int where a share is due (`overprovision: 15` is a slip).
std::optional<Value> coerce(const Value& value, Type expected) {
  if (value.type == expected) return value;
  const bool mixes = (expected == Type::kReal && is_number(value.type)) || (expected == Type::kRatio && value.type == Type::kReal);
  if (!mixes) return std::nullopt;
  return Value::of(expected, value.number);
}

// The help repeats the digits that were written: the number is usually right and its unit wrong.
void report_type(diag::Sink& sink, const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit) {
  std::string help = value_help(expr, expected, found, unit);
  if (help.empty()) help = type_help(std::get_if<ast::NumberLit>(&expr.node), expected, found, unit);
  sink.report(Code::E0105, expr.span, expected, noun(found)).label(std::string(noun(found))).help(help);
}

void Evaluator::push(Binding binding) {
  places_[binding.name].push_back(bindings_.size());
  bindings_.push_back(std::move(binding));
}

void Evaluator::release(std::size_t mark) {
  for (; bindings_.size() > mark; bindings_.pop_back()) places_.find(bindings_.back().name)->second.pop_back();
}

const Evaluator::Binding* Evaluator::find_binding(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return nullptr;
  const auto first = std::ranges::lower_bound(found->second, frame_);
  return first == found->second.end() ? nullptr : &bindings_[*first];
}

// A name that hides another is bound all the same, so that the mistake is told once and not at every use.
bool Evaluator::bind(const ast::Name& own, Operand operand) {
  const Binding* shadowed = find_binding(own.text);
  const Symbol* global = globals_.names().find(Kind::kValue, own.text, own.span.file);
  const bool is_protected = is_geometry_name(own.text) || is_level_name(own.text);
  const bool hides = shadowed != nullptr || global != nullptr;
  if (is_protected) {
    sink_.report(Code::E0104, own.span, own.text, is_level_name(own.text) ? "a level" : "a number of the geometry")
        .help("choose another name, such as `my_" + own.text + "`");
  } else if (hides) {
    const Span other = shadowed != nullptr ? shadowed->span : declared_name(*global->decl)->span;
    auto& diagnostic = sink_.report(Code::E0111, own.span, own.text);
    if (other.known()) diagnostic.note(other, "`" + own.text + "` is already declared here");
    diagnostic.help("choose another name");
  }
  push({own.text, std::move(operand), own.span});
  return !is_protected && !hides;
}

// The depth is counted here because every recursion passes through; the parser's own limit bounds parentheses, not lets and calls.
Operand Evaluator::evaluate(const ast::Expr& expr) {
  if (depth_ >= kDeepest) {
    if (depth_ == kDeepest) sink_.report(Code::E0116, expr.span, kDeepest).help("name its parts with `let`");
    return {};
  }
  if (!calls_.empty() && ++steps_ > kMostSteps) {
    if (steps_ == kMostSteps + 1) sink_.report(Code::E0125, expr.span, kMostSteps).help("let the functions call each other less often");
    return {};
  }
  ++depth_;
  const auto result = std::visit(
      [&]<class Node>(const Node& node) -> Operand {
        if constexpr (std::is_same_v<Node, ast::NumberLit>)
          return number(expr, node);
        else if constexpr (std::is_same_v<Node, ast::StringLit>)
          return {.value = Value::of_string(node.value)};
        else if constexpr (std::is_same_v<Node, ast::BoolLit>)
          return {.value = Value::of_bool(node.value)};
        else if constexpr (std::is_same_v<Node, ast::NameRef>)
          return name(expr, node.text);
        else if constexpr (std::is_same_v<Node, ast::OrderLit>) {
          const auto levels = order_of(node.levels);
          return levels ? Operand{.value = Value::of_order(*levels)} : Operand{};
        } else if constexpr (std::is_same_v<Node, ast::Unary>)
          return unary(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Binary>)
          return chain(expr);
        else if constexpr (std::is_same_v<Node, ast::If>)
          return choose(expr);
        else if constexpr (std::is_same_v<Node, ast::Call>)
          return call(expr, node);
        else if constexpr (std::is_same_v<Node, ast::Scope>)
          return scope(node);
        else if constexpr (std::is_same_v<Node, ast::Field>)
          return field(expr, node);
        else if constexpr (std::is_same_v<Node, ast::ListLit>)
          return list(expr, node);
        else
          return index(expr, node);
      },
      expr.node);
  --depth_;
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

// `1e6` is an int because it is whole; `1.0` is a real because it says so.
Operand Evaluator::number(const ast::Expr& expr, const ast::NumberLit& literal_) {
  const auto digits = parse_digits(literal_.digits);
  if (!digits) {
    sink_.report(Code::E0109, expr.span, excerpt(sources_, expr.span)).help(std::string(bound_help(literal_)));
    return {};
  }
  if (literal_.unit.empty()) {
    const bool is_int = digits->whole() && literal_.digits.find('.') == std::string::npos;
    if (is_int && !as_int(*digits)) {
      sink_.report(Code::E0107, expr.span, excerpt(sources_, expr.span)).help("an int is at most 9223372036854775807");
      return {};
    }
    return {.value = Value::of(is_int ? Type::kInt : Type::kReal, *digits)};
  }
  const Unit* unit = find_unit(literal_.unit);
  if (unit == nullptr) {
    sink_.report(Code::E0102, expr.span, literal_.unit).help(unit_help(literal_));
    return {};
  }
  const auto scaled = multiply(*digits, *Rational::make(unit->numerator, unit->denominator));
  if (!scaled) {
    sink_.report(Code::E0109, expr.span, excerpt(sources_, expr.span)).help(std::string(bound_help(literal_)));
    return {};
  }
  return {.value = Value::of(unit->type, *scaled)};
}

// `way` is Jung and Kandemir's word for chip, so that orders read as in their paper.
std::optional<Order> Evaluator::order_of(std::span<const ast::Name> levels) {
  Order order{};
  std::array<bool, 4> seen{};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ast::Name& written = levels[i];
    const std::string_view level_name = written.text == "way" ? "chip" : std::string_view(written.text);
    const auto level = std::ranges::find_if(design::kLevels, [&](design::Level l) { return design::name(l) == level_name; });
    if (level == design::kLevels.end() || seen[static_cast<std::size_t>(*level)]) {
      sink_.report(Code::E0211, written.span, level == design::kLevels.end() ? "has no level" : "repeats", written.text)
          .help("write each of `channel`, `chip`, `die` and `plane` once, as in `channel > die > plane > chip`");
      return std::nullopt;
    }
    seen[static_cast<std::size_t>(*level)] = true;
    order[i] = *level;
  }
  return order;
}

// Sizes are values with a unit here, counts are ints.
Operand Evaluator::geometry_value(std::string_view text) const {
  const design::Geometry& g = *geometry_;
  const auto count = [](u64 n) { return Operand{.value = Value::of(Type::kInt, static_cast<std::int64_t>(n))}; };
  const auto size = [](u64 n) { return Operand{.value = Value::of(Type::kSize, static_cast<std::int64_t>(n))}; };
  if (text == "channels") return count(g.channels);
  if (text == "chips") return count(g.chips);
  if (text == "dies") return count(g.dies);
  if (text == "planes") return count(g.planes);
  if (text == "blocks") return count(g.blocks);
  if (text == "pages") return count(g.pages);
  if (text == "page") return size(g.page_bytes);
  return size(text == "spare" ? g.spare_bytes : g.sector_bytes);
}

// From the innermost meaning outwards: lets and inputs, the design's geometry, then params and consts of the file that the name stands in
// (not of the design that inherited the expression).
Operand Evaluator::name(const ast::Expr& expr, const std::string& text) {
  if (const Binding* bound = find_binding(text)) return bound->operand;
  if (is_geometry_name(text)) {
    if (geometry_ != nullptr) return geometry_value(text);
    sink_.report(Code::E0112, expr.span, text).help("use it where a design's value is wanted, or write the number");
    return {};
  }
  if (const Symbol* symbol = globals_.names().find(Kind::kValue, text, expr.span.file)) {
    if (std::holds_alternative<ast::ParamDecl>(symbol->decl->node)) param_ = text;
    return Operand::of_constant(globals_.value(*symbol, expr.span));
  }
  if (const auto kind = std::ranges::find(kPageKinds, text); kind != kPageKinds.end())
    return {.value = Value::of_word(Type::kPageKind, kind - kPageKinds.begin(), text)};
  if (const auto cell = std::ranges::find(kCells, text); cell != kCells.end())
    return {.value = Value::of_word(Type::kCell, cell - kCells.begin(), text)};
  if (globals_.names().incomplete(expr.span.file)) return {};
  if (std::ranges::find(kLaterNames, text) != kLaterNames.end()) {
    const Operand found = hook_ == nullptr || formula_ == nullptr || text == "idle" ? Operand{} : surrounding(*hook_, text, *formula_);
    if (found.known()) return found;
    if (text == "idle") sink_.report(Code::E0199, expr.span, "`idle`").help("conditions can read `free_pages`, `free_blocks`, `now`, the geometry and params");
    else sink_.report(Code::E0136, expr.span, text).help("read it in a policy, such as `trigger` or `priority(op)`");
    return {};
  }
  std::vector<std::string> known = globals_.names().candidates(Kind::kValue, expr.span.file);
  for (std::size_t i = frame_; i < bindings_.size() && sink_.error_count() <= limits::kMostShown; ++i) known.push_back(bindings_[i].name);
  auto& diagnostic = sink_.report(Code::E0101, expr.span, text);
  if (globals_.names().find(Kind::kFunction, text, expr.span.file) != nullptr) {
    diagnostic.help("`" + text + "` is a function: call it, `" + text + "(…)`");
  } else {
    diagnostic.help(unknown_name_help(text, std::move(known)));
  }
  return {};
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
