// Merges `design A from B` key by key: see merge.h. Invariant: the entries of a group have different keys. If a block
// states a key twice, this is reported and the first statement counts.
#include "compiler/check/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/check/sections/page_kinds.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;
using limits::kMostKeys;

const ast::BlockDecl& block_of(const Symbol& symbol) { return std::get<ast::BlockDecl>(symbol.decl->node); }

const ast::Name* key_of(const ast::Item& item) {
  if (const auto* property = std::get_if<ast::Property>(&item)) return &property->key;
  if (const auto* section = std::get_if<ast::Section>(&item)) return &section->key;
  return nullptr;
}

// An entry takes the place of an earlier statement of its key, so merged blocks keep the order of their first design.
void put(Group& group, Entry entry) {
  const auto same = std::ranges::find_if(group.entries, [&](const Entry& e) { return e.key->text == entry.key->text; });
  if (same == group.entries.end())
    group.entries.push_back(std::move(entry));
  else
    *same = std::move(entry);
}

}  // namespace

bool names_part(const ast::Name& key) {
  constexpr std::string_view kNand = "nand";
  return key.text == kNand;
}

const Entry* Group::find(std::string_view key) const {
  const auto found = std::ranges::find_if(entries, [&](const Entry& e) { return e.key->text == key; });
  return found == entries.end() ? nullptr : &*found;
}

// Merges from the root of the chain to its end. Results are shared, because groups never change after they are made.
std::shared_ptr<const Group> Merger::resolve(const Symbol& symbol) {
  if (const auto known = known_.find(symbol.decl); known != known_.end()) return known->second;
  std::vector<Symbol> chain;
  std::shared_ptr<const Group> result;
  known_[symbol.decl] = nullptr;
  if (!chain_of(symbol, chain)) return nullptr;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const ast::BlockDecl& block = block_of(chain[i]);
    check_block(block.body, block.name.text);
    result = merge(result.get(), block.body, block.name.text, chain.size() - i, block.kind == ast::BlockKind::kDesign);
  }
  return known_[symbol.decl] = with_overlays(symbol, chain.size() + 1, std::move(result));
}

std::shared_ptr<const Group> Merger::with_overlays(const Symbol& symbol, std::size_t depth,
                                                   std::shared_ptr<const Group> group) {
  if (kind_of(*symbol.decl) != Kind::kDesign) return group;
  for (const Overlay& overlay : overlays_) {
    if (!overlay.covers(symbol)) continue;
    const Span own = group->span;
    auto merged = std::make_shared<Group>(*merge(group.get(), *overlay.block, block_of(symbol).name.text, depth, true));
    merged->span = own;
    group = std::move(merged);
  }
  return group;
}

// Collects the chain from the declaration up to the one without `from`. This is a loop, not a recursion, because a file
// may contain a very long chain that is only rejected later.
bool Merger::chain_of(const Symbol& symbol, std::vector<Symbol>& chain) {
  const Kind kind = kind_of(*symbol.decl);
  chain.push_back(symbol);
  std::set<const ast::Decl*> walked{symbol.decl};
  while (const auto& from = block_of(chain.back()).from) {
    const Symbol* base = names_.find(kind, from->text, from->span.file);
    if (base == nullptr && names_.incomplete(from->span.file)) return false;
    if (base == nullptr) {
      const auto known = names_.candidates(kind, from->span.file);
      const auto near = nearest(from->text, known);
      const std::string import = names_.import_help(kind, from->text);
      sink_.report(Code::E0213, from->span, name(kind), from->text)
          .help(!import.empty()                                     ? import
                : near && *near != block_of(chain.back()).name.text ? "did you mean `" + *near + "`?"
                                                                    : "declare or import it");
      return false;
    }
    if (!walked.insert(base->decl).second) {
      const auto seen = std::ranges::find(chain, base->decl, &Symbol::decl);
      std::string cycle;
      for (auto step = seen; step != chain.end(); ++step) {
        cycle += block_of(*step).name.text + " from ";
        known_[step->decl] = nullptr;  // report the circle once, not for each of its members
      }
      sink_.report(Code::E0214, from->span, cycle + from->text).help("let one of them inherit from nothing");
      return false;
    }
    // A base with an error was reported at its own declaration.
    if (const auto known = known_.find(base->decl); known != known_.end() && known->second == nullptr) return false;
    chain.push_back(*base);
  }
  return is_short(chain);
}

// Reports a chain that is too long once, at the first link that is too deep, whichever declaration is resolved first.
bool Merger::is_short(const std::vector<Symbol>& chain) {
  if (chain.size() <= kLongestChain) return true;
  const std::size_t deep =
      chain.size() - kLongestChain;  // the number of declarations, from the front, that are too far from the root
  for (std::size_t i = 0; i < deep; ++i) known_[chain[i].decl] = nullptr;
  sink_.report(Code::E0217, block_of(chain[deep - 1]).from->span, kLongestChain)
      .help("inherit from an earlier one of the chain");
  return false;
}

// Reports keys that are stated twice, and `let`, which is not supported in sections.
void Merger::check_block(const ast::Block& block, std::string_view owner) {
  std::map<std::string_view, const ast::Name*> seen;
  for (const ast::Item& item : block.items) {
    if (const auto* let = std::get_if<ast::Let>(&item)) {
      sink_.report(Code::E0199, let->name.span, "`let` in a section").help("write a `const` at the top level");
      continue;
    }
    const ast::Name& key = *key_of(item);
    const auto [first, added] = seen.try_emplace(key.text, &key);
    if (added && seen.size() == kMostKeys + 1) {
      sink_.report(Code::E0156, key.span, block.items.size(), kMostKeys)
          .label("one too many")
          .help("the keys from here on are not checked");
      return;
    }
    if (!added) {
      sink_.report(Code::E0203, key.span, key.text)
          .label("set again")
          .note(first->second->span, "`" + key.text + "` is first set here")
          .help("keep one of the two");
    }
    if (const auto* section = std::get_if<ast::Section>(&item)) check_block(*section->body, owner);
  }
}

// Lays the block over a copy of the base. The base itself stays unchanged, because other designs may inherit from it.
std::shared_ptr<const Group> Merger::merge(const Group* base, const ast::Block& block, const std::string& owner,
                                           std::size_t depth, bool design) {
  auto result = std::make_shared<Group>(base == nullptr ? Group{} : *base);
  result->span = block.span;
  std::map<std::string_view, bool> seen;
  for (const ast::Item& item : block.items) {
    const ast::Name* key = key_of(item);
    if (key == nullptr || !seen.try_emplace(key->text, true).second) continue;
    if (seen.size() > kMostKeys) break;
    if (const auto* property = std::get_if<ast::Property>(&item)) {
      put(*result, {.key = key, .property = property, .group = nullptr, .owner = owner, .depth = depth});
    } else {
      merge_section(*result, std::get<ast::Section>(item), owner, depth, design);
    }
  }
  return result;
}

void Merger::merge_section(Group& result, const ast::Section& section, const std::string& owner, std::size_t depth,
                           bool design) {
  const Entry* inherited = result.find(section.key.text);
  std::shared_ptr<const Group> base = inherited == nullptr ? nullptr : inherited->group;
  std::string part_name = base == nullptr ? "" : base->part;
  // A block `nand { … }` over an inherited `nand: X` is merged into a copy of X.
  if (design && names_part(section.key) && inherited != nullptr && inherited->property != nullptr) {
    const auto* expr = std::get_if<ast::ExprValue>(&inherited->property->value.node);
    const auto* reference = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->value->node);
    if (reference != nullptr) {
      base = part(reference->text, expr->value->span);
      part_name = reference->text;
    }
  }
  auto merged = std::make_shared<Group>(*merge(base.get(), *section.body, owner, depth, false));
  merged->part = part_name;
  put(result, {.key = &section.key, .property = nullptr, .group = std::move(merged), .owner = owner, .depth = depth});
}

// `from` replaces the block of a value as a whole, so there is no base to merge it with.
std::shared_ptr<const Group> Merger::variant(const ast::Block& block, const Entry& entry) {
  check_block(block, entry.owner);
  return merge(nullptr, block, entry.owner, entry.depth, false);
}

// Reports nothing if an import is missing, because the missing import was already reported.
std::shared_ptr<const Group> Merger::part(const std::string& written, Span use) {
  const Symbol* symbol = names_.find(Kind::kNand, written, use.file);
  if (symbol != nullptr) return resolve(*symbol);
  if (names_.incomplete(use.file)) return nullptr;
  const auto near = nearest(written, names_.candidates(Kind::kNand, use.file));
  const std::string import = names_.import_help(Kind::kNand, written);
  const bool is_cell = std::ranges::find(kCellNames, written) != kCellNames.end();
  sink_.report(Code::E0213, use, name(Kind::kNand), written)
      .help(!import.empty() ? import
            : is_cell ? fmt::format("write `nand {{ cell: {} }}`, or name a part of `import \"std/nand.ssd\"`", written)
            : near    ? "did you mean `" + *near + "`?"
                      : fmt::format("declare it, `nand {} {{ … }}`; `import \"std/nand.ssd\"` declares the usual parts",
                                    written));
  return nullptr;
}

}  // namespace ssd::check
