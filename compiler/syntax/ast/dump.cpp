// Prints the tree as an indented listing that shows every field of every node, so that different trees have different
// listings. Each node has one line: its role if it has one, its kind, its text, line:column. Long sums and `else if`
// chains are walked by loops.
#include <fmt/format.h>

#include <array>

#include "compiler/syntax/ast/ast.h"

namespace ssd::ast {
namespace {

constexpr std::array<std::string_view, 18> kBinaryNames = {
    "multiply", "divide", "remainder",  "add",     "subtract",      "shift_left", "shift_right", "bit_and", "bit_xor",
    "bit_or",   "less",   "less_equal", "greater", "greater_equal", "equal",      "not_equal",   "and",     "or"};
constexpr std::array<std::string_view, 3> kPlacements = {"static", "dynamic", "write_order"};
constexpr std::array<std::string_view, 3> kBlockKinds = {"nand", "design", "workload"};
constexpr std::array<std::string_view, 4> kPlotClauses = {"over", "by", "group", "log"};

// A text with line breaks becomes a single line.
std::string escaped(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else {
      result += c;
    }
  }
  return result + '"';
}

class Dumper {
 public:
  explicit Dumper(const SourceMap& sources) : sources_(sources) {}
  std::string text;

  void file(const File& file) {
    line(0, "file", {});
    if (!file.doc.empty()) line(1, "doc " + escaped(file.doc), {});
    for (const Decl& decl : file.decls) {
      std::visit([&](const auto& node) { declare(decl, node); }, decl.node);
      if (!decl.doc.empty()) line(2, "doc " + escaped(decl.doc), {});
    }
  }

 private:
  void line(int depth, std::string_view what, Span span) {
    text.append(2 * static_cast<std::size_t>(depth), ' ');
    text += what;
    if (span.known()) {
      const Position at = sources_.file(span.file).position(span.begin);
      text += fmt::format(" {}:{}", at.line, at.column);
    }
    text += '\n';
  }
  void name(int depth, std::string_view role, const Name& name) {
    line(depth, fmt::format("{} {}", role, name.text), name.span);
  }

  // ---- declarations

  void declare(const Decl& decl, const Import& import) {
    line(1, "import", decl.span);
    line(2, "path " + escaped(import.path), import.path_span);
  }
  void declare(const Decl& decl, const ParamDecl& param) {
    line(1, "param", decl.span);
    name(2, "name", param.name);
    name(2, "type", param.type);
    expr(2, "", *param.value);
  }
  void declare(const Decl& decl, const ConstDecl& constant) {
    line(1, "const", decl.span);
    name(2, "name", constant.name);
    expr(2, "", *constant.value);
  }
  void declare(const Decl& decl, const FnDecl& fn) {
    line(1, "fn", decl.span);
    name(2, "name", fn.name);
    params(2, fn.params);
    expr(2, "", *fn.body);
  }
  void declare(const Decl& decl, const BlockDecl& declared) {
    line(1, kBlockKinds.at(static_cast<std::size_t>(declared.kind)), decl.span);
    name(2, "name", declared.name);
    if (declared.from) name(2, "from", *declared.from);
    block(2, declared.body);
  }
  void declare(const Decl& decl, const ExperimentDecl& experiment) {
    line(1, "experiment", decl.span);
    name(2, "name", experiment.name);
    for (const Statement& s : experiment.statements) std::visit([&](const auto& node) { statement(node); }, s);
  }

  // ---- statements

  void statement(const Vary& vary) {
    line(2, "vary", vary.span);
    name(3, "axis", vary.axis);
    expr(3, "", *vary.values);
  }
  void statement(const Measure& measure) {
    line(2, "measure", measure.span);
    for (const ExprPtr& m : measure.metrics) expr(3, "", *m);
  }
  void statement(const Normalize& normalize) {
    line(2, "normalize", normalize.span);
    for (const ExprPtr& m : normalize.metrics) expr(3, "", *m);
    expr(3, "to ", *normalize.to);
  }
  void statement(const Expect& expect) {
    line(2, "expect", expect.span);
    line(3, "text " + escaped(expect.text), expect.text_span);
    for (const Name& axis : expect.each) name(3, "each", axis);
    expr(3, "", *expect.claim);
    if (!expect.known.empty()) line(3, "known " + escaped(expect.known), {});
  }
  void statement(const Plot& plot) {
    line(2, "plot", plot.span);
    name(3, "kind", plot.kind);
    for (const ExprPtr& m : plot.metrics) expr(3, "", *m);
    for (const PlotClause& clause : plot.clauses)
      name(3, kPlotClauses.at(static_cast<std::size_t>(clause.kind)), clause.axis);
  }
  void statement(const Setting& setting) {
    line(2, "setting", setting.span);
    name(3, "key", setting.key);
    expr(3, "", *setting.value);
  }

  // ---- blocks

  void params(int depth, const std::vector<Param>& list) {
    for (const Param& p : list) {
      name(depth, "parameter", p.name);
      if (p.type) name(depth + 1, "type", *p.type);
    }
  }
  void block(int depth, const Block& block) {
    line(depth, "block", block.span);
    for (const Item& i : block.items) std::visit([&](const auto& node) { item(depth + 1, node); }, i);
  }
  void item(int depth, const Let& let) {
    line(depth, "let", let.span);
    name(depth + 1, "name", let.name);
    expr(depth + 1, "", *let.value);
  }
  void item(int depth, const Section& section) {
    line(depth, "section", section.span);
    name(depth + 1, "key", section.key);
    block(depth + 1, *section.body);
  }
  void item(int depth, const Property& property) {
    line(depth, property.has_params ? "property with parameters" : "property", property.span);
    name(depth + 1, "key", property.key);
    params(depth + 1, property.params);
    line(depth + 1, "value", property.value.span);
    std::visit([&](const auto& node) { value(depth + 2, node); }, property.value.node);
  }
  void value(int depth, const ExprValue& plain) {
    expr(depth, "", *plain.value);
    if (plain.over) expr(depth, "over ", *plain.over);
  }
  void value(int depth, const OrderValue& order) {
    line(depth, kPlacements.at(static_cast<std::size_t>(order.kind)), order.kind_span);
    for (const Name& n : order.names) name(depth + 1, "name", n);
  }
  void value(int depth, const MapValue& map) {
    line(depth, "static map", map.kind_span);
    params(depth + 1, map.params);
    block(depth + 1, *map.body);
  }
  void value(int depth, const AboveValue& above) {
    line(depth, "above", above.word_span);
    expr(depth + 1, "", *above.share);
  }
  void value(int depth, const DriveWritesValue& writes) {
    line(depth, "drive_writes", writes.word_span);
    expr(depth + 1, "", *writes.count);
  }
  void value(int depth, const RangeValue& range) {
    expr(depth, "from ", *range.from);
    expr(depth, "to ", *range.to);
  }
  void value(int depth, const VariantValue& variant) {
    name(depth, "variant", variant.kind);
    block(depth + 1, *variant.body);
  }

  // ---- expressions

  void expr(int depth, std::string_view role, const Expr& root) {
    std::visit([&](const auto& node) { write(depth, std::string(role), root, node); }, root.node);
  }
  void leaf(int depth, std::string_view role, std::string_view what, Span span) {
    line(depth, fmt::format("{}{}", role, what), span);
  }

  void write(int depth, std::string_view role, const Expr& e, const NumberLit& n) {
    leaf(depth, role, "number " + n.digits + (n.unit.empty() ? "" : " unit " + n.unit), e.span);
  }
  void write(int depth, std::string_view role, const Expr& e, const StringLit& s) {
    leaf(depth, role, "string " + escaped(s.value), e.span);
  }
  void write(int depth, std::string_view role, const Expr& e, const BoolLit& b) {
    leaf(depth, role, b.value ? "true" : "false", e.span);
  }
  void write(int depth, std::string_view role, const Expr& e, const NameRef& n) {
    leaf(depth, role, "name " + n.text, e.span);
  }
  void write(int depth, std::string_view role, const Expr& e, const ListLit& list) {
    leaf(depth, role, "list", e.span);
    for (const ExprPtr& item : list.items) expr(depth + 1, "", *item);
  }
  void write(int depth, std::string_view role, const Expr& e, const OrderLit& order) {
    leaf(depth, role, "order", e.span);
    for (const Name& level : order.levels) name(depth + 1, "level", level);
  }
  void write(int depth, std::string_view role, const Expr& e, const Unary& unary) {
    leaf(depth, role, unary.op == UnaryOp::kNot ? "not" : "negate", e.span);
    expr(depth + 1, "", *unary.operand);
  }
  // A chain of operators or postfixes is listed from its root. "of" marks the left operand of the line above it, with
  // the same indent, so the listing of a long sum becomes long and not wide.
  void write(int depth, std::string_view role, const Expr& e, const Binary&) { spine(depth, role, e); }
  void write(int depth, std::string_view role, const Expr& e, const Field&) { spine(depth, role, e); }
  void write(int depth, std::string_view role, const Expr& e, const Index&) { spine(depth, role, e); }
  void write(int depth, std::string_view role, const Expr& e, const Call&) { spine(depth, role, e); }
  void spine(int depth, std::string_view role, const Expr& root) {
    std::string here(role);
    const Expr* e = &root;
    while (const Expr* left = step(depth, here, *e)) {
      e = left;
      here = "of ";
    }
    expr(depth, here, *e);
  }
  // Writes one link of the chain and returns its left operand. Writes nothing and returns null if the expression is not
  // a link.
  const Expr* step(int depth, std::string_view role, const Expr& e) {
    if (const auto* binary = std::get_if<Binary>(&e.node)) {
      leaf(depth, role, kBinaryNames.at(static_cast<std::size_t>(binary->op)), e.span);
      line(depth + 1, "sign", binary->op_span);
      expr(depth + 1, "right ", *binary->right);
      return binary->left.get();
    }
    if (const auto* field = std::get_if<Field>(&e.node)) {
      leaf(depth, role, "field " + field->field.text, e.span);
      line(depth + 1, "name", field->field.span);
      return field->object.get();
    }
    if (const auto* index = std::get_if<Index>(&e.node)) {
      leaf(depth, role, "index", e.span);
      expr(depth + 1, "at ", *index->index);
      return index->list.get();
    }
    if (const auto* call = std::get_if<Call>(&e.node)) {
      leaf(depth, role, "call", e.span);
      for (const Arg& arg : call->args) argument(depth + 1, arg);
      return call->callee.get();
    }
    return nullptr;
  }
  // The key comes first, as in the file; a bare argument has none.
  void argument(int depth, const Arg& arg) {
    if (arg.key) expr(depth, "key ", *arg.key);
    expr(depth, "argument ", *arg.value);
    if (arg.over) expr(depth, "over ", *arg.over);
  }
  // Each `else if` comes below the line of its `if`, with the same indent.
  void write(int depth, std::string_view role, const Expr& root, const If&) {
    std::string here(role);
    const Expr* e = &root;
    while (const auto* choice = std::get_if<If>(&e->node)) {
      leaf(depth, here, "if", e->span);
      expr(depth + 1, "condition ", *choice->condition);
      expr(depth + 1, "then ", *choice->then);
      e = choice->otherwise.get();
      here = "else ";
    }
    expr(depth, here, *e);
  }
  void write(int depth, std::string_view role, const Expr& e, const Scope& scope) {
    leaf(depth, role, "scope", e.span);
    for (const Let& let : scope.lets) item(depth + 1, let);
    expr(depth + 1, "value ", *scope.value);
  }

  const SourceMap& sources_;
};

}  // namespace

std::string dump(const File& file, const SourceMap& sources) {
  Dumper dumper(sources);
  dumper.file(file);
  return std::move(dumper.text);
}

}  // namespace ssd::ast
