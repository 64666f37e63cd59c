// The proof about maps: see map_proof.h. Two steps: each formula is in range (by its interval, else by looking), then the pages of each
// plane are counted exactly.
#include "compiler/sema/map_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "compiler/sema/lanes.h"
#include "compiler/sema/period.h"

namespace ssd::sema {
namespace {

using design::Level;
using diag::Code;

// Pages that stand for all: one period if that is shorter, else every logical page.
u64 pages_to_check(Wide period, u64 logical_pages) {
  return period != 0 && period < static_cast<Wide>(logical_pages) ? static_cast<u64>(period) : logical_pages;
}

struct Escape {
  u64 lpn;
  i64 value;
};
// A formula whose interval alone does not keep it in 0..bound-1, and how many pages must be looked at.
struct Doubt {
  Level level;
  NodeId result;
  i64 bound;
  u64 pages;
  std::optional<Escape> escape;
};

// As unsigned numbers, negative values are large: one comparison serves both bounds.
void look_for_escape(Doubt& doubt, const Lanes& lanes, u64 first) {
  if (doubt.escape || first >= doubt.pages) return;
  const auto& values = lanes.values(doubt.result);
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min<u64>(Lanes::kWidth, doubt.pages - first));
  const auto bad = std::find_if(values.begin(), end, [&](i64 value) { return static_cast<u64>(value) >= static_cast<u64>(doubt.bound); });
  if (bad != end) doubt.escape = Escape{first + static_cast<u64>(bad - values.begin()), *bad};
}

// All doubtful formulas in one pass: they share most of their parts.
void look_for_escapes(const Formula& formula, std::vector<Doubt>& doubts) {
  std::vector<NodeId> results;
  u64 pages = 0;
  for (const Doubt& doubt : doubts) {
    results.push_back(doubt.result);
    pages = std::max(pages, doubt.pages);
  }
  Lanes lanes(formula, results);
  const auto settled = [](const Doubt& doubt) { return doubt.escape.has_value(); };
  for (u64 first = 0; first < pages && !std::ranges::all_of(doubts, settled); first += Lanes::kWidth) {
    lanes.run(first, pages - 1);
    for (Doubt& doubt : doubts) look_for_escape(doubt, lanes, first);
  }
}

std::string counts_name(Level level) { return fmt::format("{}s", design::name(level)); }

// Pages of each plane, over the first `pages` logical pages; and, on the way, over the first `part` of them.
struct Counts {
  std::vector<u64> whole, part;
};

class Proof {
 public:
  Proof(Context& context, const MapFormulas& map, design::Design& design)
      : context_(context), map_(map), design_(design), laws_(laws(map.formula)), logical_(design.logical_pages) {}

  bool run() { return in_range() && count(); }

 private:
  NodeId result(Level level) const { return map_.results[static_cast<std::size_t>(level)]; }
  Span place(Level level) const {
    const ast::Expr* expr = map_.written[static_cast<std::size_t>(level)];
    return expr == nullptr ? map_.span : expr->span;
  }
  i64 bound(Level level) const { return static_cast<i64>(design_.geometry.count(level)); }

  // Most formulas end in `% count` and are in range by their interval: only the others are looked at. A page that is looked at and leaves
  // the range is a fact even where the pages are too many for a proof.
  bool in_range() {
    std::vector<Doubt> doubts;
    for (const Level level : design::kLevels) {
      const Interval range = map_.formula.range(result(level));
      if (range.low >= 0 && range.high < bound(level)) continue;
      const Law law = laws_[result(level)];
      doubts.push_back({level, result(level), bound(level), pages_to_check(law.repeats() ? law.period : 0, logical_), std::nullopt});
    }
    std::vector<Doubt> looked = doubts;
    for (Doubt& doubt : looked) doubt.pages = std::min(doubt.pages, kMostPagesProved);
    look_for_escapes(map_.formula, looked);
    bool sound = true;
    for (std::size_t i = 0; i < doubts.size(); ++i) sound &= settle(looked[i], doubts[i].pages);
    return sound;
  }

  // Not finding a bad page proves something only if all pages that matter were looked at.
  bool settle(const Doubt& doubt, u64 pages) {
    if (doubt.escape) return report_escape(doubt.level, *doubt.escape);
    if (pages <= kMostPagesProved) return true;
    return report_unproved(place(doubt.level), fmt::format("that the {} stays in 0..{}", design::name(doubt.level), doubt.bound - 1));
  }

  bool report_escape(Level level, const Escape& escape) {
    const std::string_view name = design::name(level);
    auto& diagnostic =
        context_.sink().report(Code::E0207, place(level), name, bound(level) - 1, text_of(level), escape.value, map_.input, escape.lpn);
    diagnostic.label(
        fmt::format("must be in 0..{} ({} = {}) for every {}", bound(level) - 1, counts_name(level), bound(level), map_.input));
    diagnostic.help(mend(level, escape));
    return false;
  }

  std::string text_of(Level level) const { return excerpt(context_.evaluator.sources(), place(level)); }

  // The commonest misprint is `/` for `%` (formulas S2 to S6 of Hu et al. 2013): if that would do, say so.
  std::string mend(Level level, const Escape& escape) const {
    const ast::Expr& expr = *map_.written[static_cast<std::size_t>(level)];
    const auto* division = std::get_if<ast::Binary>(&expr.node);
    const Node& node = map_.formula.node(result(level));
    if (division != nullptr && division->op == ast::BinaryOp::kDiv && node.op == Op::kDiv) {
      Formula mended = map_.formula;
      const NodeId remainder = mended.make(Op::kMod, node.a, node.b);
      const Interval range = mended.range(remainder);
      if (range.low >= 0 && range.high < bound(level)) {
        const Span before{expr.span.file, expr.span.begin, division->op_span.begin},
            after{expr.span.file, division->op_span.end, expr.span.end};
        return fmt::format("did you mean `{} % {}`?", excerpt(context_.evaluator.sources(), before),
                           excerpt(context_.evaluator.sources(), after));
      }
    }
    if (escape.value < 0) return fmt::format("let the formula never be negative, then take it `% {}`", counts_name(level));
    const bool simple = std::holds_alternative<ast::NameRef>(expr.node);
    return fmt::format("did you mean `{} % {}`?", simple ? text_of(level) : fmt::format("({})", text_of(level)), counts_name(level));
  }

  bool report_unproved(Span span, const std::string& what) {
    context_.sink()
        .report(Code::E0210, span, what)
        .label(fmt::format("repeats after no number of pages up to 2^26, and there are {} logical pages", logical_))
        .help(fmt::format("build the formulas from `{} / constant % constant`, whose period can be found", map_.input));
    return false;
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

  // Whole periods are counted once and multiplied; the last, partial one is counted on the way. So the numbers are those of looking at
  // every page.
  bool count() {
    const Wide period = map_period();
    const u64 pages = pages_to_check(period, logical_);
    if (pages > kMostPagesProved) return report_unproved(map_.span, "how evenly the map fills the planes");
    design::Allocation& allocation = design_.allocation;
    allocation.period = period != 0 && period <= static_cast<Wide>(kMostPagesProved) ? static_cast<u64>(period) : 0;
    const Counts counts = counted(pages, logical_ % pages);
    const u64 periods = logical_ / pages;
    allocation.most_pages = 0;
    allocation.fewest_pages = ~u64{0};
    u64 unused = 0;
    for (std::size_t plane = 0; plane < counts.whole.size(); ++plane) {
      const u64 total = counts.whole[plane] * periods + counts.part[plane];
      allocation.most_pages = std::max(allocation.most_pages, total);
      allocation.fewest_pages = std::min(allocation.fewest_pages, total);
      unused += total == 0 ? 1 : 0;
    }
    warn(counts.whole, unused, pages < logical_ || period != 0);
    return true;
  }

  Counts counted(u64 pages, u64 part) {
    const u64 planes = design_.geometry.total_planes();
    Counts counts{std::vector<u64>(planes), std::vector<u64>(planes)};
    Lanes lanes(map_.formula, map_.results);
    for (u64 first = 0; first < pages; first += Lanes::kWidth) {
      lanes.run(first, pages - 1);
      for (u64 i = 0; i < std::min<u64>(Lanes::kWidth, pages - first); ++i) {
        const u64 plane = plane_of(lanes, i);
        ++counts.whole[plane];
        if (first + i < part) ++counts.part[plane];
      }
    }
    return counts;
  }

  u64 plane_of(const Lanes& lanes, u64 lane) const {
    const auto at = [&](Level level) { return static_cast<u64>(lanes.values(result(level))[lane]); };
    return design::plane_id(design_.geometry, {at(Level::kChannel), at(Level::kChip), at(Level::kDie), at(Level::kPlane)});
  }

  // One period is balanced or it is not; without a period, planes may differ by 1 % before it is worth a word.
  void warn(const std::vector<u64>& counts, u64 unused, bool periodic) {
    const auto [fewest, most] = std::ranges::minmax(counts);
    const u64 pages = std::accumulate(counts.begin(), counts.end(), u64{0});
    const u64 planes = counts.size();
    if (unused != 0) {
      const auto first = std::ranges::find(counts, u64{0}) - counts.begin();
      const auto a = design::plane_address(design_.geometry, static_cast<u64>(first));
      context_.sink()
          .report(Code::W0233, map_.span, unused, planes)
          .help(fmt::format("plane {} of die {}, chip {}, channel {} is the first of them; let every level take all its values", a.plane,
                            a.die, a.chip, a.channel));
      return;
    }
    const u64 tolerated = periodic && pages < logical_ ? 0 : std::max<u64>(1, fewest / 100);
    if (most - fewest <= tolerated) return;
    const double ratio = static_cast<double>(most) * static_cast<double>(planes) / static_cast<double>(pages);
    context_.sink()
        .report(Code::W0232, map_.span, most, fewest, pages, fmt::format("{:.2f}", ratio))
        .help("the drive is full when its fullest plane is; make the number of pages in a stripe a multiple of the planes");
  }

  Context& context_;
  const MapFormulas& map_;
  design::Design& design_;
  std::vector<Law> laws_;
  u64 logical_;
};

}  // namespace

bool prove_map(Context& context, const MapFormulas& map, design::Design& design) { return Proof(context, map, design).run(); }

}  // namespace ssd::sema
