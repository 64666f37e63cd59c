// The values of params and consts. Each is evaluated once, when it is first needed. So declarations may come in any
// order, and a cycle is found where it closes.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/check/expr/effort.h"
#include "compiler/check/expr/value.h"
#include "compiler/check/names.h"

namespace ssd::check {

class Observer;

class Globals {
 public:
  Globals(Names& names, SourceMap& sources, diag::Sink& sink, Effort& effort, Observer& observer)
      : names_(names), sources_(sources), sink_(sink), effort_(effort), observer_(observer) {}

  // Stores `-D name=text` for params of the root file and for keys of designs; reports unknown names and texts that do
  // not parse.
  void override_params(const std::vector<Override>& overrides);
  // The keys that `-D` gives, as a block that is laid over designs; null if there are none.
  const std::shared_ptr<const ast::Block>& given_keys() const { return given_keys_; }
  // Evaluates the values that `-D` gives. Returns false after a reported mistake in one of them; further errors might
  // only be its consequences.
  bool check_overrides();
  // The place of the value that `-D` gives the param; none if it gives none.
  std::optional<Span> given(const ast::Decl* param) const;
  // The value of a param or const that the place `use` refers to. An error value after an error.
  Value value(const Symbol& symbol, Span use);
  // The same declarations with other values of params, for one point of an experiment. Everything that depends on them
  // is evaluated again.
  Globals varied(std::map<const ast::Decl*, Value> values, diag::Sink& sink) const;
  // Evaluates everything that the files declare, so that mistakes in unused declarations are reported as well.
  void check_all(const std::vector<LoadedFile>& files);

  Names& names() { return names_; }
  // Marks a function whose mistake was reported: its result counts as unknown.
  void distrust(const ast::Decl* function) { distrusted_.insert(function); }
  bool trusts(const ast::Decl* function) const { return !distrusted_.contains(function); }
  // The remaining budget of the compilation, which all evaluations share.
  Effort& effort() { return effort_; }
  // The observer that is notified of every evaluation in the compilation.
  Observer& observer() { return observer_; }

 private:
  void override_param(const std::vector<Override>& overrides, const Override& given);
  std::string own_value_help(const std::string& param, std::string_view text) const;
  Value work_out(const Symbol& symbol);
  Value param_value(const ast::ParamDecl& param);
  void report_cycle(const ast::Decl* decl, Span use);

  Names& names_;
  SourceMap& sources_;
  diag::Sink& sink_;
  Effort& effort_;
  Observer& observer_;
  std::map<std::string, std::shared_ptr<const ast::Expr>> overrides_;
  std::shared_ptr<const ast::Block> given_keys_;
  std::map<const ast::Decl*, Value> known_;
  std::vector<const ast::Decl*> open_;
  std::set<const ast::Decl*> distrusted_;
};

}  // namespace ssd::check
