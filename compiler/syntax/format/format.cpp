// Implements format.h: after atoms and lines, the spaces between atoms and the columns of adjacent lines.
#include "compiler/syntax/format/format.h"

#include <algorithm>

#include "compiler/syntax/format/atoms.h"
#include "compiler/syntax/format/layout.h"

namespace ssd::format {
namespace {

constexpr std::size_t kWidestHeadGap = 16;    // heads whose widths differ by more are not aligned
constexpr std::size_t kWidestRemarkGap = 40;  // nor are remarks after lines whose widths differ by more

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The number of blanks between two atoms of a line.
std::size_t space(const Atom& a, const Atom& b) {
  if (b.kind == Atom::Kind::kLineComment) return 2;
  if (b.is(")") || b.is("]") || b.is(",") || b.is(":") || b.is(".") || b.applied) return 0;
  if (a.is("(") || a.is("[") || a.is(".") || (a.is("{") && b.is("}"))) return 0;
  if (a.is("{") || b.is("}")) return 1;
  if (a.negates && !b.comment()) return 0;
  return b.starts_item ? 2 : 1;
}

class Writer {
 public:
  Writer(const std::vector<Atom>& atoms, std::vector<Line> lines)
      : atoms_(atoms), lines_(std::move(lines)), padding_(atoms.size()) {}

  std::string text() {
    align_heads();
    align_remarks();
    std::string result;
    for (const Line& line : lines_) {
      if (line.blank_before) result += '\n';
      result += text(line, line.last) + '\n';
    }
    return result;
  }

  // Breaks lines that are too long: their items are separated; a line with a single item has its outermost blocks
  // opened. Returns false if nothing is left to do.
  bool part_long_lines(std::vector<bool>& parted) const {
    bool found = false;
    for (const Line& line : lines_) {
      if (columns(text(line, code_end(line))) > kWidth) found |= part_items(line, parted) || open_blocks(line, parted);
    }
    return found;
  }

 private:
  bool part_items(const Line& line, std::vector<bool>& parted) const {
    bool found = false;
    for (std::size_t i = line.first + 1; i <= line.last; ++i) {
      if (atoms_[i].starts_item && atoms_[i].frame == atoms_[line.first].frame) parted[i] = found = true;
    }
    return found;
  }
  bool open_blocks(const Line& line, std::vector<bool>& parted) const {
    bool found = false;
    for (std::size_t i = line.first; i <= line.last; ++i) {
      const bool whole = atoms_[i].is("{") && atoms_[i].partner <= line.last && atoms_[i].partner > i + 1;
      if (!whole) continue;
      parted[i] = found = true;
      i = atoms_[i].partner;
    }
    return found;
  }

  std::string text(const Line& line, std::size_t last) const {
    std::string result(line.indent, ' ');
    for (std::size_t i = line.first; i <= last; ++i) {
      if (i != line.first) result.append(space(atoms_[i - 1], atoms_[i]) + padding_[i], ' ');
      result += atoms_[i].text;
    }
    return result;
  }

  bool has_remark(const Line& line) const {
    return line.last != line.first && atoms_[line.last].kind == Atom::Kind::kLineComment;
  }
  std::size_t code_end(const Line& line) const { return has_remark(line) ? line.last - 1 : line.last; }

  // The last atom of the head, if the line holds exactly one whole item; otherwise kTop.
  std::size_t head_end(std::size_t index) const {
    const Line& line = lines_[index];
    const Atom& first = atoms_[line.first];
    if (!first.starts_item || first.shape == Shape::kPlain || !ends_item(line)) return kTop;
    std::size_t head = kTop;
    for (std::size_t i = line.first + 1; i <= line.last; ++i) {
      const Atom& atom = atoms_[i];
      if (atom.frame != first.frame) continue;
      if (atom.starts_item) return kTop;
      if (head != kTop) continue;
      if (first.shape == Shape::kColon && atom.is(":")) head = i;
      if ((first.shape == Shape::kBrace && atom.is("{")) || (first.shape == Shape::kAssign && atom.is("=")))
        head = i - 1;
    }
    return head != kTop && head < code_end(line) ? head : kTop;
  }
  bool ends_item(const Line& line) const {
    if (atoms_[code_end(line)].opens()) return false;
    if (line.last + 1 == atoms_.size()) return true;
    const Atom& next = atoms_[line.last + 1];
    const std::size_t frame = atoms_[line.first].frame;
    return next.closes() ? next.partner == frame : next.frame == frame && (next.starts_item || next.comment());
  }

  bool goes_on(std::size_t index, std::size_t first) const {
    const Atom &a = atoms_[lines_[first].first], &b = atoms_[lines_[index].first];
    return !lines_[index].blank_before && a.shape == b.shape && a.frame == b.frame;
  }

  // Aligns the heads of adjacent lines with one item each.
  void align_heads() {
    for (std::size_t begin = 0; begin < lines_.size();) {
      std::vector<std::size_t> heads, widths;
      std::size_t end = begin;
      for (; end < lines_.size() && (end == begin || goes_on(end, begin)); ++end) {
        const std::size_t head = head_end(end);
        if (head == kTop) break;
        heads.push_back(head);
        widths.push_back(columns(text(lines_[end], head)));
      }
      pad(heads, widths, kWidestHeadGap);
      begin = std::max(end, begin + 1);
    }
  }

  void align_remarks() {
    for (std::size_t begin = 0; begin < lines_.size();) {
      std::vector<std::size_t> ends, widths;
      std::size_t end = begin;
      for (; end < lines_.size() && has_remark(lines_[end]) && (end == begin || is_beside(lines_[end], lines_[begin]));
           ++end) {
        ends.push_back(code_end(lines_[end]));
        widths.push_back(columns(text(lines_[end], ends.back())));
      }
      pad(ends, widths, kWidestRemarkGap);
      begin = std::max(end, begin + 1);
    }
  }

  static bool is_beside(const Line& line, const Line& first) {
    return !line.blank_before && line.indent == first.indent;
  }

  // Puts what follows each of the atoms into one column.
  void pad(const std::vector<std::size_t>& atoms, const std::vector<std::size_t>& widths, std::size_t widest_gap) {
    if (atoms.size() < 2) return;
    const auto [least, most] = std::ranges::minmax(widths);
    if (most - least > widest_gap) return;
    for (std::size_t i = 0; i < atoms.size(); ++i) padding_[atoms[i] + 1] = most - widths[i];
  }

  const std::vector<Atom>& atoms_;
  std::vector<Line> lines_;
  std::vector<std::size_t> padding_;
};

}  // namespace

std::string format(const ast::File& tree, const SourceMap& sources) {
  const std::vector<Atom> row = atoms(tree, sources);
  std::vector<bool> parted(row.size());
  while (true) {
    Writer writer(row, lines(row, parted));
    if (!writer.part_long_lines(parted)) return writer.text();
  }
}

}  // namespace ssd::format
