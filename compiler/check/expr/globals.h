// The values of params and consts. Each is worked out once, when it is first asked for, so that declarations may come
// in any order and a cycle is seen where it closes.
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

  // Takes `-D name=text` for params of the root file and for keys of designs. Unknown names and texts that do not parse
  // are reported.
  void override_params(const std::vector<Override>& overrides);
  // The keys among them, as a block that is laid over designs; null without any.
  const std::shared_ptr<const ast::Block>& given_keys() const { return given_keys_; }
  // Works out what `-D` gives; false after a mistake in it, which was told: whatever else is wrong then may follow from
  // that.
  bool check_overrides();
  // Whether the param has its value from `-D`.
  bool overridden(const ast::Decl* param) const;
  // The value of a param or const, asked for at `use`. An error value after an error.
  Value value(const Symbol& symbol, Span use);
  // The same declarations with these values of params, for a point of an experiment: what follows from them is worked
  // out anew.
  Globals varied(std::map<const ast::Decl*, Value> values, diag::Sink& sink) const;
  // Works out everything that a file declares, so that mistakes in what is not used are told as well.
  void check_all(const std::vector<LoadedFile>& files);

  Names& names() { return names_; }
  // A function with a mistake, which was told: what it gives is unknown.
  void distrust(const ast::Decl* function) { distrusted_.insert(function); }
  bool trusts(const ast::Decl* function) const { return !distrusted_.contains(function); }
  // What the compilation may still cost; shared by all that is worked out in it.
  Effort& effort() { return effort_; }
  // Learns of every evaluation in the compilation.
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
