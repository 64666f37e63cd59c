// Finds thresholds that contradict each other: see gc_thresholds.h. Invariant: an error is always proved. Single
// comparisons are judged by their bounds (free pages and free blocks are both converted to pages), longer conditions by
// their intervals. What cannot be proved is accepted.
#include "compiler/check/sections/gc_thresholds.h"

#include <fmt/format.h>

namespace ssd::check {
namespace {

using diag::Code;

// `count <= bound` (up_to), or `count >= bound`.
struct Threshold {
  u32 count;
  bool up_to;
  i64 bound;
};

// The threshold of a condition that compares free pages or free blocks with a constant.
std::optional<Threshold> threshold_of(const Formula& formula, NodeId condition) {
  if (condition == kNoNode) return std::nullopt;
  const Node& n = formula.node(condition);
  if (n.op == Op::kNot) {
    const auto inner = threshold_of(formula, n.a);
    return inner ? std::optional(
                       Threshold{inner->count, !inner->up_to, inner->up_to ? inner->bound + 1 : inner->bound - 1})
                 : std::nullopt;
  }
  if (n.op != Op::kLess && n.op != Op::kLessEqual) return std::nullopt;
  const i64 gap = n.op == Op::kLess ? 1 : 0;
  const Node &a = formula.node(n.a), &b = formula.node(n.b);
  const auto counts = [](const Node& side) { return side.op == Op::kInput && side.value <= design::kFreeBlocks; };
  if (counts(a) && b.op == Op::kConstant) return Threshold{static_cast<u32>(a.value), true, b.value - gap};
  if (a.op == Op::kConstant && counts(b)) return Threshold{static_cast<u32>(b.value), false, a.value + gap};
  return std::nullopt;
}

// The opposite of a comparison as a user would write it, with the count on the same side; shares remain shares.
std::optional<std::string> opposite_of(const ast::Expr& condition, const SourceMap& sources) {
  const auto* comparison = std::get_if<ast::Binary>(&condition.node);
  if (comparison == nullptr) return std::nullopt;
  const bool count_first = std::holds_alternative<ast::NameRef>(comparison->left->node);
  const std::string left = excerpt(sources, comparison->left->span), right = excerpt(sources, comparison->right->span);
  const auto written = [&](std::string_view op, std::string_view turned) {
    return count_first ? fmt::format("{} {} {}", left, op, right) : fmt::format("{} {} {}", right, turned, left);
  };
  switch (comparison->op) {
    case ast::BinaryOp::kLess: return written(">=", "<=");
    case ast::BinaryOp::kLessEqual: return written(">", "<");
    case ast::BinaryOp::kGreater: return written("<=", ">=");
    case ast::BinaryOp::kGreaterEqual: return written("<", ">");
    default: return std::nullopt;
  }
}

std::string_view name_of(u32 count) { return info(Hook::kTrigger).names[count]; }

std::string counted(i64 number, u32 count) {
  return fmt::format("{} free {}{}", number, count == design::kFreeBlocks ? "block" : "page", number == 1 ? "" : "s");
}

// Free blocks and free pages are different counts: open blocks have free pages in addition to those of the free blocks.
struct Pages {
  Wide of_block,
      of_open_blocks;  // of_open_blocks is the most that open blocks can have, over the planes that are counted

  // The number of pages that are certainly free, and the largest number that may be.
  Wide least(const Threshold& t) const { return t.count == design::kFreeBlocks ? t.bound * of_block : t.bound; }
  Wide most(const Threshold& t) const {
    return t.count == design::kFreeBlocks ? t.bound * of_block + of_open_blocks : t.bound;
  }
};

Pages pages_of(const design::Design& d, u64 planes) {
  const u64 streams = d.allocation.streams.size();
  const u64 open = streams + (d.gc.by_stream ? streams : d.config.shared_stream != kNoStream ? 0 : 1);
  return {static_cast<Wide>(d.geometry.pages), static_cast<Wide>(open * planes * d.geometry.pages)};
}

// Whether `stop` already holds when as much is free as `trigger` allows. If the two use different counts, this must be
// proved for every number of pages that open blocks may have.
bool begins_at(const Threshold& stop, const Threshold& trigger, const Pages& pages) {
  if (stop.count == trigger.count) return stop.bound <= trigger.bound;
  return pages.most(stop) <= pages.least(trigger);
}

// Whether `hard` holds with more free than `trigger` asks for. A plane has no more than its scope, so `hard` then holds
// whenever `trigger` does.
bool lies_above(const Threshold& hard, const Threshold& trigger, const Pages& pages) {
  return hard.count == trigger.count ? hard.bound > trigger.bound : pages.least(hard) > pages.most(trigger);
}

class Thresholds {
 public:
  Thresholds(Reader& gc, const GcConditions& conditions)
      : gc_(gc),
        formula_(conditions.of_scope),
        conditions_(conditions),
        trigger_(threshold_of(formula_, conditions.trigger)),
        stop_(threshold_of(formula_, conditions.stop)),
        hard_(threshold_of(conditions.of_plane, conditions.hard)) {}

  bool check() {
    warn_of_direction("trigger", trigger_, true);
    warn_of_direction("hard", hard_, true);
    return stop_is_above() && hard_is_below();
  }

  // While a collection runs, the count is at most the bound of `trigger`.
  void warn_of_idle_preemption() {
    if (conditions_.design.planes_of_scope() != 1 || !trigger_ || !hard_ || trigger_->count != hard_->count ||
        !trigger_->up_to || hard_->bound != trigger_->bound || !hard_->up_to)
      return;
    const bool ends_there = conditions_.stop == kNoNode || (stop_ && !stop_->up_to && stop_->count == hard_->count &&
                                                            stop_->bound == hard_->bound + 1);
    if (!ends_there) return;
    sink()
        .report(Code::W0263, gc_.entry("preempt")->span(), "preempt", "`hard` holds as long as a collection runs")
        .help("let `hard` hold only when less is free than at `trigger`, or leave `preempt` out");
  }

 private:
  diag::Sink& sink() { return gc_.context().sink(); }

  // Warns about a comparison in the wrong direction: `trigger` and `hard` hold up to a count, `stop` from a count on.
  void warn_of_direction(std::string_view key, const std::optional<Threshold>& threshold, bool up_to) {
    if (!threshold || threshold->up_to == up_to) return;
    const ast::Expr& written = *gc_.expression(key);
    const std::string mended = up_to
                                   ? opposite_of(written, gc_.context().evaluator.sources()).value_or(upper(*threshold))
                                   : opposite_of_trigger();
    sink()
        .report(Code::W0270, written.span, key, up_to ? "much" : "little", up_to ? "little" : "much")
        .help(fmt::format("write `{}: {}`{}", key, mended, up_to ? "" : " or more"));
  }

  static std::string upper(const Threshold& threshold) {
    return fmt::format("{} < {}", name_of(threshold.count), threshold.bound);
  }

  // The lowest `stop` that is in order.
  std::string opposite_of_trigger() {
    if (!gc_.has("trigger")) return std::string(conditions_.default_stop);
    const ast::Expr& trigger = *gc_.expression("trigger");
    const auto opposite = opposite_of(trigger, gc_.context().evaluator.sources());
    return opposite ? *opposite : fmt::format("not ({})", excerpt(gc_.context().evaluator.sources(), trigger.span));
  }

  // A `stop` that is left out is the opposite of `trigger`, which is always in order.
  bool stop_is_above() {
    if (conditions_.stop == kNoNode) return true;
    const bool comparable = trigger_ && stop_ && trigger_->up_to && !stop_->up_to;
    const Pages pages = pages_of(conditions_.design, conditions_.design.planes_of_scope());
    if (comparable && begins_at(*stop_, *trigger_, pages)) return report_stop_below();
    if (!comparable && stop_follows()) return report_stop_follows();
    warn_of_direction("stop", stop_, false);
    return true;
  }

  bool report_stop_below() {
    auto& error =
        sink().report(Code::E0262, gc_.expression("stop")->span, counted(stop_->bound, stop_->count), beside(*stop_));
    point_to_trigger(error);
    error.help(fmt::format("write `stop: {}` or more, or leave `stop` out", opposite_of_trigger()));
    return false;
  }

  // Conditions that always or never hold have warnings of their own.
  bool stop_follows() const {
    if (formula_.range(conditions_.stop).single() || formula_.range(conditions_.trigger).single()) return false;
    std::vector<Constraint> constraints;
    formula_.constrain(conditions_.trigger, true, constraints);
    return formula_.range_under(conditions_.stop, constraints) == Interval{1, 1};
  }

  bool report_stop_follows() {
    auto& error = sink().report(Code::E0263, gc_.expression("stop")->span);
    point_to_trigger(error);
    error.help(fmt::format("let `stop` hold only when more is free, such as `stop: {}`, or leave it out",
                           opposite_of_trigger()));
    return false;
  }

  // The bound of `trigger`, with the noun if it differs from the noun of the bound before it.
  std::string beside(const Threshold& said) const {
    return said.count == trigger_->count ? std::to_string(trigger_->bound) : counted(trigger_->bound, trigger_->count);
  }

  bool hard_is_below() {
    const design::Design& design = conditions_.design;
    if (design.planes_of_superblock() != 1 || !trigger_ || !hard_ || !trigger_->up_to || !hard_->up_to) return true;
    const Pages pages = pages_of(design, 1);
    if (!lies_above(*hard_, *trigger_, pages)) return true;
    auto& error =
        sink().report(Code::E0264, gc_.expression("hard")->span, counted(hard_->bound, hard_->count), beside(*hard_));
    point_to_trigger(error);
    // The help proposes half of the plane's part, which leaves room for both. There is no proposal below two, because
    // at least one block is always free.
    const Wide part = pages.least(*trigger_) / static_cast<Wide>(design.planes_of_scope());
    const Wide half = (in_units_of(*hard_, part, pages) + 1) / 2;
    error.help(half > 1
                   ? fmt::format("let it hold only when less is free, such as `hard: {} < {}`, or leave `hard` out",
                                 name_of(hard_->count), static_cast<i64>(half))
                   : std::string("leave `hard` out: then a collection is not preempted when a stream can get no page"));
    return false;
  }

  static Wide in_units_of(const Threshold& threshold, Wide count, const Pages& pages) {
    return threshold.count == design::kFreeBlocks ? count / pages.of_block : count;
  }

  void point_to_trigger(diag::Diagnostic& error) {
    if (gc_.has("trigger"))
      error.note(gc_.expression("trigger")->span, "`trigger` is here");
    else
      error.note({}, fmt::format("`trigger` is `{}`, the default", conditions_.default_trigger));
  }

  Reader& gc_;
  const Formula& formula_;
  const GcConditions& conditions_;
  std::optional<Threshold> trigger_, stop_, hard_;
};

}  // namespace

bool check_thresholds(Reader& gc, const GcConditions& conditions, bool preempts) {
  Thresholds thresholds(gc, conditions);
  if (!thresholds.check()) return false;
  if (preempts) thresholds.warn_of_idle_preemption();
  return true;
}

}  // namespace ssd::check
