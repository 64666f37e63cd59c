// Which params an expression depends on, through the consts and functions that it names: what a param makes is one case
// of many, so it is neither proved for the others nor worth a word. Invariant: each declaration is looked at once, so
// circles end.
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "compiler/check/expr/effort.h"
#include "compiler/check/names.h"

namespace ssd::check {

class Reach {
 public:
  // With an effort, each expression is a step of it; what is left out when it is spent is not missed, for then nothing
  // is kept.
  explicit Reach(const Names& names, Effort* effort = nullptr) : names_(names), effort_(effort) {}

  void add(const ast::Expr& expr) { pending_.push_back(&expr); }
  void add(const ast::Value& value);
  void add_name(std::string_view text, Span span);
  // Of all that was added, whether or not evaluation comes there.
  const std::set<const ast::Decl*>& params();

 private:
  const Names& names_;
  Effort* effort_;
  std::vector<const ast::Expr*> pending_;
  std::set<const ast::Decl*> seen_, params_;
};

}  // namespace ssd::check
