// The walk over an expression. Constants are folded exactly (constants.h). Within a formula, everything that depends on
// an input becomes nodes (nodes.h). The scope defines the meaning of names (scope.h). `and`, `or` and `if` evaluate
// only what they need. A mistake in a value (an overflow, a division by zero) in a part that is never evaluated is not
// an error; a mistake in names or types always is.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/expr/constants.h"
#include "compiler/check/expr/globals.h"
#include "compiler/check/expr/nodes.h"
#include "compiler/check/expr/observer.h"
#include "compiler/check/expr/path.h"
#include "compiler/check/expr/scope.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::check {

struct FunctionDoc;

class Evaluator {
 public:
  Evaluator(Globals& globals, const SourceMap& sources, diag::Sink& sink);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Operand evaluate(const ast::Expr& expr);
  // The same; `suggestion` is the help text for an unknown name (Scope::suggesting).
  Operand evaluate(const ast::Expr& expr, std::string suggestion);
  // The expression as a node of the formula under construction; kNoNode after an error.
  NodeId formula_node(const ast::Expr& expr, Type expected);
  // The function's value for these arguments, with the names of its own file. The steps are limited, so that nested
  // calls cannot run for ever.
  Operand apply_function(Span at, const Symbol& function, const std::vector<Operand>& args);
  // Checks the names and types of a function's body for any values of these types; unknown ones are allowed.
  void check_body(const Symbol& function, const std::vector<Operand>& args);

  // While it exists, operands may be nodes of the formula, and the names that the hook provides in a run are known.
  class [[nodiscard]] Within {
   public:
    Within(Evaluator& evaluator, Formula& formula, const HookInfo* hook = nullptr);

   private:
    NodeBuilder builder_;
    Scoped<NodeBuilder*> nodes_;
    Scoped<Scope::Run> run_;
  };
  // While it exists, the observer is notified of everything that is evaluated.
  class [[nodiscard]] Watch {
   public:
    Watch(Evaluator& evaluator, Observer& observer) : observers_(evaluator.observers_) {
      observers_.push_back(&observer);
    }
    ~Watch() { observers_.pop_back(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    std::vector<Observer*>& observers_;
  };

  // Returns a builder that makes nodes of the formula from results.
  NodeBuilder builder(Formula& formula) { return {formula, path_, constants_, sources_, sink_}; }
  const ConstantFolder& constants() const { return constants_; }
  Scope& scope() { return scope_; }
  Path& path() { return path_; }
  bool live() const { return path_.live(); }
  bool in_function() const { return !calls_.empty(); }
  // The formula under construction; null if there is none.
  Formula* formula() { return nodes_ == nullptr ? nullptr : &nodes_->formula(); }

  Globals& globals() { return globals_; }
  const SourceMap& sources() const { return sources_; }
  diag::Sink& sink() { return sink_; }

 private:
  Operand visit(const ast::Expr& expr);
  Operand named(const ast::Expr& expr, const ast::NameRef& node);
  Operand entry(const ast::Expr& expr, const ast::Index& node, const Operand& table, const Operand& at);
  Operand unary(const ast::Expr& expr, const ast::Unary& unary);
  Operand chain(const ast::Expr& expr);
  Operand combine(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand combine_lazily(const ast::Expr& expr, const ast::Binary& binary, const Operand& left);
  Operand operate(const ast::Expr& expr, ast::BinaryOp op, const Operand& left, const Operand& right);
  Operand choose(const ast::Expr& expr);
  void assume(const Operand& condition, bool truth);
  Operand select(const ast::Expr& expr, const Operand& condition, const Operand& then, const Operand& otherwise);
  Operand block(const ast::Scope& scope);

  // calls.cpp: functions and records.
  Operand call(const ast::Expr& expr, const ast::Call& call);
  std::optional<std::vector<Operand>> numbers(const ast::Expr& expr, const ast::Call& call,
                                              const FunctionDoc& function);
  Operand call_own(const ast::Expr& expr, const ast::Call& call, const Symbol& function);
  bool takes_so_many(Span at, const ast::FnDecl& function, std::size_t count);
  Operand body_of(const Symbol& function, const std::vector<Operand>& args);
  Operand converted(Span at, const ast::Param& param, const Operand& arg);
  Operand field(const ast::Expr& expr, const ast::Field& field);
  void report_no_field(const ast::Expr& expr, const ast::Field& field, const Record& record);

  // prelude.cpp: the built-in functions.
  Operand apply_prelude(const ast::Expr& expr, const FunctionDoc& function, const std::vector<Operand>& args);
  Operand extreme(const ast::Expr& expr, bool least, const std::vector<Operand>& args);
  Operand clamp(const ast::Expr& expr, const std::vector<Operand>& args);
  Operand rounded(const ast::Expr& expr, const FunctionDoc& function, const Operand& arg);

  // lists.cpp
  Operand list(const ast::Expr& expr, const ast::ListLit& list);
  Operand index(const ast::Expr& expr, const ast::Index& index);
  Operand length(const ast::Expr& expr, const ast::Call& call);

  Globals& globals_;
  const SourceMap& sources_;
  diag::Sink& sink_;
  Path path_;
  ConstantFolder constants_;
  Scope scope_;
  NodeBuilder* nodes_ = nullptr;  // of the formula under construction
  std::vector<Observer*> observers_;
  std::vector<const ast::Decl*> calls_;  // functions being evaluated
  std::size_t steps_ = 0;                // in functions, since the outermost call
  int depth_ = 0;
};

// Reports a call of an unknown function.
void report_unknown_function(const std::string& text, Span place, const Names& names, diag::Sink& sink);

}  // namespace ssd::check
