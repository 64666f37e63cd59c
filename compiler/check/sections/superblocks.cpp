// gc { superblock  scope }: blocks of several planes that are filled and collected as one (superblock.group), and what
// the conditions of collection count (collection.scope). Invariant: in a correct design with superblocks the scope is
// their group.
#include <fmt/format.h>

#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

using design::CollectionScope;
using diag::Code;

bool reads_idle(const design::Design& d, Hook hook) { return design::reads(d, hook, "idle"); }

std::vector<Clash> clashes_of(const design::Design& d) {
  constexpr std::string_view kWaits = "a superblock is collected without waiting for the clock";
  const bool by_word = d.config.multiplane == Willing::kBlind;
  return {
      {d.gc.same_die, "gc", "migrate", "migrate: same_die", "moved pages stay in their group",
       "write `migrate: same_plane`, or leave it out"},
      {d.config.any_idle_slots != 0, "gc", "migrate", "migrate: any_idle", "moved pages stay in their group",
       "write `migrate: same_plane`, or leave it out"},
      {d.config.replicas != 0, "gc", "replicate", "replicate", "a replica takes a page of one plane only",
       "leave it out"},
      {d.config.idle_on != 0, "gc", "idle", "idle: on", kWaits, "write `idle: off`, or leave it out"},
      {reads_idle(d, Hook::kTrigger), "gc", "trigger", "idle` in `trigger", kWaits,
       "let `trigger` read `free_pages` or `free_blocks` only"},
      {reads_idle(d, Hook::kStop), "gc", "stop", "idle` in `stop", kWaits,
       "let `stop` read `free_pages` or `free_blocks` only"},
      {d.gc.preempt_page, "gc", "preempt", "preempt",
       "its moves and erases are separate operations, and others run between them anyway",
       "write `preempt: never`, or leave it out"},
      {d.config.wear_static != 0, "wear", "level", "level: static", "it would take a block of one plane only",
       "write `level: dynamic`, or leave it out"},
      {d.start.even, "start", "state", "layout: even", "the blocks of its planes would be begun to different pages",
       "write `layout: random`, or leave it out"},
      {by_word || d.config.multiplane == Willing::kPredicate, "commands", "multiplane",
       by_word ? "multiplane: blind" : "multiplane(w)", "pages that are skipped would belong to other planes",
       "write `multiplane: wise`"},
  };
}

bool is_ordered(const design::Design& d) {
  return d.config.placement == Placement::kWriteOrder && d.allocation.order.has_value();
}

}  // namespace

CollectionScope superblock_stated(Context& context, const Group* gc) {
  const Entry* entry = gc == nullptr ? nullptr : gc->find("superblock");
  const ast::Expr* expr = entry == nullptr ? nullptr : plain_expression(*entry);
  const auto* name = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->node);
  if (name == nullptr) return CollectionScope::kPlane;
  if (const auto* word = find_word(design::kSuperblocks, name->text)) return word->value;
  Evaluator& evaluator = context.evaluator;
  if (evaluator.globals().names().find(Kind::kValue, name->text, expr->span.file) == nullptr)
    return CollectionScope::kPlane;
  const auto* word =
      find_word(design::kSuperblocks, evaluator.evaluate(*expr).value.text);  // a param that stands for a word
  return word == nullptr ? CollectionScope::kPlane : word->value;
}

void read_scope(Reader& gc, design::Design& design) {
  CollectionScope& scope = design.gc.scope;
  design.gc.superblock = gc.choice("superblock", design::kSuperblocks);  // before anything counts its pages
  const bool follows = design.gc.superblock != CollectionScope::kPlane;
  if (follows && !gc.has("scope")) {
    scope = design.gc.superblock;
    return gc.explain("scope", std::string(design::name(scope)),
                      {design::OriginKind::kDefault, {}, "that of `superblock`"});
  }
  scope = gc.choice("scope", design::kScopes);
  if (!follows || scope == design.gc.superblock || !gc.sound()) return;
  const std::string_view group = word_for(design::kSuperblocks, design.gc.superblock);
  gc.context()
      .sink()
      .report(Code::E0274, gc.entry("scope")->span(), design::name(scope), group)
      .help(fmt::format("write `scope: {}`, or leave it out", group));
  gc.fail();
  scope = design.gc.superblock;
}

bool check_superblock(Context& context, const Group& design_block, const design::Design& design) {
  if (design.gc.superblock == CollectionScope::kPlane) return true;
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "gc", .key = "superblock", .what = {}, .why = {}, .help = {}},
      design.span);
  bool sound = true;
  if (!is_ordered(design)) {
    context.sink()
        .report(Code::E0272, place, word_for(design::kSuperblocks, design.gc.superblock))
        .help("write `allocation: write_order channel > die > plane > chip`, or leave `superblock` out");
    sound = false;
  }
  return report_clashes(context, design_block, Code::E0273, place, clashes_of(design)) && sound;
}

}  // namespace ssd::check
