// Reports the result of the proof about a map: see map_proof.h. map_facts.h finds the facts; this file reports them and
// stores what the design keeps.
#include "compiler/check/maps/map_proof.h"

#include <fmt/format.h>

#include <algorithm>

namespace ssd::check {
namespace {

using design::Level;
using diag::Code;

std::string counts_name(Level level) { return fmt::format("{}s", design::name(level)); }

class Proof {
 public:
  Proof(Context& context, const MapFormulas& map, design::Design& design)
      : context_(context),
        map_(map),
        design_(design),
        facts_(effort().facts({map.formula, map.results, design.geometry, design.config.logical_pages})) {}

  bool run() {
    bool sound = true;
    for (const Level level : design::kLevels) sound &= settle(level);
    return sound && keep();
  }

 private:
  NodeId result(Level level) const { return map_.results[static_cast<std::size_t>(level)]; }
  Span place(Level level) const {
    const ast::Expr* expr = map_.written[static_cast<std::size_t>(level)];
    return expr == nullptr ? map_.span : expr->span;
  }
  i64 bound(Level level) const { return static_cast<i64>(design_.geometry.count(level)); }

  Effort& effort() { return context_.evaluator.globals().effort(); }
  const LevelFacts& facts(Level level) const { return facts_.levels[static_cast<std::size_t>(level)]; }

  // A level is proved only if all pages that matter were checked and none is bad.
  bool settle(Level level) {
    switch (facts(level).finding) {
      case Finding::kProved: return true;
      case Finding::kRefuted: return report_escape(level, facts(level));
      case Finding::kTooMany:
        return report_unproved(place(level),
                               fmt::format("that the {} stays in 0..{}", design::name(level), bound(level) - 1));
      case Finding::kSpent: return report_spent(place(level));
    }
    return false;
  }

  bool report_escape(Level level, const LevelFacts& escape) {
    const std::string_view name = design::name(level);
    auto& diagnostic = context_.sink().report(Code::E0207, place(level), name, bound(level) - 1, text_of(level),
                                              escape.value, map_.input, escape.lpn);
    diagnostic.label(fmt::format("must be in 0..{} ({} = {}) for every {}", bound(level) - 1, counts_name(level),
                                 bound(level), map_.input));
    diagnostic.help(mend(level, escape));
    return false;
  }

  std::string text_of(Level level) const { return excerpt(context_.evaluator.sources(), place(level)); }

  // The most frequent misprint is `/` for `%` (in formulas S2 to S6 of Hu et al. 2013). If `%` would make the formula
  // correct, the help says so.
  std::string mend(Level level, const LevelFacts& escape) const {
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
    if (escape.value < 0) return fmt::format("make the formula non-negative, then take it `% {}`", counts_name(level));
    const bool simple = std::holds_alternative<ast::NameRef>(expr.node);
    return fmt::format("did you mean `{} % {}`?", simple ? text_of(level) : fmt::format("({})", text_of(level)),
                       counts_name(level));
  }

  bool report_unproved(Span span, const std::string& what) {
    context_.sink()
        .report(Code::E0210, span, what)
        .label(fmt::format("has no period of up to 2^26 pages, and there are {} logical pages", logical_))
        .help(fmt::format("build the formulas from `{} / constant % constant`, whose period can be found", map_.input));
    return false;
  }

  bool report_spent(Span span) {
    effort().tell_tried(context_.sink(), span,
                        fmt::format("build the formulas from `{} / constant % constant`, whose period can be found, or "
                                    "check fewer designs at once",
                                    map_.input));
    return false;
  }

  bool keep() {
    if (facts_.counted == Finding::kTooMany) return report_unproved(map_.span, "how evenly the map fills the planes");
    if (facts_.counted == Finding::kSpent) return report_spent(map_.span);
    design::Allocation& allocation = design_.allocation;
    allocation.period = facts_.period;
    allocation.most_pages = facts_.most_in_all;
    allocation.fewest_pages = facts_.fewest_in_all;
    warn();
    return true;
  }

  // One period is either balanced or not. Without a period, planes may differ by 1 % before there is a warning.
  void warn() {
    const u64 planes = design_.geometry.total_planes();
    if (facts_.unused != 0) {
      const auto a = design::plane_address(design_.geometry, facts_.first_unused);
      context_.sink()
          .report(Code::W0233, map_.span, facts_.unused, planes)
          .help(fmt::format(
              "plane {} of die {}, chip {}, channel {} is the first unused one; let every level take all its values",
              a.plane, a.die, a.chip, a.channel));
      return;
    }
    const u64 tolerated = facts_.looked_at < logical_ ? 0 : std::max<u64>(1, facts_.fewest / 100);
    if (facts_.most - facts_.fewest <= tolerated) return;
    const double ratio =
        static_cast<double>(facts_.most) * static_cast<double>(planes) / static_cast<double>(facts_.looked_at);
    context_.sink()
        .report(Code::W0232, map_.span, facts_.most, facts_.fewest, facts_.looked_at, fmt::format("{:.2f}", ratio))
        .help(
            "the drive is full when its fullest plane is full; make the number of pages in a stripe a multiple of the "
            "planes");
  }

  Context& context_;
  const MapFormulas& map_;
  design::Design& design_;
  const MapFacts& facts_;
  u64 logical_ = design_.config.logical_pages;
};

}  // namespace

bool prove_map(Context& context, const MapFormulas& map, design::Design& design) {
  return Proof(context, map, design).run();
}

}  // namespace ssd::check
