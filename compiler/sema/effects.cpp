// Keys that are right by themselves and change nothing in this design. Whoever wrote one expects something of it, so it is told, with the
// reason. Invariant: only what the design states itself is looked at, never a default, nor what its part says (a data sheet may give more
// than one drive uses); what it inherits only where its own geometry takes the effect away.
#include <fmt/format.h>

#include "compiler/sema/policy.h"
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

class Effects {
 public:
  Effects(Context& context, const Group& block, const design::Design& design) : context_(context), block_(block), design_(design) {}

  void warn() {
    warn_about_geometry();
    warn_about_cache();
    warn_about_suspension();
    warn_about_costs();
    warn_about_buffer();
    warn_about_collection();
    if (const Entry* queues = own("host", "queues"); queues != nullptr && design_.host.queues > 1 && design_.host.queue == 0)
      report(Code::W0260, *queues, design_.host.queues).help("bound the queues, as in `queue: 32`, or leave `queues` out");
  }

 private:
  // The entry of a key that this very design states.
  const Entry* own(std::string_view section, std::string_view key) const {
    const Entry* outer = block_.find(section);
    const Entry* entry = outer == nullptr || outer->group == nullptr ? nullptr : outer->group->find(key);
    return entry != nullptr && entry->owner == context_.owner ? entry : nullptr;
  }

  // The entry of a key that this design states, or that it inherits while it states the geometry's count that decides its effect.
  const Entry* own_or_undone(std::string_view key, std::string_view count) const {
    if (const Entry* entry = own("commands", key); entry != nullptr || own("geometry", count) == nullptr) return entry;
    const Entry* outer = block_.find("commands");
    return outer == nullptr || outer->group == nullptr ? nullptr : outer->group->find(key);
  }

  template <class... Args>
  diag::Diagnostic& report(Code code, const Entry& entry, const Args&... args) {
    return context_.sink().report(code, entry.span(), args...);
  }

  void warn_about_geometry() {
    const design::Geometry& g = design_.geometry;
    const design::Commands& c = design_.commands;
    const Entry *multiplane = own_or_undone("multiplane", "planes"), *interleave = own_or_undone("interleave", "dies");
    const Entry* copyback = own_or_undone("copyback", "pages");
    if (multiplane != nullptr && c.multiplane != Willing::kNo && g.planes == 1)
      report(Code::W0252, *multiplane).help("leave it out, or give the dies more planes");
    if (interleave != nullptr && c.interleave && g.dies == 1)
      report(Code::W0253, *interleave).help("leave it out, or give the chips more dies");
    if (copyback == nullptr || c.copyback == Willing::kNo) return;
    if (g.pages == 1 && c.copyback == Willing::kBlind)
      report(Code::W0255, *copyback).help("write `copyback: wise`, which is the same here");
    else if (g.pages % 2 == 1 && g.pages > 1)
      report(Code::W0256, *copyback, g.pages).help("give the blocks an even number of pages, if the part has one");
  }

  void warn_about_cache() {
    const Entry* cache = own("commands", "cache");
    if (cache == nullptr || !design_.commands.cache || design_.allocation.placement != Placement::kDynamicOrder) return;
    report(Code::W0254, *cache).help("nothing needs to change if that is meant; `static`, `write_order` and `cost(u)` let programs chain");
  }

  // The host's reads against all that can be suspended, by the intervals of the priority.
  bool reads_can_go_first() {
    if (design_.schedule.priority_class == PriorityClass::kConstant) return false;
    Formula formula;
    const Operand op = record_of(Hook::kPriority, "op", formula, design_);
    const NodeId priority = rebuilt(design_.schedule.priority, formula);
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

  // The inputs are in the graph already, with their intervals.
  static NodeId rebuilt(const design::Function& function, Formula& formula) {
    std::vector<NodeId> ids;
    for (const Node& n : function.nodes) {
      if (n.op == Op::kConstant)
        ids.push_back(formula.constant(n.value));
      else if (n.op == Op::kInput)
        ids.push_back(formula.input(static_cast<u32>(n.value), {}));
      else
        ids.push_back(formula.make(n.op, ids[n.a], operands(n.op) > 1 ? ids[n.b] : 0, operands(n.op) > 2 ? ids[n.c] : 0));
    }
    return ids[function.result];
  }

  void warn_about_suspension() {
    if (!design_.commands.suspend) return;
    const Entry *suspend = own("commands", "suspend"), *priority = own("schedule", "priority");
    const Entry* stated = suspend != nullptr ? suspend : priority;
    if (stated == nullptr || reads_can_go_first()) return;
    report(Code::W0257, *stated).help("leave `priority` out, or write `priority(op): if op.is_read and op.is_host then 1 else 0`");
  }

  // A cost, a limit or a rule of a command that the design never gives.
  void warn_about_costs() {
    struct Row {
      std::string_view section, key, command;
      bool used;
    };
    const design::Commands& c = design_.commands;
    const bool multiplane = c.multiplane != Willing::kNo;
    const std::array rows{
        Row{"nand", "suspend", "suspend: always", c.suspend},
        Row{"nand", "resume", "suspend: always", c.suspend},
        Row{"nand", "dummy_busy", "multiplane: wise", multiplane},
        Row{"nand", "cache_busy", "cache: always", c.cache},
        Row{"commands", "suspend_limit", "suspend: always", c.suspend},
        Row{"commands", "multiplane_address", "multiplane: wise", multiplane},
    };
    for (const Row& row : rows) {
      const Entry* entry = own(row.section, row.key);
      if (entry == nullptr || row.used) continue;
      const std::string_view command = row.command.substr(0, row.command.find(':'));
      report(Code::W0258, *entry, row.key, command).help(fmt::format("write `commands {{ {} }}`, or leave `{}` out", row.command, row.key));
    }
  }

  void warn_about_buffer() {
    if (design_.buffer.slots != 0) return;
    for (const char* key : {"policy", "write_back", "readahead"}) {
      if (const Entry* entry = own("buffer", key)) {
        report(Code::W0259, *entry, key).help(fmt::format("give the buffer a `size`, or leave `{}` out", key));
      }
    }
  }

  // What is said of collections between whose moves nothing can come.
  void warn_about_collection() {
    const design::Gc& gc = design_.gc;
    for (const char* key : {"preempt", "hard"}) {
      const Entry* entry = own("gc", key);
      if (entry == nullptr || (!gc.preempt_page && std::string_view(key) == "preempt")) continue;
      if (gc.cost_zero)
        report(Code::W0263, *entry, key, "collection takes no time (`cost: zero`)").help(fmt::format("leave `{}` out", key));
      else if (!gc.preempt_page)
        report(Code::W0263, *entry, key, "collections are not preempted (`preempt: never`)").help("write `preempt: page`, or leave `hard` out");
    }
  }

  Context& context_;
  const Group& block_;
  const design::Design& design_;
};

}  // namespace

void warn_about_effects(Context& context, const Group& design_block, const design::Design& design) {
  Effects(context, design_block, design).warn();
}

}  // namespace ssd::sema
