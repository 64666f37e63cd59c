// gc: when collection starts and stops. The conditions are predicates over the counts of a scope of planes, compiled to
// programs.
#include <fmt/format.h>

#include "compiler/check/sections/gc_policies.h"
#include "compiler/check/sections/gc_thresholds.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/vocabulary/run_names.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::array kGcKeys{
    Key{.name = "trigger",
        .form = Form::kOwn,
        .doc = "collection begins when this holds",
        .takes = "a condition over `free_pages`, `free_blocks` and `idle`",
        .otherwise = "`free_pages < 5%`",
        .yields = "a bool"},
    Key{.name = "stop",
        .form = Form::kOwn,
        .doc = "collection ends when this holds",
        .takes = "a condition over `free_pages`, `free_blocks` and `idle`",
        .otherwise = "`not trigger`",
        .yields = "a bool"},
    Key{.name = "scope",
        .form = Form::kWord,
        .fallback = "plane",
        .words = "plane die chip device",
        .meanings = "pages and blocks of a plane | of a die | of a chip | of the drive",
        .doc = "whose pages and blocks `trigger` and `stop` count"},
    Key{.name = "superblock",
        .form = Form::kWord,
        .fallback = "none",
        .words = "none die chip device",
        .meanings = "no superblocks | the planes of a die | the planes of a chip | the planes of the drive",
        .doc = "the planes whose blocks with one number are filled and collected as one block"},
    Key{.name = "victim",
        .form = Form::kWord,
        .fallback = "greedy",
        .words = "greedy",
        .meanings = "the block with the fewest valid pages; of several, the lowest number",
        .doc = "which block is collected",
        .policy = true,
        .record = "block",
        .yields = "a score: the highest is collected"},
    Key{.name = "preempt",
        .form = Form::kWord,
        .fallback = "never",
        .words = "never page",
        .meanings =
            "a collection holds its chip or die until its erase has ended | host operations may run between two moves",
        .doc = "whether waiting host operations are served between the moves of a collection",
        .policy = true,
        .record = "collection",
        .yields = "a bool"},
    Key{.name = "active",
        .form = Form::kWord,
        .fallback = "separate",
        .words = "separate by_stream shared",
        .meanings = "moved pages have a separate active block in each plane | they have one for each stream, so that "
                    "streams stay apart | they go to the block that the host fills",
        .doc = "whether moved pages get separate active blocks or share the host's"},
    Key{.name = "stream",
        .form = Form::kOwn,
        .doc =
            "with `active: shared`: the stream whose blocks moved pages share; with `active: by_stream`: the stream of "
            "each moved page",
        .policy = true,
        .takes = "one of the names of `streams`",
        .otherwise = "the last of `streams`",
        .record = "move",
        .yields = "the name of a stream"},
    Key{.name = "migrate",
        .form = Form::kWord,
        .fallback = "same_plane",
        .words = "same_plane same_die any_idle",
        .meanings = "to a block of their plane | to a block of their die | through a buffer to any idle unit",
        .doc = "where the valid pages of a collected block go; `any_idle` is Gao et al.'s",
        .block = any_idle_keys,
        .variant = "any_idle"},
    Key{.name = "cost",
        .form = Form::kWord,
        .fallback = "normal",
        .words = "normal zero",
        .meanings =
            "reads, programs and erases take their normal time | it takes no time, no chip and no bus: the ideal "
            "collector",
        .doc = "what collection costs"},
    Key{.name = "idle",
        .form = Form::kWord,
        .fallback = "off",
        .words = "on off",
        .meanings = "idle units collect too, until `stop` holds | collection begins only when `trigger` holds",
        .doc = "whether idle units collect in the background"},
    Key{.name = "hard",
        .form = Form::kOwn,
        .doc = "the limit of free pages or blocks below which a collection is not preempted",
        .takes = "a condition over `free_pages` and `free_blocks`",
        .otherwise = "when a stream can get no page"},
    Key{.name = "idle_after",
        .form = Form::kTime,
        .fallback = "0us",
        .least = "0us",
        .most = "1h",
        .doc = "how long a unit is idle before it collects in the background",
        .into = &Config::idle_after},
    Key{.name = "avoid",
        .form = Form::kWord,
        .fallback = "off",
        .words = "on off",
        .meanings = "a queue admits the first request whose units are not being collected | requests are admitted in "
                    "order of arrival",
        .doc = "whether requests to units that are being collected wait behind others (Mao and Wu)"},
    Key{.name = "replicate",
        .form = Form::kBlock,
        .doc = "copies, on other channels, of pages whose reads met a collection: made in idle time, and read while a "
               "unit is "
               "being collected (He et al.)",
        .otherwise = "no copies",
        .block = replicate_keys},
};
constexpr std::array kSwitches{Word{"on", true}, Word{"off", false}};
constexpr std::array kZeroCosts{Word{"normal", false}, Word{"zero", true}};
constexpr std::int64_t kDefaultTriggerPercent = 5;

// Binds the counts that a predicate may read. Each has the whole that a share of it refers to (space.counts).
void bind_counts(Scope& scope, Formula& formula, const design::Geometry& g, u64 planes) {
  const auto count = [&](u32 input, u64 whole) {
    return Operand::of_node(formula.input(input, {0, static_cast<Wide>(whole)}), Type::kInt, whole);
  };
  scope.bind_input(std::string(kFreePagesName), count(design::kFreePages, planes * g.units_per_plane()));
  scope.bind_input(std::string(kFreeBlocksName), count(design::kFreeBlocks, planes * g.blocks));
}

// The default trigger for a scope of so many pages.
NodeId default_trigger(Formula& formula, u64 pages) {
  // free_pages < 5%: below the ceiling of the exact share.
  const u64 bound = (pages * kDefaultTriggerPercent + 99) / 100;
  return formula.make(Op::kLess, formula.input(design::kFreePages, {0, static_cast<Wide>(pages)}),
                      formula.constant(static_cast<i64>(bound)));
}

// Reads a predicate; kNoNode after an error.
NodeId predicate(Reader& reader, Formula& formula, std::string_view key) {
  const Entry* entry = reader.entry(key);
  const ast::Expr* expr = reader.expression(key);
  if (expr == nullptr) return kNoNode;
  if (entry->property->has_params) {
    reader.context()
        .sink()
        .report(Code::E0215, entry->key->span, key)
        .help(fmt::format("write `{}: free_pages < 5%`", key));
    return kNoNode;
  }
  Evaluator& evaluator = reader.context().evaluator;
  const Scope::LastParam param(evaluator.scope());
  const std::size_t before = formula.looked_at();
  const NodeId node = evaluator.formula_node(*expr, Type::kBool);
  reader.explain(key, ast::print(*expr), reader.origin(entry, param.name()));
  return node == kNoNode ? node : formula.with_checks(node, before);
}

// The program of a predicate with the text that `explain` shows.
design::Function finished_function(const Formula& formula, NodeId node, Reader& reader, std::string_view key,
                                   std::string fallback) {
  design::Function function = formula.extract(node);
  const ast::Expr* expr = reader.has(key) ? reader.expression(key) : nullptr;
  function.text = expr == nullptr ? std::move(fallback) : ast::print(*expr);
  if (expr != nullptr) function.span = expr->span;
  return function;
}

// The host never opens a plane's last free block, so at least this much is free whenever the trigger is evaluated: one
// block in each plane of the scope. If the design is placed at issue, other planes may be collecting at the moment and
// may have used their last blocks. This is for warnings only: no safety proof may rest on what the engine does.
struct LeastFree {
  u64 planes, pages_of_block, most_pages, most_blocks;
  std::string text() const {
    return fmt::format("{} block{} and {} pages", planes, planes == 1 ? "" : "s", planes * pages_of_block);
  }
};

LeastFree least_free_of(const design::Design& design, u64 planes) {
  const design::Geometry g = design.geometry.of_map();
  return {planes, g.pages, design.planes_of_scope() * g.pages_per_plane(), design.planes_of_scope() * g.blocks};
}

LeastFree least_free(const design::Design& design) {
  const bool of_each = design.planes_of_superblock() > 1 || !design::placed_at_issue(design);
  return least_free_of(design, of_each ? design.planes_of_scope() : 1);
}

std::array<Constraint, 2> constraints(Formula& formula, const LeastFree& least) {
  const auto from = [&](u32 input, u64 low, u64 high) {
    return Constraint{formula.input(input, {0, static_cast<Wide>(high)}),
                      {static_cast<Wide>(low), static_cast<Wide>(high)}};
  };
  return {from(design::kFreePages, least.planes * least.pages_of_block, least.most_pages),
          from(design::kFreeBlocks, least.planes, least.most_blocks)};
}

// Examines the checks inside `trigger`, given what is always free when it is evaluated. A check that always fails is an
// error. If a check may fail, nothing can be said about the condition.
bool checks_hold(Reader& reader, Formula& formula, const design::Design& design, NodeId trigger) {
  bool hold = true;
  const LeastFree least = least_free_of(design, design.planes_of_superblock());  // an error must hold for every drive
  for (const NodeId check : formula.checks_of(trigger)) {
    const Interval truth =
        formula.range_under(formula.node(check).a, constraints(formula, least)).value_or(Interval{1, 1});
    hold &= truth == Interval{1, 1};
    if (truth != Interval{0, 0}) continue;
    const design::Check& told = formula.check(check);
    reader.context()
        .sink()
        .report(Code::E0157, told.span, "trigger", told.text)
        .help(fmt::format("at least {} are free whenever it is evaluated: change it so that it has a value then, or "
                          "skip it with an `if`",
                          least.text()));
    reader.fail();
    return false;
  }
  return hold;
}

// Decides by intervals alone: this is exact for single comparisons and finds nothing in some longer conditions.
void warn_about_constants(Reader& reader, Formula& formula, const design::Design& design, NodeId trigger, NodeId stop) {
  const LeastFree least = least_free(design);
  const Interval range = formula.range_under(trigger, constraints(formula, least)).value_or(formula.range(trigger));
  const ast::Expr* expr = reader.has("trigger") ? reader.expression("trigger") : nullptr;
  const bool sound = checks_hold(reader, formula, design, trigger);
  if (!reader.sound()) return;
  if (expr != nullptr && sound && range.single()) {
    const bool always = range.low != 0;
    auto& warning = reader.context().sink().report(always ? Code::W0231 : Code::W0230, expr->span);
    warning.help(
        always ? "choose a bound that a plane can exceed, such as `free_pages < 5%`"
               : fmt::format(
                     "at least {} are free whenever it is evaluated: choose a higher bound, such as "
                     "`free_blocks < {}`; otherwise collection is forced whenever {} runs out, one block at a time",
                     least.text(), 3 * design.planes_of_scope(),
                     design.planes_of_scope() > design.planes_of_superblock() ? "a plane"
                     : design.planes_of_superblock() == 1                     ? "the plane"
                                                                              : "the group"));
  } else if (reader.has("stop") && formula.range(stop) == Interval{1, 1}) {
    reader.context()
        .sink()
        .report(Code::W0234, reader.expression("stop")->span)
        .help("let `stop` hold only when enough is free, or leave it out");
  } else if (reader.has("stop") && formula.range(stop) == Interval{0, 0}) {
    reader.context()
        .sink()
        .report(Code::W0236, reader.expression("stop")->span)
        .help("let `stop` hold once enough is free, such as `free_blocks >= 5`, or leave it out");
  }
}

// If `stop` cannot hold while the host is busy, collection ends when the host pauses and not when enough is free.
void warn_about_idle_stop(Reader& reader, Formula& formula, const design::Design& design, NodeId stop) {
  if (!reader.has("stop") || !design::reads(design, Hook::kStop, "idle") || formula.range(stop).single()) return;
  const Constraint busy{formula.input(design::kIdle, {0, 1}), {0, 0}};
  if (formula.range_under(stop, std::span(&busy, 1)) != Interval{0, 0}) return;
  reader.context()
      .sink()
      .report(Code::W0296, reader.expression("stop")->span)
      .help(
          "let `stop` define how much should be free while the host is busy, such as `stop: if idle then free_pages >= "
          "20% "
          "else free_pages >= 10%`");
}

bool reads_counts(const design::Design& design, Hook hook) {
  return design::reads(design, hook, "free_pages") || design::reads(design, hook, "free_blocks");
}

// Warns if neither `trigger` nor `stop` reads what collection gains. A `trigger` that reads nothing at all has a
// warning of its own. One that reads only `idle` is not reported: it ends with the idle time, not by collection.
void warn_about_endless(Reader& reader, const design::Design& design) {
  const bool reads_others = design::reads(design, Hook::kTrigger, "now") ||
                            design::reads(design, Hook::kTrigger, "host_programs") ||
                            design::reads(design, Hook::kTrigger, "all_programs");
  if (!reads_others || reads_counts(design, Hook::kTrigger) || reads_counts(design, Hook::kStop) ||
      reader.varies({"trigger", "stop"}))
    return;
  reader.context()
      .sink()
      .report(Code::W0295, design.policies[Hook::kTrigger].span)
      .help(
          "let `stop` define how much should be free, such as `stop: free_pages >= 10%`, or add such a bound to "
          "`trigger`");
}

const std::string kDefaultTrigger = fmt::format("free_pages < {}%", kDefaultTriggerPercent);
const std::string kDefaultStop = fmt::format("free_pages >= {}%", kDefaultTriggerPercent);

// `trigger` and `stop` count over the scope, `hard` over the plane.
struct Conditions {
  Formula of_scope, of_plane;
  NodeId trigger = kNoNode, stop = kNoNode, hard = kNoNode;
};

// A condition that is not given or has a mistake is kNoNode, except that the trigger has a default.
void read_conditions_of_scope(Reader& reader, const design::Design& design, Conditions& conditions) {
  Evaluator& evaluator = reader.context().evaluator;
  const u64 planes = design.planes_of_scope();
  const auto bindings = evaluator.scope().bindings();
  const Evaluator::Within within(evaluator, conditions.of_scope, &info(Hook::kTrigger));
  bind_counts(evaluator.scope(), conditions.of_scope, design.geometry, planes);
  evaluator.scope().bind_input(std::string(kIdleName),
                               Operand::of_node(conditions.of_scope.input(design::kIdle, {0, 1}), Type::kBool));
  conditions.trigger = reader.has("trigger")
                           ? predicate(reader, conditions.of_scope, "trigger")
                           : default_trigger(conditions.of_scope, planes * design.geometry.pages_per_plane());
  if (!reader.has("trigger")) reader.explain("trigger", kDefaultTrigger, {});
  if (reader.has("stop")) conditions.stop = predicate(reader, conditions.of_scope, "stop");
}

void read_condition_of_plane(Reader& reader, const design::Design& design, Conditions& conditions) {
  Evaluator& evaluator = reader.context().evaluator;
  const auto bindings = evaluator.scope().bindings();
  const Evaluator::Within within(evaluator, conditions.of_plane, &info(Hook::kHard));
  bind_counts(evaluator.scope(), conditions.of_plane, design.geometry, 1);
  if (reader.has("hard")) conditions.hard = predicate(reader, conditions.of_plane, "hard");
}

// Stores the conditions in the design. Returns false if one has a mistake or they contradict each other.
bool use_conditions(Reader& reader, Conditions& conditions, design::Design& design) {
  auto& [of_scope, of_plane, trigger, stop, hard] = conditions;
  if (trigger == kNoNode || (stop == kNoNode && reader.has("stop")) || (hard == kNoNode && reader.has("hard")))
    return false;
  if (!check_thresholds(reader, {of_scope, of_plane, design, trigger, stop, hard, kDefaultTrigger, kDefaultStop},
                        design.gc.preempt_page))
    return false;
  if (stop == kNoNode) stop = of_scope.make(Op::kNot, trigger);
  design.policies[Hook::kTrigger] = finished_function(of_scope, trigger, reader, "trigger", kDefaultTrigger);
  design.policies[Hook::kStop] =
      finished_function(of_scope, stop, reader, "stop", "not (" + design.policies[Hook::kTrigger].text + ")");
  if (!reader.has("stop"))
    reader.explain("stop", design.policies[Hook::kStop].text, {design::OriginKind::kDefault, {}, "not trigger"});
  if (hard != kNoNode) design.policies[Hook::kHard] = finished_function(of_plane, hard, reader, "hard", {});
  for (const design::Function* function :
       {&design.policies[Hook::kTrigger], &design.policies[Hook::kStop], &design.policies[Hook::kHard]}) {
    if (function->nodes.size() <= kMostNodes) continue;
    reader.context().sink().report(Code::E0221, function->span, kMostNodes).help("make the condition shorter");
    return false;
  }
  return true;
}

}  // namespace

std::span<const Key> gc_keys() { return kGcKeys; }

bool read_gc(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "gc", section, kGcKeys);
  read_scope(reader, design);
  Conditions conditions;
  read_conditions_of_scope(reader, design, conditions);
  read_condition_of_plane(reader, design, conditions);
  read_victim(reader, design);
  read_preempt(reader, design);
  design.config.cost_zero = reader.choice("cost", kZeroCosts);
  read_migration(reader, design);
  design.config.idle_on = reader.choice("idle", kSwitches);
  reader.fill(design.config);
  design.gc.avoid = reader.choice("avoid", kSwitches);
  reader.explain_fixed();
  if (!use_conditions(reader, conditions, design)) return false;
  warn_about_constants(reader, conditions.of_scope, design, conditions.trigger, conditions.stop);
  warn_about_idle_stop(reader, conditions.of_scope, design, conditions.stop);
  warn_about_endless(reader, design);
  return reader.sound();
}

}  // namespace ssd::check
