// Finds the facts about a map: see map_facts.h. First it checks that each formula is in range, by its interval or else
// page by page; then it counts the pages of each plane exactly.
#include "compiler/check/maps/map_facts.h"

#include <algorithm>

#include "compiler/check/maps/lanes.h"
#include "compiler/check/maps/period.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using design::Level;
using limits::kMostPagesProved;

constexpr u64 kCounting = 16;  // operations for counting a page

// The pages that represent all: one period if that is shorter, otherwise every logical page.
u64 pages_to_check(Wide period, u64 logical_pages) {
  return period != 0 && period < static_cast<Wide>(logical_pages) ? static_cast<u64>(period) : logical_pages;
}

// A formula whose interval does not prove that it stays in 0..bound-1, and the number of pages to check.
struct Doubt {
  NodeId result;
  i64 bound;
  u64 pages;
  LevelFacts& facts;
};

// As unsigned numbers, negative values are large, so one comparison checks both bounds.
void look_for_escape(const Doubt& doubt, const Lanes& lanes, u64 first) {
  if (doubt.facts.finding == Finding::kRefuted || first >= doubt.pages) return;
  const auto& values = lanes.values(doubt.result);
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min<u64>(Lanes::kWidth, doubt.pages - first));
  const auto bad = std::find_if(values.begin(), end,
                                [&](i64 value) { return static_cast<u64>(value) >= static_cast<u64>(doubt.bound); });
  if (bad != end) doubt.facts = {Finding::kRefuted, first + static_cast<u64>(bad - values.begin()), *bad};
}

class Look {
 public:
  Look(const MapProgram& map, const TryOut& try_out) : map_(map), try_out_(try_out), laws_(laws(map.formula)) {}

  MapFacts find() {
    check_ranges();
    if (facts_.in_range()) count();
    return facts_;
  }

 private:
  NodeId result(Level level) const { return map_.results[static_cast<std::size_t>(level)]; }

  // Most formulas end in `% count` and are in range by their interval, so only the others are checked page by page. If
  // a checked page leaves the range, the formula is refuted even if there are too many pages for a proof.
  void check_ranges() {
    std::vector<Doubt> doubts;
    for (const Level level : design::kLevels) {
      const Interval range = map_.formula.range(result(level));
      const auto bound = static_cast<i64>(map_.geometry.count(level));
      if (range.low >= 0 && range.high < bound) continue;
      const Law law = laws_[result(level)];
      const u64 pages = pages_to_check(law.repeats() ? law.period : 0, map_.logical_pages);
      LevelFacts& facts = facts_.levels[static_cast<std::size_t>(level)];
      if (pages > kMostPagesProved) facts.finding = Finding::kTooMany;
      doubts.push_back({result(level), bound, std::min<u64>(pages, kMostPagesProved), facts});
    }
    if (!doubts.empty()) look_for_escapes(doubts);
  }

  // Checks all doubtful formulas in one pass, because they share most of their parts.
  void look_for_escapes(const std::vector<Doubt>& doubts) {
    std::vector<NodeId> results;
    u64 pages = 0;
    for (const Doubt& doubt : doubts) {
      results.push_back(doubt.result);
      pages = std::max(pages, doubt.pages);
    }
    Lanes lanes(map_.formula, results);
    const auto refuted = [](const Doubt& doubt) { return doubt.facts.finding == Finding::kRefuted; };
    for (u64 first = 0; first < pages && !std::ranges::all_of(doubts, refuted); first += Lanes::kWidth) {
      if (!try_out_(lanes.operations())) return mark_spent(doubts, first);
      lanes.run(first, pages - 1);
      for (const Doubt& doubt : doubts) look_for_escape(doubt, lanes, first);
    }
  }

  static void mark_spent(const std::vector<Doubt>& doubts, u64 first) {
    for (const Doubt& doubt : doubts) {
      if (doubt.facts.finding == Finding::kProved && doubt.pages > first) doubt.facts.finding = Finding::kSpent;
    }
  }

  // The map as a whole repeats when all four formulas do.
  Wide map_period() const {
    Wide period = 1;
    for (const Level level : design::kLevels) {
      const Law law = laws_[result(level)];
      period = law.repeats() ? common_period(period, law.period) : 0;
      if (period == 0) return 0;
    }
    return period;
  }

  // Whole periods are counted once and multiplied. The last, partial one is counted in the same pass. The numbers are
  // the same as if every page were counted.
  void count() {
    const Wide period = map_period();
    const u64 pages = pages_to_check(period, map_.logical_pages);
    if (pages > kMostPagesProved) return;
    if (period != 0 && period <= static_cast<Wide>(kMostPagesProved)) facts_.period = static_cast<u64>(period);
    const u64 planes = map_.geometry.total_planes(), part = map_.logical_pages % pages;
    std::vector<u64> whole(planes), of_part(planes);
    facts_.counted = Finding::kSpent;
    if (!try_out_(kCounting * planes)) return;
    Lanes lanes(map_.formula, map_.results);
    for (u64 first = 0; first < pages; first += Lanes::kWidth) {
      const u64 width = std::min<u64>(Lanes::kWidth, pages - first);
      if (!try_out_(lanes.operations() + kCounting * width)) return;
      lanes.run(first, pages - 1);
      for (u64 i = 0; i < width; ++i) {
        const u64 plane = plane_of(lanes, i);
        ++whole[plane];
        if (first + i < part) ++of_part[plane];
      }
    }
    facts_.counted = Finding::kProved;
    facts_.looked_at = pages;
    sum_up(whole, of_part, map_.logical_pages / pages);
  }

  void sum_up(const std::vector<u64>& whole, const std::vector<u64>& part, u64 periods) {
    facts_.fewest_in_all = ~u64{0};
    for (std::size_t plane = 0; plane < whole.size(); ++plane) {
      const u64 total = whole[plane] * periods + part[plane];
      facts_.most_in_all = std::max(facts_.most_in_all, total);
      facts_.fewest_in_all = std::min(facts_.fewest_in_all, total);
      if (total == 0 && facts_.unused++ == 0) facts_.first_unused = plane;
    }
    const auto [fewest, most] = std::ranges::minmax(whole);
    facts_.fewest = fewest;
    facts_.most = most;
  }

  u64 plane_of(const Lanes& lanes, u64 lane) const {
    const auto at = [&](Level level) { return static_cast<u64>(lanes.values(result(level))[lane]); };
    return design::plane_id(map_.geometry, {at(Level::kChannel), at(Level::kChip), at(Level::kDie), at(Level::kPlane)});
  }

  const MapProgram& map_;
  const TryOut& try_out_;
  std::vector<Law> laws_;
  MapFacts facts_;
};

}  // namespace

// The part of the graph that the results need, with new numbers and with ranges; then the counts and the number of
// logical pages.
std::vector<i64> MapProgram::key() const {
  std::vector<i64> words;
  std::vector<i64> renumbered(formula.size());
  i64 next = 0;
  for (const NodeId id : formula.reachable(results)) {
    const Node& node = formula.node(id);
    words.insert(words.end(), {static_cast<i64>(node.op), node.value});
    const std::array inputs{node.a, node.b, node.c};
    for (int k = 0; k < operands(node.op); ++k) words.push_back(renumbered[inputs[static_cast<std::size_t>(k)]]);
    const Interval range = formula.range(id);
    words.insert(words.end(), {static_cast<i64>(range.low), static_cast<i64>(range.high)});
    renumbered[id] = next++;
  }
  for (const NodeId id : results) words.push_back(renumbered[id]);
  for (const Level level : design::kLevels) words.push_back(static_cast<i64>(geometry.count(level)));
  words.push_back(static_cast<i64>(logical_pages));
  return words;
}

bool MapFacts::in_range() const {
  return std::ranges::all_of(levels, [](const LevelFacts& level) { return level.finding == Finding::kProved; });
}

MapFacts find_facts(const MapProgram& map, const TryOut& try_out) { return Look(map, try_out).find(); }

}  // namespace ssd::check
