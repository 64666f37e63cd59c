// Implements kind_comparisons.h. Invariant: a warning about a comparison holds for every page of the part.
#include "compiler/check/lint/kind_comparisons.h"

#include <fmt/format.h>

#include "compiler/check/helps/wrong_type.h"

namespace ssd::check {
namespace {

using diag::Code;

// Whether the kind is written as a word, and not as a field or as a name that the file declares.
bool is_kind_word(const ast::Expr& side, const Operand& value) {
  const auto* name = std::get_if<ast::NameRef>(&side.node);
  return name != nullptr && !value.is_node() && value.value.text == name->text;
}

}  // namespace

void KindComparisons::on_operation(Evaluator& at, const Operation& seen) {
  const bool equal = seen.op == ast::BinaryOp::kEqual;
  const bool kinds = seen.left.type() == Type::kPageKind && seen.right.type() == Type::kPageKind;
  if (kinds_.set == 0 || !kinds || (!equal && seen.op != ast::BinaryOp::kNotEqual)) return;
  const auto& sides = std::get<ast::Binary>(seen.expr.node);
  const bool left = is_kind_word(*sides.left, seen.left), right = is_kind_word(*sides.right, seen.right);
  if (left == right) return;
  const Operand& word = left ? seen.left : seen.right;
  const u32 bit = kind_bit(static_cast<std::size_t>(as_int(word.value.number).value_or(0)));
  const bool absent = (kinds_.set & bit) == 0, only = kinds_.set == bit;
  if (!absent && !only) return;
  at.sink()
      .report(Code::W0268, seen.expr.span, excerpt(at.sources(), seen.expr.span), only == equal ? "always" : "never",
              kinds_text(kinds_))
      .help(fmt::format("leave the comparison out, or give the part another `{}`", kinds_.own ? "page_kind" : "cell"));
}

}  // namespace ssd::check
