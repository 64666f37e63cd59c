// See claims.h. The values of a claim's nodes become the texts about it. `a > b` is stored as `b < a`; in the texts the
// operand that stands first in the claim (the one with the lower node number) is the left one.
#include "tools/study/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/base/counts.h"
#include "tools/study/claim_cells.h"
#include "tools/study/places.h"
#include "tools/study/quantities.h"

namespace ssd::study {
namespace {

using design::ClaimNode;
using design::ClaimOp;
using design::ClaimType;

constexpr std::size_t kMostParts = 6;  // shown, of a claim with several comparisons

bool compares(ClaimOp op) { return op >= ClaimOp::kLess && op <= ClaimOp::kNotEqual; }

// Whether the claim has the comparison in the other direction (`a > b` for `b < a`).
bool turned(const ClaimNode& node) {
  return (node.op == ClaimOp::kLess || node.op == ClaimOp::kLessEqual) && node.b < node.a;
}

class Teller {
 public:
  Teller(const Table& table, const design::Expectation& claim, ClaimCells& cells)
      : table_(table), claim_(claim), nodes_(claim.nodes), cells_(cells) {}

  // The two sides of a comparison, or at how many points an `all` holds. Unknown parts and parts that are not
  // comparisons are left out. For `each` one text per instance, with the values of its axes; instances that do not hold
  // come first.
  std::string values() const {
    if (claim_.each.empty()) return values(last());
    const std::vector<const design::Instance*> order = in_order();
    std::string result;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == kMostParts) return result + "; …";
      const std::string compared = values(order[i]->root);
      if (!compared.empty()) result += (result.empty() ? "" : "; ") + name_of(*order[i]) + ": " + compared;
    }
    return result;
  }

  // Those of values(), and then those of where().
  std::vector<Comparison> comparisons(bool fails) const {
    std::vector<Comparison> result;
    if (claim_.each.empty()) add_comparisons(last(), "", kMostParts, result);
    for (const design::Instance* instance : in_order())
      add_comparisons(instance->root, name_of(*instance), kMostParts, result);
    if (!fails) return result;
    for_each_failing(last(), [&](std::uint32_t claim, const std::string& place) {
      add_comparisons(claim, place, kMostParts, result);
    });
    return result;
  }

  // For `each` the least margin of its instances: that of the one nearest to failing, or failing most.
  std::optional<double> margin() const {
    if (claim_.each.empty()) return margin(last());
    std::optional<double> least;
    for (const design::Instance& instance : claim_.each) {
      const auto here = margin(instance.root);
      if (!here) return std::nullopt;
      least = least ? std::min(*least, *here) : *here;
    }
    return least;
  }

  std::string values(std::uint32_t root) const {
    std::string result;
    std::size_t told = 0;
    for (const std::uint32_t part : parts(root)) {
      const std::string text = part_text(part);
      if (text.empty()) continue;
      if (++told > kMostParts) return result + "; …";
      result += (result.empty() ? "" : "; ") + text;
    }
    return result;
  }

  // None if the right side is 0, or if the claim is not a single comparison of quantities.
  std::optional<double> margin(std::uint32_t root) const {
    const ClaimNode& node = nodes_[root];
    if (!compares(node.op) || nodes_[node.a].type != ClaimType::kQuantity || !known(node)) return std::nullopt;
    const double a = cells_.cell(node.a).number, b = cells_.cell(node.b).number, right = turned(node) ? a : b;
    if (right == 0) return std::nullopt;
    const double apart = std::abs(a - b) / std::abs(right);
    if (node.op == ClaimOp::kNotEqual || apart == 0) return apart;
    return node.op == ClaimOp::kEqual || a > b ? -apart : apart;
  }

  // The first points at which an `all` fails.
  std::vector<std::string> where(std::uint32_t root) const {
    std::vector<std::string> result;
    for_each_failing(root, [&](std::uint32_t claim, const std::string& place) {
      const std::string sides = values(claim);
      result.push_back(sides.empty() ? place : fmt::format("{}: {}", place, sides));
    });
    return result;
  }

 private:
  static constexpr std::size_t kMostPlaces = 5;

  // With the values of a point at which an `all` does not hold: its claim, and the point's name.
  template <class Use>
  void for_each_failing(std::uint32_t root, const Use& use) const {
    std::size_t told = 0;
    for (const std::uint32_t part : parts(root)) {
      if (nodes_[part].op != ClaimOp::kAll || !cells_.cell(part).is(false)) continue;
      for (const std::uint64_t point : cells_.all_points(part).first_failing) {
        if (told++ == kMostPlaces) return;
        cells_.at(point, nodes_[part].a);
        use(nodes_[part].a, text(*table_.experiment, places_of(*table_.experiment, point)));
      }
    }
  }

  // The instances of `each`, those first that do not hold.
  std::vector<const design::Instance*> in_order() const {
    std::vector<const design::Instance*> order;
    for (const bool holding : {false, true}) {
      for (const design::Instance& instance : claim_.each) {
        if (cells_.cell(instance.root).is(true) == holding) order.push_back(&instance);
      }
    }
    return order;
  }

  void add_comparisons(std::uint32_t root, const std::string& at, std::size_t most, std::vector<Comparison>& to) const {
    const bool each_counts = needs_all_parts(root);
    for (const std::uint32_t part : parts(root)) {
      auto compared = comparison(part);
      if (!compared) continue;
      if (most-- == 0) return;
      compared->at = at;
      if (!each_counts) compared->holds = cells_.cell(root).is(true);
      to.push_back(std::move(*compared));
    }
  }

  // Whether the claim holds if each of its parts does: they are joined by `and` alone.
  bool needs_all_parts(std::uint32_t root) const {
    std::vector<std::uint32_t> open{root};
    while (!open.empty()) {
      const ClaimNode& node = nodes_[open.back()];
      open.pop_back();
      if (node.op == ClaimOp::kOr || node.op == ClaimOp::kNot) return false;
      if (node.op == ClaimOp::kAnd) open.insert(open.end(), {node.a, node.b});
    }
    return true;
  }

  bool known(const ClaimNode& node) const { return cells_.cell(node.a).known() && cells_.cell(node.b).known(); }

  // The operands that `and`, `or` and `not` join, from left to right.
  std::vector<std::uint32_t> parts(std::uint32_t root) const {
    std::vector<std::uint32_t> result, open{root};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      const ClaimNode& node = nodes_[at];
      open.pop_back();
      const bool joins = node.op == ClaimOp::kAnd || node.op == ClaimOp::kOr;
      if (joins) open.push_back(node.b);
      if (joins || node.op == ClaimOp::kNot)
        open.push_back(node.a);
      else
        result.push_back(at);
    }
    return result;
  }

  // Nothing of a part that is unknown, or no comparison.
  std::optional<Comparison> comparison(std::uint32_t i) const {
    const ClaimNode& node = nodes_[i];
    const bool holds = cells_.cell(i).is(true);
    if (node.op == ClaimOp::kAll) {
      const AllPoints& all = cells_.all_points(i);
      const std::uint64_t unknown = all.points - all.holding - all.failing;
      return Comparison{{},
                        fmt::format("at {} of {}{}", all.holding, counted_text(all.points, "point"),
                                    unknown == 0 ? "" : fmt::format(", {} unknown", unknown)),
                        "at all points",
                        holds};
    }
    if (!compares(node.op) || !known(node)) return std::nullopt;
    const std::uint32_t left = turned(node) ? node.b : node.a, right = turned(node) ? node.a : node.b;
    const ClaimType type = nodes_[left].type;
    if (type == ClaimType::kTruth) return std::nullopt;
    const auto [a, b] = type == ClaimType::kPlace
                            ? std::pair(place(left), place(right))
                            : both_texts(cells_.cell(left).number, cells_.cell(right).number, unit(left, right));
    return Comparison{{}, a, fmt::format("{} {}", symbol_of(node), b), holds};
  }

  std::string part_text(std::uint32_t i) const {
    const auto compared = comparison(i);
    if (!compared) return {};
    return nodes_[i].op == ClaimOp::kAll ? compared->measured : compared->measured + ' ' + compared->expected;
  }

  // The unit of a comparison. A plain constant has the unit of the other side.
  metrics::Unit unit(std::uint32_t left, std::uint32_t right) const {
    return nodes_[left].op == ClaimOp::kConstant ? nodes_[right].unit : nodes_[left].unit;
  }

  static std::string_view symbol_of(const ClaimNode& node) {
    if (node.op == ClaimOp::kLess) return turned(node) ? ">" : "<";
    if (node.op == ClaimOp::kLessEqual) return turned(node) ? ">=" : "<=";
    return node.op == ClaimOp::kEqual ? "==" : "!=";
  }

  std::string place(std::uint32_t i) const {
    return text(table_.experiment->axes[nodes_[i].axis], static_cast<std::uint32_t>(cells_.cell(i).number));
  }

  std::uint32_t last() const { return static_cast<std::uint32_t>(nodes_.size() - 1); }

  std::string name_of(const design::Instance& instance) const {
    std::string result;
    for (const design::Selection& at : instance.at)
      result += (result.empty() ? "" : ", ") + text(table_.experiment->axes[at.axis], at.value);
    return result;
  }

  const Table& table_;
  const design::Expectation& claim_;
  const std::vector<ClaimNode>& nodes_;
  ClaimCells& cells_;
};

}  // namespace

std::string_view name(Verdict verdict) {
  static constexpr std::array<std::string_view, 3> kNames{"holds", "fails", "undecided"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

Outcome evaluate(const Table& table, const design::Expectation& expectation) {
  ClaimCells cells(table, expectation.nodes);
  const Teller teller(table, expectation, cells);
  const auto last = static_cast<std::uint32_t>(expectation.nodes.size() - 1);
  const Cell whole = cells.cell(last);
  Outcome result;
  if (whole.known()) result.verdict = whole.number != 0 ? Verdict::kHolds : Verdict::kFails;
  result.reason = whole.reason;
  result.values = teller.values();
  result.margin = teller.margin();
  if (result.verdict == Verdict::kFails) result.where = teller.where(last);
  result.comparisons = teller.comparisons(result.verdict == Verdict::kFails);
  return result;
}

std::string margin_text(double margin) {
  constexpr double kWritten = 1e15;  // beyond this, a power of ten says more than digits
  const double percent = 100 * std::abs(margin);
  return percent < 1000 || percent >= kWritten ? fmt::format("{:.3g} %", percent)
                                               : count_text(static_cast<std::uint64_t>(std::round(percent))) + " %";
}

bool counts_as_failure(const design::Expectation& expectation, const Outcome& outcome) {
  return outcome.verdict == Verdict::kFails && expectation.known.empty();
}

}  // namespace ssd::study
