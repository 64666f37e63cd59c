// schedule: which operation goes first where several are ready for one resource.
#include <fmt/format.h>

#include "compiler/sema/idle_policies.h"
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

constexpr std::array kKeys{
    Key{.name = "priority",
        .form = Form::kOwn,
        .fallback = "0",
        .doc = "which of the operations that are ready for the same resource goes first; ties in order of arrival",
        .takes = "a function",
        .record = "op",
        .yields = "a score: the highest goes first"},
    Key{.name = "reorder",
        .form = Form::kWord,
        .fallback = "any",
        .words = "fifo any",
        .meanings = "each unit serves its operations in the order in which they came | whichever is ready, by `priority`",
        .doc = "whether a unit may serve its operations in another order than they came"},
};
constexpr std::array kFifoOrders{Word{"fifo", true}, Word{"any", false}};
constexpr u32 kKindInputs = 5;  // is_read is_write is_erase is_gc is_host, the first of the hook's

// By what the program reads, not by what the text mentions: a branch that is never taken reads nothing.
PriorityClass class_of(const design::Function& priority) {
  bool reads = false, only_kinds = true;
  for (const Node& node : priority.nodes) {
    if (node.op != Op::kInput) continue;
    reads = true;
    only_kinds &= node.value < static_cast<i64>(kKindInputs);
  }
  return !reads ? PriorityClass::kConstant : only_kinds ? PriorityClass::kByKind : PriorityClass::kGeneral;
}

// Suspension without a priority would never happen: then the reads of the host go first (S35).
design::Function reads_first(const design::Design& design) {
  Formula formula;
  const Operand op = record_of(Hook::kPriority, "op", formula, design);
  const auto input = [&](std::string_view name) {
    return std::ranges::find(op.record->fields, name, &std::pair<std::string, Operand>::first)->second.node;
  };
  const NodeId both = formula.make(Op::kAnd, input("is_read"), input("is_host"));
  return default_function(formula, formula.make(Op::kSelect, both, formula.constant(1), formula.constant(0)),
                          "if op.is_read and op.is_host then 1 else 0");
}

}  // namespace

std::span<const Key> schedule_keys() { return kKeys; }

bool read_schedule(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "schedule", section, kKeys);
  design::Schedule& schedule = design.schedule;
  if (reader.has("priority")) {
    Formula formula;
    auto policy = read_policy(reader, "priority", record_of(Hook::kPriority, "op", formula, design), formula, Yields::kScore);
    if (policy) look_at_priority(reader, *policy);
    if (policy && !policy->constant()) schedule.priority = std::move(policy->function);
  } else if (design.commands.suspend) {
    schedule.priority = reads_first(design);
    reader.explain("priority(op)", schedule.priority.text, {design::OriginKind::kDefault, {}, "suspend: always"});
  } else {
    reader.explain("priority", "0", {});
  }
  schedule.priority_class = class_of(schedule.priority);
  if (schedule.priority_class == PriorityClass::kConstant) schedule.priority = {};
  schedule.reorder_fifo = reader.choice("reorder", kFifoOrders);
  return reader.sound();
}

}  // namespace ssd::sema
