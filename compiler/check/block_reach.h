// Which params a block uses, those of the part that it names and of the workload that runs before it included: an
// experiment varies them, `explain` says what they came to.
#pragma once
#include "compiler/check/expr/reach.h"
#include "compiler/check/merge.h"

namespace ssd::check {

class BlockReach {
 public:
  BlockReach(const Names& names, Merger& merger, Effort* effort = nullptr)
      : names_(names), reach_(names, effort), merger_(merger) {}

  void add(const Group& group);
  // Of the property that holds the place, in the block or in what it names. Null if none does.
  const ast::Property* add_property_at(const Group& group, Span place);
  // Of the const or function of the file that holds the place.
  void add_declaration_at(const ast::File& file, Span place);
  // Of all that was added.
  const std::set<const ast::Decl*>& params() { return reach_.params(); }

 private:
  std::shared_ptr<const Group> named_by(const Entry& entry) const;

  const Names& names_;
  Reach reach_;
  Merger& merger_;
};

}  // namespace ssd::check
