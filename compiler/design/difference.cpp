// Compares two designs: see difference.h. Invariant: everything that simulated numbers depend on is among the values of
// `properties` or in the programs that are compared here.
#include "compiler/design/difference.h"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "compiler/design/meaning.h"

namespace ssd::design {
namespace {

constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 20;
constexpr std::size_t kShownMoves = 4;

// `priority(op)` and `priority(x)` are the same key.
std::string_view base(std::string_view key) { return key.substr(0, key.find('(')); }

// The map is compared by itself, so the lines of the order and of its formulas are not compared as text.
bool is_part_of_map(const Property& p) {
  constexpr std::array<std::string_view, 6> kKeys{"order", "let", "channel", "chip", "die", "plane"};
  return p.section == "allocation" && std::ranges::find(kKeys, p.key) != kKeys.end();
}

// Values that follow from others, and the name of the part, are not differences of their own.
bool stands_for_itself(const Property& p) {
  return p.origin.kind != OriginKind::kDerived && !is_part_of_map(p) && !(p.section == "nand" && p.key == "part");
}

// Whether the line is, say, `readahead` left out, while the other design has `readahead.pages`. The difference is then
// reported key by key.
bool is_block_of(const Property& p, const Design& other) {
  return p.origin.kind == OriginKind::kDefault && std::ranges::any_of(other.properties, [&](const Property& q) {
           return q.section == p.section && q.key.starts_with(p.key + ".");
         });
}

class Comparison {
 public:
  Comparison(const Design& a, const Design& b) : a_(a), b_(b) {}

  Difference run() {
    if (identity(plan_of(a_)) == identity(plan_of(b_))) return std::move(result_);
    for (const Property& p : a_.properties) {
      if (stands_for_itself(p) && !is_block_of(p, b_)) compare_key(p, find(b_, p));
      if (p.section == "allocation" && p.key == "placement") compare_maps();
    }
    for (const Property& p : b_.properties) {
      const Meaning* meaning = find_meaning(p.section, base(p.key));
      const bool same = meaning != nullptr && meaning->same(a_, b_);
      if (stands_for_itself(p) && !same && !is_block_of(p, a_) && find(a_, p) == nullptr) add(p, "", p.value);
    }
    if (result_.none()) add_first_of_listings();
    // Puts the sections in the order of language.md, in which both designs list them.
    std::ranges::stable_sort(result_.changes, {}, [&](const Change& c) {
      return std::ranges::find(a_.properties, c.section, &Property::section);
    });
    return std::move(result_);
  }

 private:
  // If no value shows the difference, the listings do. The first different line is reported, after everything with the
  // same meaning is written in the same way.
  void add_first_of_listings() {
    Design like = as_written_in(a_, b_);
    if (result_.moves) copy_map(like, b_);  // every page has the same place in both
    std::istringstream before(identity(plan_of(like))), after(identity(plan_of(b_)));
    std::string one, other;
    while (std::getline(before, one) && std::getline(after, other)) {
      if (one == other) continue;
      result_.changes.push_back({"design", "listing", one, other});
      return;
    }
  }

  static void copy_map(Design& to, const Design& from) {
    to.allocation = from.allocation;
    for (const Level level : kLevels) to.policies[static_cast<Hook>(level)] = from.policies[static_cast<Hook>(level)];
  }

  static const Property* find(const Design& design, const Property& like) {
    const auto found = std::ranges::find_if(design.properties, [&](const Property& p) {
      return p.section == like.section && base(p.key) == base(like.key) && p.origin.kind != OriginKind::kDerived;
    });
    return found == design.properties.end() ? nullptr : &*found;
  }

  void add(const Property& p, std::string before, std::string after) {
    result_.changes.push_back({p.section, std::string(base(p.key)), std::move(before), std::move(after)});
  }

  // Defaults follow from other values. The same text may have two meanings, because params and functions may differ.
  void compare_key(const Property& p, const Property* other) {
    const Meaning* meaning = find_meaning(p.section, base(p.key));
    if (meaning != nullptr && meaning->same(a_, b_)) return;
    if (other == nullptr) return add(p, p.value, "");
    const bool expression = meaning != nullptr && meaning->expression;
    const bool defaults = p.origin.kind == OriginKind::kDefault && other->origin.kind == OriginKind::kDefault;
    if (expression && defaults) return;
    if (p.value != other->value) return add(p, p.value, other->value);
    if (expression) add(p, p.value, other->value + "  (the same text, but another value)");
  }

  void compare_maps() {
    const Placement placement = a_.config.placement;
    const bool numbered =
        placement == b_.config.placement && (placement == Placement::kStatic || placement == Placement::kWriteOrder);
    if (numbered) result_.moves = moves();
    if (result_.moves && result_.moves->moved == 0 && result_.moves->complete) return;
    if (const auto &a = a_.allocation.order, &b = b_.allocation.order; a && b) {
      if (*a != *b) result_.changes.push_back({"allocation", "order", text_of(*a), text_of(*b)});
      return;
    }
    for (const Level level : kLevels) {
      const auto hook = static_cast<Hook>(level);
      if (same_meaning(hook, a_, b_)) continue;
      result_.changes.push_back(
          {"allocation", std::string(name(level)), a_.policies[hook].text, b_.policies[hook].text});
    }
  }

  static std::string text_of(const std::array<Level, 4>& order) {
    std::string text;
    for (const Level level : order) text += (text.empty() ? "" : " > ") + std::string(name(level));
    return text;
  }

  // Compares the maps over a common period, or over all numbers, up to a limit.
  Moves moves() const {
    Moves result{.placement = a_.config.placement, .compared = 0, .moved = 0, .complete = false, .first = {}};
    const std::uint64_t one = a_.allocation.period, other = b_.allocation.period;
    const bool periodic = one != 0 && other != 0 && one <= kMostCompared && other <= kMostCompared;
    const std::uint64_t period = periodic ? std::lcm(one, other) : 0;
    const std::uint64_t most = result.placement == Placement::kStatic
                                   ? std::min(a_.config.logical_pages, b_.config.logical_pages)
                                   : ~std::uint64_t{0};
    const std::uint64_t all = period == 0 ? most : std::min(most, period);
    result.compared = std::min(all, kMostCompared);
    result.complete = result.compared == all;
    for (std::uint64_t n = 0; n < result.compared; ++n) {
      const PlaneAddress before = place(a_.policies, n), after = place(b_.policies, n);
      if (before == after) continue;
      ++result.moved;
      if (result.first.size() < kShownMoves) result.first.push_back({n, before, after});
    }
    return result;
  }

  const Design &a_, &b_;
  Difference result_;
};

}  // namespace

Difference compare(const Design& a, const Design& b) { return Comparison(a, b).run(); }

}  // namespace ssd::design
