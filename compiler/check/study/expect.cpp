// Reads `expect`: the claim as a whole, once or for each value of the axes after `each`. See claim.h.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/study/claim.h"

namespace ssd::check {
namespace {

using design::ClaimNode;
using design::ClaimOp;
using design::ClaimType;
using diag::Code;

std::string claim_text(const ast::Expect& expect) {
  std::string each;
  for (const ast::Name& axis : expect.each) each += (each.empty() ? "each " : ", ") + axis.text;
  return each + (each.empty() ? "" : ": ") + ast::print(*expect.claim);
}

}  // namespace

ClaimBuilder::Built ClaimBuilder::build(const ast::Expect& expect) {
  Built result;
  if (!read_each(expect.each)) return {};
  find_varying(*expect.claim);
  std::optional<std::uint32_t> joined;
  do {
    const auto root = whole(*expect.claim);
    if (!root) return {};
    if (!fixed_.empty()) result.each.push_back({fixed_, *root});
    joined = joined ? add({.op = ClaimOp::kAnd, .type = ClaimType::kTruth, .a = *joined, .b = *root, .only = {}},
                          Type::kBool)
                          .node
                    : *root;
  } while (next_instance());
  result.nodes = std::move(nodes_);
  return result;
}

// Reads the axes after `each` and sets them to their first values.
bool ClaimBuilder::read_each(const std::vector<ast::Name>& axes) {
  std::uint64_t instances = 1;
  for (const ast::Name& name : axes) {
    const auto axis = varied_axis(reader_, name.text, name.span);
    if (!axis || reader_.result.axes[*axis].values.empty()) return false;  // already reported
    if (std::ranges::count(fixed_, *axis, &design::Selection::axis) != 0) {
      reader_.fail(Code::E0320, name.span, fmt::format("`{}` after `each`", name.text)).help("remove one of the two");
      return false;
    }
    fixed_.push_back({*axis, 0});
    instances = std::min<std::uint64_t>(instances * reader_.result.axes[*axis].values.size(), limits::kMostEach + 1);
  }
  if (instances <= limits::kMostEach) return true;
  reader_.fail(Code::E0341, join(axes.front().span, axes.back().span), limits::kMostEach)
      .help("make the claim for all points, `all(response.mean < 1ms)`, or for fewer axes");
  return false;
}

// Moves to the next values of the fixed axes; the last axis changes fastest. Returns false after the last combination.
bool ClaimBuilder::next_instance() {
  for (std::size_t i = fixed_.size(); i-- > 0;) {
    if (++fixed_[i].value < reader_.result.axes[fixed_[i].axis].values.size()) return true;
    fixed_[i].value = 0;
  }
  return false;
}

// The node with the result of the claim; nothing after an error.
std::optional<std::uint32_t> ClaimBuilder::whole(const ast::Expr& claim) {
  const Part whole = part(claim);
  if (!whole.known()) return std::nullopt;
  if (whole.is_constant()) {
    refuse(claim.span, "a claim about no metric");
    return std::nullopt;
  }
  if (whole.type == Type::kBool && !whole.table) return whole.node;
  const std::string found = whole.place   ? fmt::format("a value of `{}`", reader_.result.axes[whole.axis].name)
                            : whole.table ? fmt::format("a table with {} for each point",
                                                        whole.type == Type::kBool ? "a truth" : noun(whole.type))
                                          : std::string(noun(whole.type));
  const std::string_view advice = whole.place   ? "compare it with a value of the axis, `… == …`"
                                  : whole.table ? "write `all(…)`, or compare `mean(…)` with something"
                                                : "compare it with something, `… < …`";
  reader_.fail(Code::E0334, claim.span, found).help(std::string(advice));
  return std::nullopt;
}

void read_expectations(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  std::map<std::string_view, Span> titles;
  for (const ast::Statement& statement : decl.statements) {
    const auto* expect = std::get_if<ast::Expect>(&statement);
    if (expect == nullptr) continue;
    const auto [first, added] = titles.try_emplace(expect->text, expect->text_span);
    if (!added) {
      reader.fail(Code::E0320, expect->text_span, fmt::format("the expectation \"{}\"", expect->text))
          .note(first->second, "it is first written here")
          .help("give one of them another text");
    }
    ClaimBuilder::Built built = ClaimBuilder(reader).build(*expect);
    if (built.nodes.empty()) {
      reader.sound = false;
      continue;
    }
    reader.result.expectations.push_back({expect->text, claim_text(*expect), expect->known, std::move(built.nodes),
                                          std::move(built.each), expect->span});
  }
}

}  // namespace ssd::check
