// Evaluates the language's expressions. Constants are folded exactly; where a formula is being made (the map, a predicate) what depends
// on an input becomes nodes of its graph. `and`, `or` and `if` evaluate only what they need: a mistake in a value (overflow, a division by
// zero) where evaluation never comes is none, a mistake in names or types always is.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/formula.h"
#include "compiler/sema/globals.h"
#include "compiler/sema/value.h"

namespace ssd::sema {

// A constant, or a node of the formula.
struct Operand {
  Value value;  // of a node only the type (int or bool) counts
  NodeId node = kNoNode;
  u64 whole = 0;  // of a count: how many pages or blocks there are, for comparing it with a ratio

  bool is_node() const { return node != kNoNode; }
  Type type() const { return value.type; }
  bool known() const { return value.known(); }
  static Operand of_node(NodeId node, Type type, u64 whole = 0) { return {.value = Value::of(type, {}), .node = node, .whole = whole}; }
};

// The source text of an expression on one line, for messages.
std::string excerpt(const SourceMap& sources, Span span);

class Evaluator {
 public:
  Evaluator(Globals& globals, const SourceMap& sources, diag::Sink& sink) : globals_(globals), sources_(sources), sink_(sink) {}

  // Geometry names are known once there is a geometry; nodes can be made once there is a formula.
  void use_geometry(const design::Geometry* geometry) { geometry_ = geometry; }
  void use_formula(Formula* formula) {
    formula_ = formula;
    overfull_reported_ = false;
  }
  // A warning about int divisions that lose everything, which are ordinary in maps.
  void warn_about_small_quotients(bool warn) { warn_small_ = warn; }

  bool bind(const ast::Name& name, Operand operand);  // a `let`; false after reporting what it would shadow
  void bind_input(std::string name, Operand operand) { bindings_.push_back({std::move(name), std::move(operand), {}}); }
  std::size_t mark() const { return bindings_.size(); }
  void release(std::size_t mark) { bindings_.resize(mark); }

  Operand evaluate(const ast::Expr& expr);
  // As an operand of a formula: constants become nodes. kNoNode after an error.
  NodeId formula_node(const ast::Expr& expr, Type expected);
  // Four names as an order, or nothing after an error.
  std::optional<Order> order_of(std::span<const ast::Name> levels);
  // The param named last since the call before, or "": where a value came from.
  std::string take_param() { return std::exchange(param_, {}); }

  Globals& globals() { return globals_; }
  const SourceMap& sources() const { return sources_; }
  diag::Sink& sink() { return sink_; }

 private:
  struct Binding {
    std::string name;
    Operand operand;
    Span span;
  };

  Operand number(const ast::Expr& expr, const ast::NumberLit& literal);
  Operand name(const ast::Expr& expr, const std::string& text);
  Operand geometry_value(std::string_view text) const;
  Operand unary(const ast::Expr& expr, const ast::Unary& unary);
  Operand chain(const ast::Expr& expr);
  Operand combine(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand combine_lazily(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand choose(const ast::Expr& expr);
  Operand select(const ast::Expr& expr, const Operand& condition, const Operand& then, const Operand& otherwise);
  Operand call(const ast::Expr& expr, const ast::Call& call);
  Operand scope(const ast::Scope& scope);

  // combine.cpp: two operands that are both evaluated.
  Operand operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand operate_constants(const ast::Expr& expr, ast::BinaryOp op, const Value& a, const Value& b);
  Operand compare_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand compare_with_number(ast::BinaryOp op, const Operand& count, const Value& bound);
  Operand compute_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  bool divisor_is_sound(const ast::Expr& expr, const ast::Binary* binary, NodeId divisor);
  Operand unlike(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  NodeId to_node(const Operand& operand);
  Operand emit(const ast::Expr& expr, Type type, Op op, NodeId a, NodeId b = 0, NodeId c = 0);

  // prelude.cpp: the functions that are always there.
  Operand extreme(const ast::Expr& expr, bool least, const std::vector<Operand>& args);
  Operand clamp(const ast::Expr& expr, const std::vector<Operand>& args);
  Operand absolute(const ast::Expr& expr, const Operand& arg);
  Operand rounded(const ast::Expr& expr, std::string_view function, const Operand& arg);
  Operand logarithm(const ast::Expr& expr, const Operand& arg);

  bool live() const { return dead_ == 0; }

  Globals& globals_;
  const SourceMap& sources_;
  diag::Sink& sink_;
  const design::Geometry* geometry_ = nullptr;
  Formula* formula_ = nullptr;
  std::vector<Binding> bindings_;
  std::vector<Constraint> constraints_;  // what holds where evaluation is now
  std::string param_;
  int depth_ = 0;
  int dead_ = 0;  // > 0: evaluation never comes here, only names and types are checked
  bool warn_small_ = false;
  bool overfull_reported_ = false;
};

// The value as one of the expected type: ints are reals, ratios and reals mix. Nothing if it is of another type.
std::optional<Value> coerce(const Value& value, Type expected);
// "expected a time, found a size", and what to write: the same digits with `unit`, the usual one for the place.
void report_type(diag::Sink& sink, const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit);
std::string_view usual_unit(Type type);

}  // namespace ssd::sema
