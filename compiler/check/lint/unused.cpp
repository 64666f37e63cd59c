// Implements unused.h. It compares names as text and evaluates nothing: a name in a part that is rejected or not taken
// counts as used, so a warning is never wrong.
#include "compiler/check/lint/unused.h"

#include <map>
#include <set>

#include "compiler/check/expr/records.h"
#include "compiler/check/expr/walk.h"
#include "compiler/check/names.h"

namespace ssd::check {
namespace {

using diag::Code;

using Texts = std::set<std::string, std::less<>>;

// Collects the names in orders, which are not expressions.
void add_orders(const ast::Block& block, Texts& named) {
  for (const ast::Item& item : block.items) {
    const auto* property = std::get_if<ast::Property>(&item);
    const auto* order = property == nullptr ? nullptr : std::get_if<ast::OrderValue>(&property->value.node);
    if (order == nullptr) continue;
    for (const ast::Name& level : order->names) named.insert(level.text);
  }
}

void add_lets(const ast::Block& block, std::vector<const ast::Name*>& lets) {
  for (const ast::Item& item : block.items) {
    if (const auto* let = std::get_if<ast::Let>(&item)) {
      lets.push_back(&let->name);
    } else if (const auto* section = std::get_if<ast::Section>(&item)) {
      add_lets(*section->body, lets);
    } else if (const auto* map = std::get_if<ast::MapValue>(&std::get<ast::Property>(item).value.node)) {
      add_lets(*map->body, lets);
    }
  }
}

// The names that the declaration uses. Uses of its lets are searched in the whole declaration, which is wider than
// their scope.
Texts names_of(const ast::Decl& decl, diag::Sink& sink) {
  Texts named;
  std::vector<const ast::Name*> lets;
  std::vector<const ast::Expr*> outermost;
  expressions(decl, outermost);
  walk(std::move(outermost), [&](const ast::Expr& expr) {
    if (const auto* reference = std::get_if<ast::NameRef>(&expr.node)) named.insert(reference->text);
    const auto* scope = std::get_if<ast::Scope>(&expr.node);
    if (scope == nullptr) return;
    for (const ast::Let& let : scope->lets) lets.push_back(&let.name);
  });
  if (const auto* block = std::get_if<ast::BlockDecl>(&decl.node)) {
    add_orders(block->body, named);
    add_lets(block->body, lets);
  }
  for (const ast::Name* let : lets) {
    if (!named.contains(let->text)) sink.report(Code::W0282, let->span, let->text).help("use it, or remove it");
  }
  return named;
}

bool is_design(const ast::Decl& decl) {
  const auto* block = std::get_if<ast::BlockDecl>(&decl.node);
  return block != nullptr && block->kind == ast::BlockKind::kDesign;
}

// Whether the declaration is a param, const or function: it is used if something that is used names it.
bool is_named(const ast::Decl& decl) {
  return std::holds_alternative<ast::ParamDecl>(decl.node) || std::holds_alternative<ast::ConstDecl>(decl.node) ||
         std::holds_alternative<ast::FnDecl>(decl.node);
}

// All names that are reachable from blocks and experiments; in a file without a design also from consts and functions.
Texts reached_names(const ast::File& root, bool parts_only, diag::Sink& sink) {
  std::multimap<std::string_view, Texts> named_by;
  std::vector<std::string> pending;
  for (const ast::Decl& decl : root.decls) {
    Texts names = names_of(decl, sink);
    if (is_named(decl) && !(parts_only && !std::holds_alternative<ast::ParamDecl>(decl.node)))
      named_by.emplace(declared_name(decl)->text, std::move(names));
    else
      pending.insert(pending.end(), names.begin(), names.end());
  }
  Texts reached;
  while (!pending.empty()) {
    const std::string name = std::move(pending.back());
    pending.pop_back();
    if (!reached.insert(name).second) continue;
    const auto [first, last] = named_by.equal_range(name);
    for (auto next = first; next != last; ++next)
      pending.insert(pending.end(), next->second.begin(), next->second.end());
  }
  return reached;
}

// Collects functions that are the whole value of a key: `victim: greedy`.
void add_policies(const ast::Block& block, Texts& policies) {
  for (const ast::Item& item : block.items) {
    if (const auto* section = std::get_if<ast::Section>(&item)) add_policies(*section->body, policies);
    const auto* property = std::get_if<ast::Property>(&item);
    if (property == nullptr) continue;
    if (const auto* variant = std::get_if<ast::VariantValue>(&property->value.node))
      add_policies(*variant->body, policies);
    const auto* value = std::get_if<ast::ExprValue>(&property->value.node);
    const auto* name = value == nullptr ? nullptr : std::get_if<ast::NameRef>(&value->value->node);
    if (name != nullptr) policies.insert(name->text);
  }
}

// Whether the function may be a policy: a policy receives its record whether it reads it or not.
bool is_given(const ast::FnDecl& function, const Texts& policies, bool parts_only) {
  if (function.params.size() != 1) return false;
  const auto& type = function.params[0].type;
  return type ? is_record_name(type->text) : parts_only || policies.contains(function.name.text);
}

void warn_about_parameters(const ast::FnDecl& function, diag::Sink& sink) {
  Texts named;
  walk({function.body.get()}, [&](const ast::Expr& expr) {
    if (const auto* reference = std::get_if<ast::NameRef>(&expr.node)) named.insert(reference->text);
  });
  for (const ast::Param& param : function.params) {
    if (named.contains(param.name.text) || param.name.text.starts_with('_')) continue;
    sink.report(Code::W0141, param.name.span, function.name.text, param.name.text)
        .help("use it, remove it, or call it `_" + param.name.text + "` if callers need it");
  }
}

void warn_about_all_parameters(const ast::File& root, bool parts_only, diag::Sink& sink) {
  Texts policies;
  for (const ast::Decl& decl : root.decls) {
    if (const auto* block = std::get_if<ast::BlockDecl>(&decl.node)) add_policies(block->body, policies);
  }
  for (const ast::Decl& decl : root.decls) {
    const auto* function = std::get_if<ast::FnDecl>(&decl.node);
    if (function != nullptr && function->body != nullptr && !is_given(*function, policies, parts_only))
      warn_about_parameters(*function, sink);
  }
}

}  // namespace

void warn_about_unused(const ast::File& root, diag::Sink& sink) {
  const bool has_design = std::ranges::any_of(root.decls, is_design);
  const Texts reached = reached_names(root, !has_design, sink);
  warn_about_all_parameters(root, !has_design, sink);
  for (const ast::Decl& decl : root.decls) {
    const ast::Name* own = declared_name(decl);
    if (own == nullptr || reached.contains(own->text)) continue;
    if (std::holds_alternative<ast::ParamDecl>(decl.node))
      sink.report(Code::W0311, own->span, own->text).help("use it in a design or a workload, or remove it");
    else if (has_design && std::holds_alternative<ast::ConstDecl>(decl.node))
      sink.report(Code::W0280, own->span, own->text).help("use it in a design or a workload, or remove it");
    else if (has_design && std::holds_alternative<ast::FnDecl>(decl.node))
      sink.report(Code::W0281, own->span, own->text).help("name it as a policy, call it, or remove it");
  }
}

}  // namespace ssd::check
