// Finds the params that an expression depends on through the consts and functions that it names. A value that depends
// on a param is one case of many: it is neither proved for the other cases nor worth a warning. Invariant: each
// declaration is visited once, so circles end.
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "compiler/check/expr/effort.h"
#include "compiler/check/names.h"

namespace ssd::check {

class Reach {
 public:
  // With an effort, each expression counts as one step. When the budget is used up, the rest is left out; this does no
  // harm, because the compilation then has an error.
  explicit Reach(const Names& names, Effort* effort = nullptr) : names_(names), effort_(effort) {}

  void add(const ast::Expr& expr) { pending_.push_back(&expr); }
  void add(const ast::Value& value);
  void add_name(std::string_view text, Span span);
  // The params of everything added, whether or not evaluation reaches it.
  const std::set<const ast::Decl*>& params();

 private:
  const Names& names_;
  Effort* effort_;
  std::vector<const ast::Expr*> pending_;
  std::set<const ast::Decl*> seen_, params_;
};

}  // namespace ssd::check
