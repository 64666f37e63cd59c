// Which params an expression depends on, through the consts and functions that it names: what a param makes is one case of many, so it is
// neither proved for the others nor worth a word. Invariant: each declaration is looked at once, so circles end.
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "compiler/sema/names.h"

namespace ssd::sema {

class Reach {
 public:
  explicit Reach(const Names& names) : names_(names) {}

  void add(const ast::Expr& expr) { pending_.push_back(&expr); }
  void add(const ast::Value& value);
  void add_name(std::string_view text, Span span);
  // Of all that was added, whether or not evaluation comes there.
  const std::set<const ast::Decl*>& params();

 private:
  const Names& names_;
  std::vector<const ast::Expr*> pending_;
  std::set<const ast::Decl*> seen_, params_;
};

}  // namespace ssd::sema
