// Implements block_reach.h: walks a block and the parts and workloads that it names.
#include "compiler/check/block_reach.h"

namespace ssd::check {
namespace {

constexpr std::string_view kFirstWorkload = "run";  // the key of `start` that names the workload to run first

bool holds(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

void BlockReach::add(const Group& group) {
  for (const Entry& entry : group.entries) {
    if (entry.group != nullptr) add(*entry.group);
    if (entry.property != nullptr) reach_.add(entry.property->value);
    if (const auto named = named_by(entry)) add(*named);
  }
}

const ast::Property* BlockReach::add_property_at(const Group& group, Span place) {
  for (const Entry& entry : group.entries) {
    for (const auto& inner : {entry.group, named_by(entry)}) {
      const ast::Property* found = inner == nullptr ? nullptr : add_property_at(*inner, place);
      if (found != nullptr) return found;
    }
    if (entry.property == nullptr || !holds(entry.property->span, place)) continue;
    reach_.add(entry.property->value);
    return entry.property;
  }
  return nullptr;
}

void BlockReach::add_declaration_at(const ast::File& file, Span place) {
  for (const ast::Decl& decl : file.decls) {
    const ast::Name* name = declared_name(decl);
    const bool named = name != nullptr && (kind_of(decl) == Kind::kValue || kind_of(decl) == Kind::kFunction);
    if (named && holds(decl.span, place)) reach_.add_name(name->text, name->span);
  }
}

// Returns the part that `nand: NAME` names, or the workload that `start { run: NAME }` names. No other section has a
// key of one of these names.
std::shared_ptr<const Group> BlockReach::named_by(const Entry& entry) const {
  if (entry.property == nullptr) return nullptr;
  const auto* expr = std::get_if<ast::ExprValue>(&entry.property->value.node);
  const auto* name = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->value->node);
  if (name == nullptr) return nullptr;
  if (names_part(*entry.key)) return merger_.part(name->text, expr->value->span);
  if (entry.key->text != kFirstWorkload) return nullptr;
  const Symbol* workload = names_.find(Kind::kWorkload, name->text, expr->value->span.file);
  return workload == nullptr ? nullptr : merger_.resolve(*workload);
}

}  // namespace ssd::check
