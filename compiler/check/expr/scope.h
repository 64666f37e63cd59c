// What a name means at the place of an expression: bindings of the present function, the design's geometry, params and
// consts, words of the language, and the names that the run provides at a hook.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/check/expr/globals.h"
#include "compiler/check/expr/operand.h"
#include "compiler/check/expr/scoped.h"

namespace ssd::check {

struct RunName;

class Scope {
 public:
  Scope(Globals& globals, diag::Sink& sink) : globals_(globals), sink_(sink) {}

  // The meaning of the name; no type after an error, which is reported at the expression.
  Operand find(const ast::Expr& expr, const std::string& text);
  bool is_bound(const std::string& name) const { return find_binding(name) != nullptr; }
  // Binds a `let` or a parameter. Returns false after reporting that the name hides another one; the name is bound all
  // the same.
  bool bind(const ast::Name& name, Operand operand);
  void bind_input(std::string name, Operand operand) { push({std::move(name), std::move(operand), {}}); }

  // Each of the following is in effect as long as the returned object exists.
  // Ends the bindings that are made after it.
  class [[nodiscard]] Bindings {
   public:
    explicit Bindings(Scope& scope) : scope_(scope), mark_(scope.bindings_.size()) {}
    ~Bindings() { scope_.release(mark_); }
    Bindings(const Bindings&) = delete;
    Bindings& operator=(const Bindings&) = delete;

   private:
    Scope& scope_;
    std::size_t mark_;
  };
  Bindings bindings() { return Bindings(*this); }
  // Enters the body of a function, which does not see the bindings made so far.
  Scoped<std::size_t> function() { return {frame_, bindings_.size()}; }
  Scoped<const design::Geometry*> with_geometry(const design::Geometry& geometry) { return {geometry_, &geometry}; }
  // The tables of the design, of which only some policies may read the values; for help texts.
  Scoped<const std::vector<design::Table>*> with_tables(const std::vector<design::Table>& tables) {
    return {tables_, &tables};
  }
  // Names that the run provides become nodes of the formula. Without a hook the expression is not evaluated in the run,
  // so there is no `now`.
  struct Run {
    const HookInfo* hook = nullptr;
    Formula* formula = nullptr;
    bool any = false;  // a function is checked by itself, so only the types of what the run provides are known
  };
  Scoped<Run> in_run(Run run) { return {run_, run}; }
  // The help text for an unknown name, from a caller that knows what the place accepts. If empty, the help is to
  // declare the name.
  Scoped<std::string> suggesting(std::string help) { return {suggestion_, std::move(help)}; }

  // The param that was read last since this object was made. It shows where a value came from.
  class LastParam {
   public:
    explicit LastParam(const Scope& scope) : scope_(scope), before_(scope.params_named_) {}
    std::string name() const { return scope_.params_named_ == before_ ? std::string{} : scope_.param_; }

   private:
    const Scope& scope_;
    u64 before_;
  };

 private:
  struct Binding {
    std::string name;
    Operand operand;
    Span span;
  };

  void push(Binding binding);
  void release(std::size_t mark);
  // The binding in the present function; the outermost one if a name is bound twice. Null if the name is not bound
  // there.
  const Binding* find_binding(const std::string& name) const;
  Operand name_of_the_run(const ast::Expr& expr, const RunName& row);
  void report_unknown(const ast::Expr& expr, const std::string& text);
  std::string import_help(std::string_view text) const;
  std::string unknown_name_help(const std::string& text, std::vector<std::string> known) const;

  Globals& globals_;
  diag::Sink& sink_;
  const design::Geometry* geometry_ = nullptr;
  const std::vector<design::Table>* tables_ = nullptr;
  Run run_;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  // the places of each name in bindings_, ascending
  std::size_t frame_ = 0;                                             // the first binding of the present function
  std::string suggestion_;
  std::string param_;
  u64 params_named_ = 0;
};

}  // namespace ssd::check
