// Kinds and cells: see page_kinds.h. Invariant: what is said of a comparison holds for every page of the part.
#include "compiler/sema/page_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "compiler/sema/evaluate.h"

namespace ssd::sema {
namespace {

using diag::Code;

// By bits of a cell: the fast page, the slow one, and those between. Of four kinds the last is the slowest.
constexpr std::array<u32, 4> kKindsOfCells{0b0001, 0b0101, 0b0111, 0b1111};

// A kind that is written as a word, and not what a field or a name of the file's own stands for.
bool is_kind_word(const ast::Expr& side, const Operand& value) {
  const auto* name = std::get_if<ast::NameRef>(&side.node);
  return name != nullptr && !value.is_node() && value.value.text == name->text;
}

// "a, b and c" of those in the set.
template <class Text>
std::string listed_kinds(u32 set, Text text_of) {
  std::string text;
  int left = std::popcount(set);
  for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
    if ((set & kind_bit(kind)) == 0) continue;
    text += text_of(kind) + (left > 2 ? ", " : left == 2 ? " and " : "");
    --left;
  }
  return text;
}

}  // namespace

std::string_view cell_name(design::Cell cell) { return kCellNames.at(static_cast<std::size_t>(cell)); }

PageKinds kinds_of(design::Cell cell) { return {kKindsOfCells.at(static_cast<std::size_t>(cell)), cell, false}; }

design::Cell cell_for(u32 set) {
  const auto found = std::ranges::find_if(kKindsOfCells, [set](u32 kinds) { return (set & ~kinds) == 0; });
  return static_cast<design::Cell>(found - kKindsOfCells.begin());
}

std::string kinds_text(u32 set) {
  return listed_kinds(set, [](std::size_t kind) { return fmt::format("`{}`", kKindNames.at(kind)); });
}

std::string kinds_text(const KindCounts& counts) {
  return listed_kinds(set_of(counts), [&](std::size_t kind) { return fmt::format("{} `{}`", counts.at(kind), kKindNames.at(kind)); });
}

u32 set_of(const KindCounts& counts) {
  u32 set = 0;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) set |= counts.at(kind) == 0 ? 0 : kind_bit(kind);
  return set;
}

std::string kinds_text(const PageKinds& kinds) {
  if (kinds.own) return "`page_kind` gives " + kinds_text(kinds.set);
  const std::string_view cell = cell_name(kinds.cell);
  const bool vowel = kinds.cell == design::Cell::kSlc || kinds.cell == design::Cell::kMlc;  // as they are spoken
  return fmt::format("the pages of {} {} part are {}{}", vowel ? "an" : "a", cell, std::has_single_bit(kinds.set) ? "all " : "", kinds_text(kinds.set));
}

// `p.kind == tsb` on a part that has no such page, or `lsb` where all are.
void Evaluator::look_at_kinds(const ast::Expr& expr, ast::BinaryOp op, const Operand& a, const Operand& b) {
  const bool equal = op == ast::BinaryOp::kEqual;
  if (page_kinds_.set == 0 || a.type() != Type::kPageKind || b.type() != Type::kPageKind || (!equal && op != ast::BinaryOp::kNotEqual)) return;
  const auto& sides = std::get<ast::Binary>(expr.node);
  const bool left = is_kind_word(*sides.left, a), right = is_kind_word(*sides.right, b);
  if (left == right) return;
  const Operand& word = left ? a : b;
  const u32 bit = kind_bit(static_cast<std::size_t>(as_int(word.value.number).value_or(0)));
  const bool absent = (page_kinds_.set & bit) == 0, only = page_kinds_.set == bit;
  if (!absent && !only) return;
  sink_.report(Code::W0268, expr.span, excerpt(sources_, expr.span), only == equal ? "always" : "never", kinds_text(page_kinds_))
      .help(fmt::format("leave the comparison out, or give the part another `{}`", page_kinds_.own ? "page_kind" : "cell"));
}

}  // namespace ssd::sema
