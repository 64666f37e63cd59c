// Computes what the engine needs from a design, and its Plan: see design.h.
#include "compiler/design/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/design/figures.h"

namespace ssd::design {

bool reads(const Design& design, Hook hook, std::string_view input) {
  const HookInfo& row = info(hook);
  const auto index = std::ranges::find(row.names, input) - row.names.begin();
  return std::ranges::any_of(design.policies[hook].nodes,
                             [&](const Node& n) { return n.op == Op::kInput && n.value == index; });
}

namespace {

// Whether any policy that receives a block reads the field.
bool reads_of_block(const Design& d, std::string_view field) {
  return reads(d, Hook::kVictim, field) || reads(d, Hook::kAllocate, field) || reads(d, Hook::kEraseTime, field) ||
         reads(d, Hook::kOnErase, field);
}

}  // namespace

bool keeps_ages(const Design& d) {
  return reads_of_block(d, "age") || reads_of_block(d, "last_write") || reads(d, Hook::kVictim, "age_rank");
}
bool draws(const Design& d) { return reads_of_block(d, "random") || reads(d, Hook::kVictim, "random_rank"); }

i64 priority_of_kind(const Function& priority, SeenKind kind, u32& fault) {
  const SeenAs& as = kSeenAs[static_cast<std::size_t>(kind)];
  const i64 inputs[kMostInputs] = {as.is_read, as.is_write, as.is_erase, as.is_gc, as.is_gc == 0};
  return evaluate(priority.program(), inputs, fault);
}

namespace {

// Collection that takes no time is not preempted (collection.cost_zero).
bool preempts(const Design& d) { return d.gc.preempt_page && !d.config.cost_zero; }
// Collection that takes no time does not run in the background either (collection.background).
bool reads_idle(const Design& d) { return reads(d, Hook::kTrigger, "idle") || reads(d, Hook::kStop, "idle"); }
bool collects_in_background(const Design& d) {
  return !d.config.cost_zero && (d.config.idle_on || reads(d, Hook::kTrigger, "idle"));
}
// Nor does it move pages to another plane (collection.same_die).
bool moves_in_die(const Design& d) { return d.gc.same_die && !d.config.cost_zero && d.geometry.planes > 1; }

}  // namespace

bool placed_at_issue(const Design& d) {
  const bool dynamic = d.config.placement == Placement::kDynamicOrder || d.config.placement == Placement::kDynamicCost;
  return dynamic || d.config.multiplane == Willing::kBlind || d.config.multiplane == Willing::kPredicate ||
         preempts(d) || reads_idle(d) || collects_in_background(d) || moves_in_die(d) ||
         d.config.replicas != 0;  // any_idle needs no test: it requires dynamic placement
}

namespace {

// Whether a collection policy reads the clock. The plain loops cannot run such a policy, because there the map runs
// ahead of the clock.
bool reads_clock(const Design& d) {
  const auto at_hook = [&](Hook hook) {
    return reads(d, hook, "now") || reads(d, hook, "host_programs") || reads(d, hook, "all_programs");
  };
  return at_hook(Hook::kTrigger) || at_hook(Hook::kStop) || at_hook(Hook::kVictim) || at_hook(Hook::kAllocate);
}

}  // namespace

namespace {

std::uint64_t planes_of(CollectionScope scope, const Geometry& g) {
  switch (scope) {
    case CollectionScope::kPlane: return 1;
    case CollectionScope::kDie: return g.planes;
    case CollectionScope::kChip: return g.dies * g.planes;
    case CollectionScope::kDevice: return g.total_planes();
  }
  return 1;
}

}  // namespace

std::uint64_t Design::planes_of_scope() const { return planes_of(gc.scope, geometry); }
std::uint64_t Design::entries_of(TableOf of) const {
  switch (of) {
    case TableOf::kDrive: return 1;
    case TableOf::kPage: return config.logical_pages;
    case TableOf::kBlock: return geometry.total_planes() / planes_of_superblock() * geometry.blocks;
    case TableOf::kStream: return allocation.streams.size();
  }
  return 0;
}
std::uint64_t Design::planes_of_superblock() const { return planes_of(gc.superblock, geometry); }
std::uint64_t Design::programs_gathered() const { return planes_of(flushing.gather, geometry); }

bool limits_queues(const Design& d) { return d.config.queue_depth != 0 || d.config.outstanding != 0; }

std::string beyond_plain(const Design& d) {
  if (d.planes_of_superblock() != 1) return "superblocks";
  if (d.config.placement != Placement::kStatic && d.config.placement != Placement::kWriteOrder)
    return "dynamic placement";
  if (d.allocation.streams.size() > 1) return "streams";
  if (d.config.multiplane != Willing::kNo) return "multi-plane commands";
  if (d.config.copyback != Willing::kNo) return "copyback";
  if (d.config.cache) return "cache commands";
  if (d.config.suspend_on) return "suspension";
  if (preempts(d)) return "preemptible collection";
  if (keeps_ages(d)) return "a policy that reads the age of blocks";  // in a closed loop it is not known ahead of time
  if (d.planes_of_scope() != 1) return "collection over several planes";
  if (reads_idle(d) || collects_in_background(d)) return "collection in the background";
  if (d.gc.avoid && limits_queues(d)) return "admission that avoids collections";
  if (moves_in_die(d)) return "collection across the planes of a die";
  if (d.config.shared_stream != kNoStream) return "moved pages in the host's blocks";
  if (d.config.replicas != 0) return "replicas";
  for (std::size_t i = 0; i < kHooks; ++i) {
    if (d.policies.by_hook[i].given() && !kHookTable[i].whole.empty()) return std::string(kHookTable[i].whole);
  }
  if (reads_clock(d)) return "a policy of collection that reads `now` or `write_amplification`";
  if (d.config.buffer_slots != 0) return "a buffer";
  if (d.config.priority_class != PriorityClass::kConstant) return "a priority";
  if (d.config.reorder_fifo) return "`reorder: fifo`";
  if (d.config.queues > 1) return "several host queues";
#define SSD_WHOLE(type, name, initial, meaning, why) \
  if (d.config.name != 0) return why;
#include "runtime/abi/config.def"
  return {};
}

namespace {

u32 word(std::uint64_t value) { return static_cast<u32>(value); }  // the checker keeps every count within 32 bits

void set_placement(Config& c, const Design& d) {
  c.streams = word(d.allocation.streams.size());
  c.by_stream = d.policies[Hook::kStream].given();
  c.streams_by_page = reads(d, Hook::kStream, "page");
  c.collects_by_stream = d.gc.by_stream && c.streams > 1;
  c.asks_moves = c.collects_by_stream && d.policies[Hook::kMoveStream].given();
  c.reserve = c.asks_moves != 0 ? c.streams : 1;
  const std::array order = d.allocation.order.value_or(kLevels);
  for (std::size_t i = 0; i < order.size(); ++i) c.level_order[i] = static_cast<u32>(order[i]);
  c.at_issue = placed_at_issue(d);
}

void set_latencies(Config& c, const Design& d) {
  c.read_varies = d.policies[Hook::kReadTime].given();
  c.program_varies = d.policies[Hook::kProgramTime].given();
  c.erase_varies = d.policies[Hook::kEraseTime].given();
}

void set_tables(Config& c, const Design& d) {
  c.hears_writes = d.policies[Hook::kOnWrite].given();
  c.hears_trims = d.policies[Hook::kOnTrim].given();
  c.hears_moves = d.policies[Hook::kOnMove].given();
  c.hears_erases = d.policies[Hook::kOnErase].given();
}

void set_collection(Config& c, const Design& d) {
  c.preempt_page = preempts(d);
  c.preempt_asks = d.policies[Hook::kPreempt].given();
  c.hard_given = d.policies[Hook::kHard].given();
  c.keeps_ages = keeps_ages(d);
  c.draws = draws(d);
  c.begun = (d.start.filled && d.start.even) || !d.start.snapshot.empty();
  c.background = collects_in_background(d);
  c.avoid = d.gc.avoid && limits_queues(d);
  c.same_die = moves_in_die(d);
  c.scope_planes = c.stripe == 1 ? word(d.planes_of_scope()) : 1;  // a group is one plane of the map
}

// With one queue a limit of all queues is one of that queue, and no queue is chosen (host.outstanding).
void set_host(Config& c) {
  if (c.queues != 1) return;
  if (c.outstanding != 0) c.queue_depth = c.queue_depth == 0 ? c.outstanding : std::min(c.queue_depth, c.outstanding);
  c.outstanding = 0;
  c.arbitration = Arbitration::kRoundRobin;
}

// Without a buffer, or with one that writes through, no slot is ever dirty, and nothing is flushed.
void set_flush(Config& c, const Design& d) {
  const u64 share = static_cast<u64>(static_cast<u128>(c.buffer_slots) * static_cast<u64>(d.flushing.share) /
                                     static_cast<u64>(d.flushing.of));
  const bool all = d.flushing.rule == FlushRule::kAbove && share >= c.buffer_slots;
  if (c.buffer_slots == 0 || c.write_back == 0 || d.flushing.rule == FlushRule::kFull || all) return;
  switch (d.flushing.rule) {
    case FlushRule::kIdle: c.flush = Flush::kIdle; return;
    case FlushRule::kCondition: c.flush = Flush::kCondition; return;
    default: c.flush = Flush::kByCount; break;
  }
  const bool eager = d.flushing.rule == FlushRule::kEager;
  c.flush_whole_above = eager ? 0 : word(share);
  c.flush_partial_above = eager ? c.buffer_slots / 2 : word(share);
}

void set_gather(Config& c, const Design& d) {
  const u64 programs = d.programs_gathered();
  if (c.flush == Flush::kFull || programs == 1 || c.gather_time == 0)
    c.gather_time = 0;
  else
    c.gather_programs = word(programs);
}

void set_priorities(Config& c, const Design& d) {
  if (c.priority_class != PriorityClass::kByKind) return;
  u32 fault = 0;  // there is no fault: the checker has tested every kind
  for (u32 i = 0; i < kSeenKinds; ++i)
    c.priority_of_kind[i] = priority_of_kind(d.policies[Hook::kPriority], static_cast<SeenKind>(i), fault);
}

// The class of a greedy victim determines its choice, so the engine does not read its score.
bool is_unread(const Design& d, Hook hook) {
  return hook == Hook::kVictim && d.config.victim_class == VictimClass::kGreedy;
}

void set_expressions(Config& c, const Design& d) {
  for (std::size_t i = 0; i < kHooks; ++i) {
    if (is_unread(d, static_cast<Hook>(i))) continue;
    const Function& expression = d.policies.by_hook[i];
    c.checks |= !expression.checks.empty();
    for (const Node& node : expression.nodes) c.reads[i] |= node.op == Op::kInput ? u32{1} << node.value : 0;
  }
}

}  // namespace

Config config(const Design& design) {
  Config c = design.config;
  set_geometry(c, design.geometry, design.planes_of_superblock());
  set_placement(c, design);
  set_latencies(c, design);
  set_priorities(c, design);
  set_collection(c, design);
  set_tables(c, design);
  set_host(c);
  set_flush(c, design);
  set_gather(c, design);
  c.whole = !beyond_plain(design).empty();
  set_expressions(c, design);
  return c;
}

std::string dump(const Design& design) {
  std::string text = fmt::format("design {}\n", design.name);
  for (const Property& line : design.properties) text += fmt::format("{}.{}: {}\n", line.section, line.key, line.value);
  return text;
}

namespace {

std::vector<TableShape> shapes_of(const std::vector<Table>& tables) {
  std::vector<TableShape> shapes;
  for (const Table& table : tables) shapes.push_back(table.shape);
  return shapes;
}

}  // namespace

Plan plan_of(const Design& design, std::vector<workload::Workload> workloads) {
  Plan plan{.name = design.name,
            .span = design.span,
            .geometry = design.geometry,
            .config = config(design),
            .policies = design.policies,
            .tables = shapes_of(design.tables),
            .queue_weights = {},
            .energy = design.energy,
            .map_period = design.allocation.period,
            .start = design.start,
            .workloads = std::move(workloads)};
  for (std::size_t i = 0; i < kHooks; ++i) {
    if (is_unread(design, static_cast<Hook>(i))) plan.policies.by_hook[i] = {};
  }
  if (plan.config.arbitration == Arbitration::kWeighted) plan.queue_weights = design.queue_weights;
  return plan;
}

std::string_view name(Class kind) {
  switch (kind) {
    case Class::kIndependentChannels: return "independent channels";
    case Class::kCoupledChannels: return "coupled channels";
    case Class::kWholeAtAdmission: return "whole drive, placed at admission";
    case Class::kWholeAtIssue: return "whole drive, placed at issue";
  }
  return {};
}

Classification classify(const Design& design, bool closed_loop) {
  if (const std::string why = beyond_plain(design); !why.empty()) {
    if (placed_at_issue(design))
      return {Class::kWholeAtIssue, fmt::format("{}: all resources advance together, instant by instant, and a page "
                                                "gets its place when its program is granted",
                                                why)};
    const bool buffered = design.config.buffer_slots != 0 && design.config.write_back;
    return {Class::kWholeAtAdmission,
            fmt::format("{}: all resources advance together, instant by instant; a page gets its place when it {}", why,
                        buffered ? "leaves the buffer" : "is admitted")};
  }
  if (closed_loop) return {Class::kCoupledChannels, "arrivals depend on completions in every channel"};
  if (const u32 depth = config(design).queue_depth; depth != 0) {
    return {Class::kCoupledChannels,
            fmt::format("a host queue of {}: an admission depends on completions in every channel", depth)};
  }
  return {Class::kIndependentChannels,
          "open loop, unlimited queue, static placement and collection within a plane: no channel waits for another"};
}

Design::operator Plan() const { return plan_of(*this); }

}  // namespace ssd::design
