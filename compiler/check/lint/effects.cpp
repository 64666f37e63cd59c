// The table of keys that can be without effect: see effects.h. Invariant: only keys that the design states itself are
// reported. Defaults are not, nor the keys of its part, because a data sheet may give more than a drive uses. An
// inherited key is reported only if the design's own geometry makes it useless.
#include "compiler/check/lint/effects.h"

#include <fmt/format.h>

#include <limits>

#include "compiler/check/expr/policy.h"
#include "compiler/check/expr/reach.h"
#include "compiler/check/lint/effect_rows.h"
#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr Interval kEveryInt{std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()};

// Builds the function's nodes again in the formula, which already contains the inputs with their intervals.
NodeId rebuilt(const design::Function& function, Formula& formula) {
  std::vector<NodeId> ids;
  for (const Node& n : function.nodes) {
    if (n.op == Op::kConstant)
      ids.push_back(formula.constant(n.value));
    else if (n.op == Op::kInput)
      ids.push_back(formula.input(static_cast<u32>(n.value), {}));
    else {
      const NodeId b = operands(n.op) > 1 ? ids[n.b] : 0;
      const NodeId made = formula.make(n.op, ids[n.a], b, operands(n.op) > 2 ? ids[n.c] : 0);
      // The checker knew more than the operands' intervals when it accepted this operation.
      ids.push_back(made == kNoNode ? formula.make_within(n.op, ids[n.a], b, kEveryInt) : made);
    }
  }
  return ids[function.result];
}

// Whether a read of the host can have a higher priority than something that can be suspended, by the intervals of the
// priority.
bool reads_can_go_first(const design::Design& design) {
  if (design.config.priority_class == PriorityClass::kConstant) return false;
  Formula formula;
  const Operand op = record_of(Hook::kPriority, "op", formula, design);
  const NodeId priority = rebuilt(design.policies[Hook::kPriority], formula);
  const auto range = [&](std::initializer_list<std::string_view> truths) {
    std::vector<Constraint> constraints;
    for (const auto& [name, field] : op.record->fields) {
      if (!name.starts_with("is_")) continue;
      const Wide truth = std::ranges::find(truths, name) != truths.end() ? 1 : 0;
      constraints.push_back({field.node, {truth, truth}});
    }
    return formula.range_under(priority, constraints).value_or(formula.range(priority));
  };
  const Wide read = range({"is_read", "is_host"}).high;
  return read > range({"is_write", "is_host"}).low || read > range({"is_write", "is_gc"}).low ||
         read > range({"is_erase", "is_gc"}).low;
}

void add_commands(std::vector<EffectRow>& rows, const design::Design& d) {
  const design::Geometry& g = d.geometry;
  const Config& c = d.config;
  const bool odd = g.pages % 2 == 1 && g.pages > 1, multiplane = c.multiplane != Willing::kNo;
  const KeyPlace planes{"geometry", "planes"}, pages{"geometry", "pages"};
  rows.push_back({{"commands", "multiplane"},
                  multiplane && g.planes == 1,
                  Code::W0252,
                  {},
                  {},
                  "leave it out, or give the dies more planes",
                  planes});
  rows.push_back({{"commands", "interleave"},
                  c.interleave && g.dies == 1,
                  Code::W0253,
                  {},
                  {},
                  "leave it out, or give the chips more dies",
                  {"geometry", "dies"}});
  rows.push_back({{"commands", "copyback"},
                  c.copyback == Willing::kBlind && g.pages == 1,
                  Code::W0255,
                  {},
                  {},
                  "write `copyback: wise`, which is the same here",
                  pages});
  rows.push_back({{"commands", "copyback"},
                  c.copyback != Willing::kNo && odd,
                  Code::W0256,
                  std::to_string(g.pages),
                  {},
                  "give the blocks an even number of pages, if the part has one",
                  pages});
  rows.push_back(
      {{"commands", "cache"},
       c.cache && d.config.placement == Placement::kDynamicOrder,
       Code::W0254,
       {},
       {},
       "nothing needs to change if this is intended; `static`, `write_order` and `cost(u)` let programs chain"});
  rows.push_back({{"commands", "plane_reads"},
                  c.plane_reads && g.planes == 1,
                  Code::W0286,
                  "plane_reads",
                  "a die has one plane",
                  "leave it out, or give the dies more planes",
                  planes});
  struct OfPlanes {
    KeyPlace at;
    bool one;
  };
  for (const OfPlanes& of : {OfPlanes{{"commands", "multiplane_address"}, g.planes == 1},
                             OfPlanes{{"nand", "dummy_busy"}, g.planes == 1 && d.lock_step == 1}}) {
    rows.push_back({of.at, multiplane && of.one, Code::W0286, std::string(of.at.key), "a die has one plane",
                    "leave it out, or give the dies more planes", planes});
  }
}

// Adds rows for costs, limits and rules of a command that the design never uses.
void add_costs(std::vector<EffectRow>& rows, const design::Design& d) {
  const bool multiplane = d.config.multiplane != Willing::kNo;
  const bool busy_between_planes = multiplane || d.lock_step != 1;  // iu.lock_step
  struct Cost {
    KeyPlace at;
    std::string_view command, word;
    bool given;
  };
  for (const Cost& cost : {Cost{{"nand", "suspend"}, "suspend", "always", d.config.suspend_on != 0},
                           Cost{{"nand", "resume"}, "suspend", "always", d.config.suspend_on != 0},
                           Cost{{"nand", "dummy_busy"}, "multiplane", "wise", busy_between_planes},
                           Cost{{"nand", "cache_busy"}, "cache", "always", d.config.cache != 0},
                           Cost{{"commands", "suspend_limit"}, "suspend", "always", d.config.suspend_on != 0},
                           Cost{{"commands", "multiplane_address"}, "multiplane", "wise", multiplane}}) {
    rows.push_back(
        {cost.at,
         !cost.given,
         Code::W0258,
         std::string(cost.at.key),
         std::string(cost.command),
         fmt::format("write `commands {{ {}: {} }}`, or leave `{}` out", cost.command, cost.word, cost.at.key),
         {"commands", cost.command}});
  }
}

// Adds rows for what a part states about its pages; it matters only if a latency or a policy reads it.
void add_part(std::vector<EffectRow>& rows, const design::Design& d, const FieldsRead& read) {
  const bool asked = read.contains("page", "kind");
  rows.push_back({{"nand", "page_kind"},
                  !asked,
                  Code::W0286,
                  "page_kind",
                  "no latency reads the kind of a page",
                  "let `read` or `program` read `p.kind`, or leave `page_kind` out"});
  rows.push_back({{"nand", "cell"},
                  d.nand.cell != design::Cell::kSlc && !asked && !read.contains("block", "kind"),
                  Code::W0286,
                  "cell",
                  "no latency and no policy reads the kind of a page or block",
                  "let a latency read `p.kind`, or leave `cell` out"});
  rows.push_back({{"nand", "erase"},
                  d.config.cost_zero != 0,
                  Code::W0286,
                  "erase",
                  "collection takes no time (`cost: zero`)",
                  "leave it out",
                  {"gc", "cost"}});
}

// Why no program waits for another although the design says so; empty if some may, or there is no buffer.
std::string_view idle_gathering(const design::Design& d) {
  if (d.flushing.gather == design::CollectionScope::kPlane || d.config.buffer_slots == 0) return "";
  if (d.config.write_back == 0) return "writes go through to flash (`write_back: false`)";
  if (config(d).flush == Flush::kFull) return "no page of the buffer is flushed (`flush: full`)";
  if (d.programs_gathered() == 1) return "there is one plane, so no program has partners";
  return d.config.gather_time == 0 ? "it waits for no time (`for: 0ns`)" : "";
}

void add_buffer(std::vector<EffectRow>& rows, const design::Design& d) {
  const KeyPlace size{"buffer", "size"};
  for (const std::string_view key : {"policy", "write_back", "flush", "gather", "protected", "readahead"}) {
    rows.push_back({{"buffer", key},
                    d.config.buffer_slots == 0,
                    Code::W0259,
                    std::string(key),
                    {},
                    fmt::format("give the buffer a `size`, or leave `{}` out", key),
                    size});
  }
  rows.push_back({{"buffer", "flush"},
                  d.config.buffer_slots != 0 && d.config.write_back == 0,
                  Code::W0286,
                  "flush",
                  "writes go through to flash (`write_back: false`), so no page of the buffer is dirty",
                  "write `write_back: true`, or leave `flush` out",
                  {"buffer", "write_back"}});
  rows.push_back({{"buffer", "gather"},
                  !idle_gathering(d).empty(),
                  Code::W0286,
                  "gather",
                  std::string(idle_gathering(d)),
                  "leave `gather` out",
                  size});
  rows.push_back({{"buffer", "protected"},
                  d.config.buffer_slots != 0 && d.config.write_back == 0,
                  Code::W0286,
                  "protected",
                  "writes go through to flash (`write_back: false`), so nothing has to be kept",
                  "write `write_back: true`, or leave `protected` out",
                  {"buffer", "write_back"}});
  rows.push_back({{"buffer", "policy"},
                  d.config.buffer_slots >= d.config.logical_pages,
                  Code::W0286,
                  "policy",
                  "the buffer has room for every logical page, so no page is evicted",
                  "give the buffer a smaller `size`, or leave `policy` out",
                  size});
}

// Whether `idle: on` is the only reason why the design is placed at issue (collection.background).
bool idle_alone_places_at_issue(const design::Design& d) {
  if (!d.config.idle_on) return false;
  design::Design without = d;
  without.config.idle_on = 0;
  return !design::placed_at_issue(without);
}

// Adds rows for keys about collections that are never interrupted or take no time.
void add_collection(std::vector<EffectRow>& rows, const design::Design& d) {
  const bool zero = d.config.cost_zero;
  const std::string no_time = "collection takes no time (`cost: zero`)";
  const KeyPlace cost{"gc", "cost"};
  rows.push_back(
      {{"gc", "preempt"}, zero && d.gc.preempt_page, Code::W0263, "preempt", no_time, "leave `preempt` out", cost});
  rows.push_back(
      {{"gc", "hard"},
       zero || !d.gc.preempt_page,
       Code::W0263,
       "hard",
       zero ? no_time : "collections are not preempted (`preempt: never`)",
       zero || d.planes_of_superblock() > 1 ? "leave `hard` out" : "write `preempt: page`, or leave `hard` out",
       zero ? cost : KeyPlace{"gc", "preempt"}});
  rows.push_back(
      {{"gc", "stream"},
       d.config.shared_stream == kNoStream && !d.policies[Hook::kMoveStream].given(),
       Code::W0286,
       "stream",
       fmt::format("moved pages have blocks of their own (`active: {}`)", d.gc.by_stream ? "by_stream" : "separate"),
       "write `active: shared`, or leave `stream` out",
       {"gc", "active"}});
  rows.push_back({{"gc", "active"},
                  d.gc.by_stream && d.allocation.streams.size() == 1,
                  Code::W0286,
                  "active: by_stream",
                  "all writes belong to one stream",
                  "name streams in `allocation`, or leave `active` out"});
  rows.push_back({{"gc", "scope"},
                  d.gc.scope != design::CollectionScope::kPlane && d.planes_of_scope() == 1,
                  Code::W0286,
                  "scope",
                  "it holds one plane",
                  "leave it out",
                  {"geometry", "planes"}});
  const bool spans = d.gc.superblock != design::CollectionScope::kPlane;
  rows.push_back({{"gc", "superblock"},
                  spans && d.planes_of_superblock() == 1,
                  Code::W0286,
                  "superblock",
                  "it holds one plane",
                  "leave it out",
                  {"geometry", "planes"}});
  rows.push_back({{"commands", "copyback"},
                  d.config.copyback != Willing::kNo && d.planes_of_superblock() > 1,
                  Code::W0286,
                  "copyback",
                  "the pages of superblocks are moved over the bus",
                  "leave it out",
                  {"gc", "superblock"}});
  rows.push_back({{"gc", "migrate"},
                  zero && (d.config.any_idle_slots != 0 || d.gc.same_die),
                  Code::W0263,
                  d.gc.same_die ? "migrate: same_die" : "migrate: any_idle",
                  no_time,
                  "leave `migrate` out",
                  cost});
  rows.push_back({{"gc", "migrate"},
                  d.gc.same_die && d.geometry.planes == 1,
                  Code::W0286,
                  "migrate: same_die",
                  "a die has one plane",
                  "leave it out, or give the dies more planes",
                  {"geometry", "planes"}});
  rows.push_back(
      {{"gc", "replicate"}, zero && d.config.replicas != 0, Code::W0271, no_time, {}, "leave `replicate` out", cost});
  const bool asks_for_idle = design::reads(d, Hook::kTrigger, "idle") || design::reads(d, Hook::kStop, "idle");
  rows.push_back({{"gc", "idle"}, d.config.idle_on && zero, Code::W0263, "idle", no_time, "leave `idle` out", cost});
  rows.push_back(
      {{"gc", "idle"},
       d.config.idle_on && !zero && !d.policies[Hook::kStop].span.known(),
       Code::W0286,
       "idle: on",
       fmt::format(
           "without `stop`, idle units collect only while `trigger` holds, as they would anyway{}",
           idle_alone_places_at_issue(d) ? " (though pages get their place when their programs are granted)" : ""),
       "set how much should be free, as in `stop: free_pages >= 20%`"});
  rows.push_back({{"gc", "idle_after"},
                  !d.config.idle_on && !asks_for_idle,
                  Code::W0286,
                  "idle_after",
                  "units do not collect in the background (`idle: off`)",
                  "write `idle: on`, or leave `idle_after` out",
                  {"gc", "idle"}});
  rows.push_back({{"gc", "avoid"},
                  d.gc.avoid && !design::limits_queues(d),
                  Code::W0286,
                  "avoid",
                  "in a queue without a limit no request waits",
                  "limit the queue, as in `host { queue: 32 }`, or leave `avoid` out",
                  {"host", "queue"}});
  rows.push_back({{"gc", "replicate"},
                  d.config.replicas == 0,
                  Code::W0286,
                  "replicate",
                  "`pages: 0` makes no copies",
                  "leave it out, or set how many, as in `replicate { pages: 128 }`",
                  {"gc.replicate", "pages"}});
}

std::vector<EffectRow> rows_of(const design::Design& design, const FieldsRead& read, bool states_suspend) {
  std::vector<EffectRow> rows;
  add_commands(rows, design);
  const bool never_suspends = design.config.suspend_on && !reads_can_go_first(design);
  rows.push_back({states_suspend ? KeyPlace{"commands", "suspend"} : KeyPlace{"schedule", "priority"},
                  never_suspends,
                  Code::W0257,
                  {},
                  {},
                  "leave `priority` out, or write `priority(op): if op.is_read and op.is_host then 1 else 0`",
                  {"schedule", "priority"}});
  add_costs(rows, design);
  add_part(rows, design, read);
  add_buffer(rows, design);
  add_host_effects(rows, design);
  add_collection(rows, design);
  return rows;
}

const Entry* stated(const Group& block, const KeyPlace& place) {
  const Group* group = &block;
  for (std::string_view left = place.section; !left.empty() && group != nullptr;) {
    const std::size_t dot = left.find('.');
    const Entry* entry = group->find(left.substr(0, dot));
    group = entry == nullptr ? nullptr : entry->group.get();
    left = dot == std::string_view::npos ? std::string_view{} : left.substr(dot + 1);
  }
  return group == nullptr || place.key.empty() ? nullptr : group->find(place.key);
}

bool owns(const Context& context, const Entry* entry) { return entry != nullptr && entry->owner == context.owner; }

// Whether the value depends on a param. Another value of the param may then give the key an effect.
bool varies(const Context& context, const Entry* entry) {
  if (entry == nullptr || entry->property == nullptr) return false;
  Reach reach(context.evaluator.globals().names());
  reach.add(entry->property->value);
  return !reach.params().empty();
}

}  // namespace

void Effects::look(Context& context, const Group& block, const design::Design& design, bool told) {
  for (EffectRow& row : rows_of(design, context.fields_read, owns(context, stated(block, {"commands", "suspend"})))) {
    const Entry *entry = stated(block, row.at), *by = stated(block, row.by);
    if (entry == nullptr) continue;
    const bool undone = row.by.section == kGeometry && owns(context, by);
    if (!row.idle)
      used_.emplace(entry->key, row.code);
    else if (told && (undone || owns(context, entry)) && !varies(context, by))
      idle_.push_back({undone ? nullptr : entry->key, entry->span(), row.code, std::move(row.first),
                       std::move(row.second), std::move(row.help), owns(context, entry) ? "" : context.owner});
  }
}

// A key that the design's own geometry makes useless is reported even if other designs use the key.
void Effects::report(diag::Sink& sink) const {
  for (const Idle& idle : idle_) {
    if (idle.key != nullptr && used_.contains({idle.key, idle.code})) continue;
    diag::Diagnostic& d = sink.report(idle.code, idle.span, idle.first, idle.second).help(idle.help);
    if (!idle.design.empty()) d.note({}, said_of(idle.design));
  }
}

}  // namespace ssd::check
