// schedule: which operation goes first if several are ready for one resource.
#include <fmt/format.h>

#include <bit>

#include "compiler/check/expr/trend.h"
#include "compiler/check/sections/idle_policies.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

constexpr std::array kScheduleKeys{
    Key{.name = "priority",
        .form = Form::kOwn,
        .fallback = "0",
        .doc = "which of the operations that are ready for the same resource goes first; ties go in order of arrival",
        .takes = "a function",
        .record = "op",
        .yields = "a score: the highest goes first"},
    Key{.name = "reorder",
        .form = Form::kWord,
        .fallback = "any",
        .words = "fifo requests any",
        .meanings =
            "each unit serves its operations in order of arrival | a request begins when every earlier request "
            "that needs one of its channels is complete, and each unit serves ready operations of requests that "
            "may begin, by `priority` | each unit serves a ready operation, by `priority`",
        .doc = "whether operations, or whole requests, may be served in another order than that of arrival"},
};
enum class Reorder : std::uint8_t { kFifo, kRequests, kAny };
constexpr std::array kReorders{Word{"fifo", Reorder::kFifo}, Word{"requests", Reorder::kRequests},
                               Word{"any", Reorder::kAny}};
constexpr u32 kKindInputs = input_mask(Hook::kPriority, "is_read", "is_write", "is_erase", "is_gc", "is_host");
constexpr u32 kBytes = input_mask(Hook::kPriority, "bytes");
// The other inputs in which operations of one queue differ.
constexpr u32 kOwnInputs = kBytes | input_mask(Hook::kPriority, "pages", "lpn", "queue");
// Inputs that are known when an operation enters a queue, and do not change afterwards; but a read of indirection units
// gets the bytes of those that join it (iu.read).
constexpr u32 kFixedInputs =
    kKindInputs | kOwnInputs | input_mask(Hook::kPriority, "unit.channel", "unit.chip", "unit.die", "unit.plane");
constexpr u32 kWaited = input_mask(Hook::kPriority, "waited");

u32 inputs_of(const design::Function& function) {
  u32 inputs = 0;
  for (const Node& node : function.nodes) inputs |= node.op == Op::kInput ? u32{1} << node.value : 0;
  return inputs;
}

// The class depends on what the program reads, not on what the text mentions: a branch that is never taken reads
// nothing. `waits` is how the priority moves with `waited`.
PriorityClass class_of(const design::Function& priority, const Trend& waits, bool reads_join) {
  const u32 inputs = inputs_of(priority);
  if (inputs == 0) return PriorityClass::kConstant;
  if ((inputs & ~kKindInputs) == 0) return PriorityClass::kByKind;
  const bool grows = reads_join && (inputs & kBytes) != 0;
  if ((inputs & ~kFixedInputs) == 0 && !grows && priority.checks.empty()) return PriorityClass::kFixed;
  const bool oldest_first = (inputs & kOwnInputs) == 0 && waits.never_falls();
  return oldest_first && priority.checks.empty()
             ? PriorityClass::kByAge
             : PriorityClass::kGeneral;  // a check that fails must be found where it fails
}

constexpr std::array<std::string_view, kSeenKinds> kSeenKindNames{
    "a read of the host",     "a program of the host",     "a collection that has not begun",
    "a read of a collection", "a program of a collection", "an erase"};

// The table of a priority by kind is made before the run, so a kind without a value is reported now.
bool has_value_for_each_kind(Reader& reader, const design::Function& priority) {
  for (u32 kind = 0; kind < kSeenKinds; ++kind) {
    u32 fault = 0;
    design::priority_of_kind(priority, static_cast<SeenKind>(kind), fault);
    if (fault == 0) continue;
    const design::Check& check = priority.checks[fault - 1];
    reader.context()
        .sink()
        .report(diag::Code::E0130, check.span, check.text,
                fmt::format("it has no value for {}", kSeenKindNames.at(kind)))
        .help("skip it with an `if` on the kind of the operation");
    return false;
  }
  return true;
}

// Without a priority nothing would ever be suspended, so by default the reads of the host go first (command.suspend).
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

std::span<const Key> schedule_keys() { return kScheduleKeys; }

bool read_schedule(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "schedule", section, kScheduleKeys);
  Function& priority = design.policies[Hook::kPriority];
  PriorityClass& found = design.config.priority_class;
  Trend waits;
  if (reader.has("priority")) {
    Formula formula;
    auto policy = read_policy(reader, Hook::kPriority, formula, design);
    if (policy) look_at_priority(reader, *policy);
    if (policy && !policy->constant()) {
      waits = trend_of(formula, policy->node, std::countr_zero(kWaited));
      priority = std::move(policy->function);
    }
  } else if (design.config.suspend_on) {
    priority = reads_first(design);
    reader.explain("priority(op)", priority.text, {design::OriginKind::kDefault, {}, "suspend: always"});
  } else {
    reader.explain("priority", "0", {});
  }
  found = class_of(priority, waits, design.geometry.subpages != 1);
  if (found == PriorityClass::kByKind && !has_value_for_each_kind(reader, priority)) reader.fail();
  if (found == PriorityClass::kConstant) priority = {};
  const Reorder reorder = reader.choice("reorder", kReorders);
  design.config.reorder_fifo = reorder == Reorder::kFifo;
  design.config.reorder_requests = reorder == Reorder::kRequests;
  return reader.sound();
}

}  // namespace ssd::check
