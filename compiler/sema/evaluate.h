// Evaluates the language's expressions. Constants are folded exactly; where a formula is being made (the map, a predicate) what depends
// on an input becomes nodes of its graph. `and`, `or` and `if` evaluate only what they need: a mistake in a value (overflow, a division by
// zero) where evaluation never comes is none, a mistake in names or types always is.
#pragma once
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/formula.h"
#include "compiler/sema/globals.h"
#include "compiler/sema/page_kinds.h"
#include "compiler/sema/value.h"

namespace ssd::sema {

enum class Prelude : std::uint8_t;
struct FunctionDoc;
struct Record;
struct RunName;

// A constant, a node of the formula, or a record whose fields are such.
struct Operand {
  Value value;  // of a node only the type counts
  NodeId node = kNoNode;
  u64 whole = 0;       // of a count: how many pages or blocks there are, for comparing it with a ratio
  Rational scale = 1;  // of a node: what one step of it is worth in base units; 1 of ints, truths and words
  std::shared_ptr<const Record> record = nullptr;
  std::shared_ptr<const std::vector<Operand>> items = nullptr;  // of a list
  bool real = false;   // of a node: a real in base units; its scale does not count

  bool is_node() const { return node != kNoNode; }
  Type type() const { return value.type; }
  bool known() const { return value.known(); }
  static Operand of_node(NodeId node, Type type, u64 whole = 0) { return {.value = Value::of(type, {}), .node = node, .whole = whole}; }
  static Operand of_node(NodeId node, Type type, const Rational& scale) {
    return {.value = Value::of(type, {}), .node = node, .scale = scale};
  }
  static Operand of_constant(Value value);  // a list among them
  static Operand of_real(NodeId node, Type type) { return {.value = Value::of(type, {}), .node = node, .real = true}; }
};

// What a policy receives: its name in the language (`op`) and the fields that can be read in this place.
struct Record {
  std::string name;
  const HookInfo* hook;  // where it is received
  std::vector<std::pair<std::string, Operand>> fields;
};

// The source text of an expression on one line, for messages.
std::string excerpt(const SourceMap& sources, Span span);
// "compared with", of an operation whose sides do not fit together.
std::string_view verb(ast::BinaryOp op);

class Evaluator {
 public:
  Evaluator(Globals& globals, const SourceMap& sources, diag::Sink& sink) : globals_(globals), sources_(sources), sink_(sink) {}

  // Geometry names are known once there is a geometry; nodes can be made once there is a formula.
  void use_geometry(const design::Geometry* geometry) { geometry_ = geometry; }
  void use_formula(Formula* formula) {
    formula_ = formula;
    overfull_reported_ = false;
  }
  // The kinds that `p.kind` can be, while a part's latencies are read; an empty set: nothing is known of them.
  void use_page_kinds(const PageKinds& kinds) { page_kinds_ = kinds; }
  // Whether evaluation came to that field of such a record.
  bool has_read(const std::string& record, const std::string& field) const { return fields_read_.contains({record, field}); }
  // Where an expression is evaluated in the run; null: nowhere, so there is no `now`.
  void use_hook(const HookInfo* hook) { hook_ = hook; }

  bool bind(const ast::Name& name, Operand operand);  // a `let`; false after reporting what it would shadow
  void bind_input(std::string name, Operand operand) { push({std::move(name), std::move(operand), {}}); }
  std::size_t mark() const { return bindings_.size(); }
  void release(std::size_t mark);

  Operand evaluate(const ast::Expr& expr);
  // As an operand of a formula: constants become nodes. kNoNode after an error.
  NodeId formula_node(const ast::Expr& expr, Type expected);
  // The function's value for these arguments, seen from its own file. What it evaluates is bounded, so that no nest of calls hangs.
  Operand apply_function(Span at, const Symbol& function, const std::vector<Operand>& args);
  // The body of a function with values that stand for all of their types, unknown ones among them: names and types are checked, values not.
  void check_body(const Symbol& function, const std::vector<Operand>& args);
  // A time that enters the engine, as a node in ns, rounded half up; kNoNode after an error. A real one is checked to be within 0..longest.
  NodeId nanosecond_node(const ast::Expr& expr, const Operand& time, i64 longest);
  // The node where it lies within the bounds; beyond them the run stops.
  NodeId bounded(const ast::Expr& expr, design::CheckKind kind, NodeId node, i64 low, i64 high);
  // A score's node: an int's scale does not matter for an order, and a real gets a key that is an int.
  NodeId score_node(const Operand& operand);
  NodeId to_node(const Operand& operand);
  // Whether evaluation comes here, so that mistakes in values are mistakes.
  bool live() const { return dead_ == 0; }
  // Names and types are checked, values are not: for what is not part of a design yet.
  void check_types_only(bool only) { dead_ += only ? 1 : -1; }
  // An operation on constants; what is wrong with it is told at the expression. `around_zero`: the help of a division by zero.
  Operand operate_constants(const ast::Expr& expr, ast::BinaryOp op, const Value& a, const Value& b,
                            std::string_view around_zero = "guard it: `if d == 0 then … else n / d`");
  // Four names as an order, or nothing after an error.
  std::optional<Order> order_of(std::span<const ast::Name> levels);
  // What to write where the expression is a name that means nothing: said by who knows what the place takes. Empty: a declaration.
  void wants(std::string help) { wanted_ = std::move(help); }
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

  // lookup.cpp: names.
  std::string import_help(std::string_view text) const;
  std::string unknown_name_help(const std::string& text, std::vector<std::string> known) const;
  void push(Binding binding);
  // Of the present function; the outermost if a name is bound twice. Null if it is not bound there.
  const Binding* find_binding(const std::string& name) const;

  Operand name(const ast::Expr& expr, const std::string& text);
  Operand name_of_the_run(const ast::Expr& expr, const RunName& row);
  void report_unknown(const ast::Expr& expr, const std::string& text);

  Operand number(const ast::Expr& expr, const ast::NumberLit& literal);  // literals.cpp
  Operand unary(const ast::Expr& expr, const ast::Unary& unary);
  Operand chain(const ast::Expr& expr);
  Operand combine(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand combine_lazily(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand choose(const ast::Expr& expr);
  Operand select(const ast::Expr& expr, const Operand& condition, const Operand& then, const Operand& otherwise);
  Operand scope(const ast::Scope& scope);

  // calls.cpp: functions and records.
  Operand call(const ast::Expr& expr, const ast::Call& call);
  std::optional<std::vector<Operand>> numbers(const ast::Expr& expr, const ast::Call& call, const FunctionDoc& function);
  Operand apply_prelude(const ast::Expr& expr, const FunctionDoc& function, const std::vector<Operand>& args);
  Operand call_own(const ast::Expr& expr, const ast::Call& call, const Symbol& function);
  bool takes_so_many(Span at, const ast::FnDecl& function, std::size_t count);
  Operand body_of(const Symbol& function, std::vector<Binding> bound);
  Operand converted(Span at, const ast::Param& param, const Operand& arg);
  Operand field(const ast::Expr& expr, const ast::Field& field);

  // scaled.cpp: nodes that stand for fractions (times, sizes, reals), exactly.
  Operand compute_scaled(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand scaled_by(const ast::Expr& expr, const Operand& a, const std::optional<Rational>& factor, Type type);
  struct Aligned { NodeId a, b; Rational scale; };
  std::optional<Aligned> aligned(const Operand& a, const Operand& b);
  NodeId steps_of(const Operand& a, const std::optional<Rational>& scale);
  NodeId exact_nanoseconds(const ast::Expr& expr, const Operand& time);
  Operand rounded_node(const ast::Expr& expr, Prelude function, const Operand& a);
  NodeId real_nanoseconds(const ast::Expr& expr, const Operand& time, i64 longest);
  Operand floor_of(const ast::Expr& expr, NodeId dividend, i64 divisor, bool up);

  // reals.cpp: nodes that are reals, where no exact form exists.
  NodeId real_node(const Operand& a);
  Operand real_result(const ast::Expr& expr, Type type, NodeId node);
  Operand compute_reals(const ast::Expr& expr, ast::BinaryOp op, Type type, const Operand& a, const Operand& b);
  NodeId real_divisor(const ast::Expr& expr, const Operand& b);
  Operand compare_reals(ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand select_reals(Type type, NodeId condition, const Operand& then, const Operand& otherwise);
  Operand real_to_int(const ast::Expr& expr, NodeId real);
  Operand log2_node(const ast::Expr& expr, const Operand& arg);

  // checks.cpp: what the ranges leave open is checked in the run, where evaluation comes.
  NodeId checked(const ast::Expr& expr, design::CheckKind kind, NodeId ok, NodeId value, std::string_view otherwise);
  NodeId divided_soundly(const ast::Expr& expr, NodeId divisor, NodeId quotient);
  Operand emit_checked(const ast::Expr& expr, Op op, NodeId a, NodeId b);
  NodeId guarded(NodeId condition);
  std::optional<Interval> range_here(NodeId node);
  Operand as_node(const Operand& constant);

  // quotients.cpp: divisions of ints that can only give 0 or 1.
  void look_at_share(const ast::Expr& expr, const Operand& a, const Operand& b);
  void look_at_quotient(const ast::Expr& expr, NodeId dividend, NodeId divisor, const Interval& quotient, bool whole);
  void look_at_constant_quotient(const ast::Expr& expr, const Value& a, const Value& b, const Value& quotient);
  bool varies(const ast::Expr& expr);

  // page_kinds.cpp: comparisons of kinds that no page has, or all.
  void look_at_kinds(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);

  // lists.cpp
  Operand list(const ast::Expr& expr, const ast::ListLit& list);
  Operand index(const ast::Expr& expr, const ast::Index& index);
  Operand length(const ast::Expr& expr, const ast::Call& call);

  // combine.cpp: two operands that are both evaluated.
  Operand operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand compare_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand compare_with_number(ast::BinaryOp op, const Operand& count, const Value& bound);
  Operand compute_nodes(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand unlike(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b);
  Operand emit(const ast::Expr& expr, Type type, Op op, NodeId a, NodeId b = 0, NodeId c = 0, const Rational& scale = 1);

  // prelude.cpp: the functions that are always there.
  Operand extreme(const ast::Expr& expr, bool least, const std::vector<Operand>& args);
  Operand clamp(const ast::Expr& expr, const std::vector<Operand>& args);
  Operand absolute(const ast::Expr& expr, const Operand& arg);
  Operand rounded(const ast::Expr& expr, const FunctionDoc& function, const Operand& arg);
  Operand logarithm(const ast::Expr& expr, const Operand& arg);

  Globals& globals_;
  const SourceMap& sources_;
  diag::Sink& sink_;
  const design::Geometry* geometry_ = nullptr;
  Formula* formula_ = nullptr;
  const HookInfo* hook_ = nullptr;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  // of each name in bindings_, ascending
  std::size_t frame_ = 0;
  std::vector<const ast::Decl*> calls_;  // functions being evaluated
  std::size_t steps_ = 0;                // in functions, since the outermost call
  std::vector<Constraint> constraints_;  // what holds where evaluation is now
  std::vector<std::pair<NodeId, bool>> path_;  // the conditions on the way there, and which of their branches it is
  std::string param_, wanted_;
  PageKinds page_kinds_;
  std::set<std::pair<std::string, std::string>> fields_read_;  // record and field
  int depth_ = 0;
  Span outermost_;  // what is being evaluated, whatever function that has led to
  int dead_ = 0;  // > 0: evaluation never comes here, only names and types are checked
  bool by_itself_ = false;  // a function is checked: what belongs to the run is known by its type
  bool overfull_reported_ = false;
};

// wrong_type.cpp. The value as one of the expected type: ints are reals, ratios and reals mix. Nothing if it is of another type.
std::optional<Value> coerce(const Value& value, Type expected);
// "expected a time, found a size", and what to write: the same digits with `unit`, the usual one for the place.
void report_type(diag::Sink& sink, const ast::Expr& expr, std::string_view expected, Type found, std::string_view unit);
std::string_view usual_unit(Type type);
// A call of what no function is called.
void report_unknown_function(const std::string& text, Span place, const Names& names, diag::Sink& sink);

}  // namespace ssd::sema
