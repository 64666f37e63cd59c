// Merges the blocks of designs, parts and workloads along `from`, key by key: a later statement replaces an earlier
// one. Each entry records which declaration stated it.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/check/names.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/limits.h"

namespace ssd::check {

struct Group;

// One key of a block: either a property or a group of keys.
struct Entry {
  const ast::Name* key = nullptr;
  const ast::Property* property = nullptr;
  std::shared_ptr<const Group> group;
  std::string owner;      // the declaration that stated the key
  std::size_t depth = 0;  // number of `from` steps above the root of the chain; a later statement has a greater depth
  Span span() const { return property != nullptr ? property->span : key->span; }
};

struct Group {
  Span span;
  std::vector<Entry> entries;
  std::string part;  // for a nand group that began as a copy of a named part: the name of that part
  const Entry* find(std::string_view key) const;
};

using limits::kLongestChain;

// Whether it is `nand`, the key of a design whose value may be the name of a part.
bool names_part(const ast::Name& key);

// A block that is laid over designs from outside (given_keys.h): over `only`, or over all of the file without it.
struct Overlay {
  std::shared_ptr<const ast::Block> block;
  const ast::Decl* only = nullptr;
  FileId file = kNoFile;
  bool covers(const Symbol& symbol) const { return only != nullptr ? symbol.decl == only : symbol.file == file; }
};

class Merger {
 public:
  // Later overlays count before earlier ones.
  Merger(const Names& names, diag::Sink& sink, std::vector<Overlay> overlays = {})
      : names_(names), sink_(sink), overlays_(std::move(overlays)) {}

  // The declaration with everything that it inherits. Null after an error in the chain.
  std::shared_ptr<const Group> resolve(const Symbol& symbol);
  // The named part as a group, for `nand: NAME`.
  std::shared_ptr<const Group> part(const std::string& name, Span use);
  // The block that belongs to a value, as in `filled { … }`; `entry` is the key that has this value.
  std::shared_ptr<const Group> variant(const ast::Block& block, const Entry& entry);

 private:
  bool chain_of(const Symbol& symbol, std::vector<Symbol>& chain);
  bool is_short(const std::vector<Symbol>& chain);
  std::shared_ptr<const Group> with_overlays(const Symbol& design, std::size_t depth,
                                             std::shared_ptr<const Group> group);
  void check_block(const ast::Block& block, std::string_view owner);
  std::shared_ptr<const Group> merge(const Group* base, const ast::Block& block, const std::string& owner,
                                     std::size_t depth, bool design);
  void merge_section(Group& result, const ast::Section& section, const std::string& owner, std::size_t depth,
                     bool design);

  const Names& names_;
  diag::Sink& sink_;
  std::vector<Overlay> overlays_;
  std::map<const ast::Decl*, std::shared_ptr<const Group>> known_;
};

}  // namespace ssd::check
