// The table of keys that can be idle: see effects.h. Invariant: only what the design states itself is told, never a default, nor what its
// part says (a data sheet may give more than one drive uses); what it inherits only where its own geometry takes the effect away.
#include "compiler/sema/effects.h"

#include <fmt/format.h>

#include <limits>

#include "compiler/sema/policy.h"

namespace ssd::sema {
namespace {

using diag::Code;

struct Row {
  std::string_view section, key;
  bool idle;
  Code code;
  std::string first, second;
  std::string help;
  std::string_view count = {};  // the number of the geometry that decides
};

constexpr Interval kAnyInt{std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()};

// The inputs are in the graph already, with their intervals.
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
      // What sema found sound with more knowledge than its operands' intervals.
      ids.push_back(made == kNoNode ? formula.make_within(n.op, ids[n.a], b, kAnyInt) : made);
    }
  }
  return ids[function.result];
}

// The host's reads against all that can be suspended, by the intervals of the priority.
bool reads_can_go_first(const design::Design& design) {
  if (design.schedule.priority_class == PriorityClass::kConstant) return false;
  Formula formula;
  const Operand op = record_of(Hook::kPriority, "op", formula, design);
  const NodeId priority = rebuilt(design.schedule.priority, formula);
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
  return read > range({"is_write", "is_host"}).low || read > range({"is_write", "is_gc"}).low || read > range({"is_erase", "is_gc"}).low;
}

void add_commands(std::vector<Row>& rows, const design::Design& d) {
  const design::Geometry& g = d.geometry;
  const design::Commands& c = d.commands;
  const bool odd = g.pages % 2 == 1 && g.pages > 1;
  rows.push_back({"commands", "multiplane", c.multiplane != Willing::kNo && g.planes == 1, Code::W0252, {}, {},
                  "leave it out, or give the dies more planes", "planes"});
  rows.push_back({"commands", "interleave", c.interleave && g.dies == 1, Code::W0253, {}, {},
                  "leave it out, or give the chips more dies", "dies"});
  rows.push_back({"commands", "copyback", c.copyback == Willing::kBlind && g.pages == 1, Code::W0255, {}, {},
                  "write `copyback: wise`, which is the same here", "pages"});
  rows.push_back({"commands", "copyback", c.copyback != Willing::kNo && odd, Code::W0256, std::to_string(g.pages), {},
                  "give the blocks an even number of pages, if the part has one", "pages"});
  rows.push_back({"commands", "cache", c.cache && d.allocation.placement == Placement::kDynamicOrder, Code::W0254, {}, {},
                  "nothing needs to change if that is meant; `static`, `write_order` and `cost(u)` let programs chain"});
}

// A cost, a limit or a rule of a command that the design never gives.
void add_costs(std::vector<Row>& rows, const design::Design& d) {
  const bool multiplane = d.commands.multiplane != Willing::kNo;
  struct Cost {
    std::string_view section, key, command, word;
    bool given;
  };
  for (const Cost& cost : {Cost{"nand", "suspend", "suspend", "always", d.commands.suspend},
                           Cost{"nand", "resume", "suspend", "always", d.commands.suspend},
                           Cost{"nand", "dummy_busy", "multiplane", "wise", multiplane},
                           Cost{"nand", "cache_busy", "cache", "always", d.commands.cache},
                           Cost{"commands", "suspend_limit", "suspend", "always", d.commands.suspend},
                           Cost{"commands", "multiplane_address", "multiplane", "wise", multiplane}}) {
    rows.push_back({cost.section, cost.key, !cost.given, Code::W0258, std::string(cost.key), std::string(cost.command),
                    fmt::format("write `commands {{ {}: {} }}`, or leave `{}` out", cost.command, cost.word, cost.key)});
  }
}

void add_buffer_and_host(std::vector<Row>& rows, const design::Design& d) {
  for (const std::string_view key : {"policy", "write_back", "readahead"}) {
    rows.push_back({"buffer", key, d.buffer.slots == 0, Code::W0259, std::string(key), {},
                    fmt::format("give the buffer a `size`, or leave `{}` out", key)});
  }
  rows.push_back({"host", "queues", d.host.queues > 1 && d.host.queue == 0, Code::W0260, std::to_string(d.host.queues), {},
                  "bound the queues, as in `queue: 32`, or leave `queues` out"});
  rows.push_back({"host", "read_modify_write", d.geometry.page_bytes == d.geometry.sector_bytes, Code::W0286, "read_modify_write",
                  "a page is one sector, so no write covers a part of a page", "leave it out, or give the pages more sectors"});
}

// What is said of collections between whose moves nothing can come.
void add_collection(std::vector<Row>& rows, const design::Design& d) {
  const std::string no_time = "collection takes no time (`cost: zero`)";
  rows.push_back({"gc", "preempt", d.gc.cost_zero && d.gc.preempt_page, Code::W0263, "preempt", no_time, "leave `preempt` out"});
  rows.push_back({"gc", "hard", d.gc.cost_zero || !d.gc.preempt_page, Code::W0263, "hard",
                  d.gc.cost_zero ? no_time : "collections are not preempted (`preempt: never`)",
                  d.gc.cost_zero ? "leave `hard` out" : "write `preempt: page`, or leave `hard` out"});
}

std::vector<Row> rows_of(const design::Design& design, bool states_suspend) {
  std::vector<Row> rows;
  add_commands(rows, design);
  const bool never_suspends = design.commands.suspend && !reads_can_go_first(design);
  rows.push_back({states_suspend ? "commands" : "schedule", states_suspend ? "suspend" : "priority", never_suspends, Code::W0257, {}, {},
                  "leave `priority` out, or write `priority(op): if op.is_read and op.is_host then 1 else 0`"});
  add_costs(rows, design);
  add_buffer_and_host(rows, design);
  add_collection(rows, design);
  return rows;
}

const Entry* stated(const Group& block, std::string_view section, std::string_view key) {
  const Entry* outer = block.find(section);
  return outer == nullptr || outer->group == nullptr ? nullptr : outer->group->find(key);
}

bool owns(const Context& context, const Entry* entry) { return entry != nullptr && entry->owner == context.owner; }

}  // namespace

void Effects::look(Context& context, const Group& block, const design::Design& design, bool told) {
  for (Row& row : rows_of(design, owns(context, stated(block, "commands", "suspend")))) {
    const Entry* entry = stated(block, row.section, row.key);
    if (entry == nullptr) continue;
    const bool undone = !row.count.empty() && owns(context, stated(block, "geometry", row.count));
    if (!row.idle)
      used_.insert(entry->key);
    else if (told && (undone || owns(context, entry)))
      idle_.push_back({undone ? nullptr : entry->key, entry->span(), row.code, std::move(row.first), std::move(row.second), std::move(row.help)});
  }
}

// What a design undoes by its own geometry is told whoever else uses the key.
void Effects::report(diag::Sink& sink) const {
  for (const Idle& idle : idle_) {
    if (idle.key == nullptr || !used_.contains(idle.key)) sink.report(idle.code, idle.span, idle.first, idle.second).help(idle.help);
  }
}

}  // namespace ssd::sema
