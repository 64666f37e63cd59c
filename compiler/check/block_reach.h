// Finds the params that a block uses, including those of the part that it names and of the workload that runs before
// it. Experiments vary these params, and `explain` shows their values.
#pragma once
#include "compiler/check/expr/reach.h"
#include "compiler/check/merge.h"

namespace ssd::check {

class BlockReach {
 public:
  BlockReach(const Names& names, Merger& merger, Effort* effort = nullptr)
      : names_(names), reach_(names, effort), merger_(merger) {}

  void add(const Group& group);
  // Adds the property that contains `place`, in the block or in a part or workload that the block names. Null if there
  // is none.
  const ast::Property* add_property_at(const Group& group, Span place);
  // Adds the const or function of the file whose declaration contains `place`.
  void add_declaration_at(const ast::File& file, Span place);
  // The params that everything added so far uses.
  const std::set<const ast::Decl*>& params() { return reach_.params(); }

 private:
  std::shared_ptr<const Group> named_by(const Entry& entry) const;

  const Names& names_;
  Reach reach_;
  Merger& merger_;
};

}  // namespace ssd::check
