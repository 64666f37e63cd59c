// The worklist of declarations that name each other: see reach.h.
#include "compiler/check/expr/reach.h"

#include "compiler/check/expr/walk.h"

namespace ssd::check {

void Reach::add(const ast::Value& value) {
  expressions(value, pending_);
  const auto* order = std::get_if<ast::OrderValue>(&value.node);
  if (order == nullptr) return;
  for (const ast::Name& name : order->names) add_name(name.text, name.span);
}

void Reach::add_name(std::string_view text, Span span) {
  for (const Kind kind : {Kind::kValue, Kind::kFunction}) {
    const Symbol* symbol = names_.find(kind, text, span.file);
    if (symbol == nullptr || !seen_.insert(symbol->decl).second) continue;
    if (std::holds_alternative<ast::ParamDecl>(symbol->decl->node)) params_.insert(symbol->decl);
    expressions(*symbol->decl, pending_);  // for a param its default value, which may name others
  }
}

const std::set<const ast::Decl*>& Reach::params() {
  diag::Sink unheard;
  while (!pending_.empty() && (effort_ == nullptr || !effort_->spent())) {
    std::vector<const ast::Expr*> batch = std::move(pending_);
    pending_.clear();
    walk(std::move(batch), [&](const ast::Expr& expr) {
      if (effort_ != nullptr) effort_->step(unheard, expr.span);
      if (const auto* name = std::get_if<ast::NameRef>(&expr.node)) add_name(name->text, expr.span);
    });
  }
  return params_;
}

}  // namespace ssd::check
