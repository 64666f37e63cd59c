// Implements layout.h. First the line breaks: the written ones, without those that are never wanted, and with those
// that the invariant requires. Then the indent, which follows from the brackets.
#include "compiler/syntax/format/layout.h"

#include <algorithm>

namespace ssd::format {
namespace {

constexpr std::size_t kStep = 2, kContinued = 4;

class Layout {
 public:
  Layout(const std::vector<Atom>& atoms, const std::vector<bool>& parted)
      : atoms_(atoms), parted_(parted), breaks_(atoms.size()) {}

  std::vector<Line> run() {
    for (std::size_t i = 0; i < atoms_.size(); ++i) breaks_[i] = written(i);
    open_blocks();
    for (std::size_t i = 1; i < atoms_.size(); ++i) {
      if (breaks_[i] == 2 && !may_follow_blank(i)) breaks_[i] = 1;
    }
    return indented();
  }

 private:
  // `{`, `:` and `,` stay on the line of what they belong to.
  unsigned written(std::size_t i) const {
    if (i == 0) return 0;
    const Atom& atom = atoms_[i];
    if (parted_[i] && atom.starts_item) return std::max(atom.breaks, 1U);
    if (atoms_[i - 1].kind == Atom::Kind::kLineComment) return std::max(atom.breaks, 1U);
    if (atom.frame == kTop && atom.starts_item && !atoms_[i - 1].comment()) return std::max(atom.breaks, 1U);
    const bool leans = (atom.is("{") && !atom.starts_item && !atoms_[i - 1].opens()) || atom.is(":") || atom.is(",");
    return leans && !atoms_[i - 1].comment() ? 0 : atom.breaks;
  }

  // Uses prefix sums of the breaks, so that each block is examined once, however deep it is.
  void open_blocks() {
    std::vector<std::size_t> before(atoms_.size() + 1);
    for (std::size_t i = 0; i < atoms_.size(); ++i) before[i + 1] = before[i] + (breaks_[i] != 0 || parted_[i] ? 1 : 0);
    std::vector<std::size_t> item(atoms_.size(), kTop);  // for each bracket: the item inside it that began last
    std::size_t top_item = kTop;
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const std::size_t frame = atoms_[i].frame;
      std::size_t& current = frame == kTop ? top_item : item[frame];
      if (atoms_[i].starts_item) current = i;
      if (!atoms_[i].opens()) continue;
      item[i] = current;
      const std::size_t end = atoms_[i].partner;
      const bool open = parted_[i] || before[end + 1] != before[i + 1];
      if (atoms_[i].is("{") && open && end > i + 1) open_block(i, current);
    }
  }

  void open_block(std::size_t begin, std::size_t item) {
    const std::size_t end = atoms_[begin].partner;
    const bool remark = atoms_[begin + 1].kind == Atom::Kind::kLineComment && breaks_[begin + 1] == 0;
    breaks_[remark ? begin + 2 : begin + 1] = 1;
    breaks_[end] = 1;
    if (item != kTop && item != 0 && !atoms_[item - 1].comment()) breaks_[item] = std::max(breaks_[item], 1U);
    if (end + 1 < atoms_.size() && atoms_[end + 1].starts_item) breaks_[end + 1] = std::max(breaks_[end + 1], 1U);
    if (!parted_[begin]) return;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (atoms_[i].frame == begin && atoms_[i].starts_item) breaks_[i] = std::max(breaks_[i], 1U);
    }
  }

  bool in_braces(const Atom& atom) const { return atom.frame == kTop || atoms_[atom.frame].is("{"); }

  // A blank line may stand before items, and before remarks between items.
  bool may_follow_blank(std::size_t i) const {
    return in_braces(atoms_[i]) && (atoms_[i].starts_item || atoms_[i].comment());
  }

  std::vector<Line> indented() {
    std::vector<Line> result;
    std::vector<std::size_t> base(atoms_.size());  // for each bracket: the indent of its line
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      if (i == 0 || breaks_[i] != 0)
        result.push_back({.first = i, .last = i, .blank_before = breaks_[i] == 2, .indent = indent(i, base)});
      result.back().last = i;
      base[i] = result.back().indent;
    }
    return result;
  }

  std::size_t indent(std::size_t first, const std::vector<std::size_t>& base) const {
    const Atom& atom = atoms_[first];
    if (atom.closes()) return base[atom.partner];
    const std::size_t inner = atom.frame == kTop ? 0 : base[atom.frame] + kStep;
    return !in_braces(atom) || begins_or_ends_item(first) ? inner : inner + kContinued;
  }

  // Also true for a remark before an item or at the end of a block.
  bool begins_or_ends_item(std::size_t i) const {
    while (i < atoms_.size() && atoms_[i].comment()) ++i;
    return i == atoms_.size() || atoms_[i].starts_item || atoms_[i].closes();
  }

  const std::vector<Atom>& atoms_;
  const std::vector<bool>& parted_;
  std::vector<unsigned> breaks_;
};

}  // namespace

std::vector<Line> lines(const std::vector<Atom>& atoms, const std::vector<bool>& parted) {
  return Layout(atoms, parted).run();
}

}  // namespace ssd::format
