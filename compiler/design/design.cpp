// Addresses, counts and the engine's view of a checked design: see design.h.
#include "compiler/design/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ssd::design {

std::string_view name(Level level) {
  static constexpr std::array<std::string_view, 4> kNames{"channel", "chip", "die", "plane"};
  return kNames.at(static_cast<std::size_t>(level));
}

std::uint64_t Geometry::count(Level level) const {
  switch (level) {
    case Level::kChannel: return channels;
    case Level::kChip: return chips;
    case Level::kDie: return dies;
    case Level::kPlane: return planes;
  }
  return 0;
}

std::uint64_t plane_id(const Geometry& g, const PlaneAddress& a) {
  return ((a.channel * g.chips + a.chip) * g.dies + a.die) * g.planes + a.plane;
}

PlaneAddress plane_address(const Geometry& g, std::uint64_t plane_id) {
  PlaneAddress address;
  address.plane = plane_id % g.planes;
  address.die = plane_id / g.planes % g.dies;
  address.chip = plane_id / (g.planes * g.dies) % g.chips;
  address.channel = plane_id / (g.planes * g.dies * g.chips);
  return address;
}

PlaneAddress place(const Allocation& allocation, std::uint64_t lpn) {
  const auto input = static_cast<i64>(lpn);
  const auto at = [&](Level level) {
    return static_cast<std::uint64_t>(evaluate(allocation.map[static_cast<std::size_t>(level)].program(), &input));
  };
  return {at(Level::kChannel), at(Level::kChip), at(Level::kDie), at(Level::kPlane)};
}

const Function& function(const Design& d, Hook hook) {
  switch (hook) {
    case Hook::kChannel: case Hook::kChip: case Hook::kDie: case Hook::kPlane: return d.allocation.map[static_cast<std::size_t>(hook)];
    case Hook::kTrigger: return d.gc.trigger;
    case Hook::kStop: return d.gc.stop;
    case Hook::kReadTime: return d.read_time;
    case Hook::kProgramTime: return d.program_time;
    case Hook::kEraseTime: return d.erase_time;
    case Hook::kPriority: return d.schedule.priority;
    case Hook::kMultiplane: return d.commands.multiplane_predicate;
    case Hook::kCopyback: return d.commands.copyback_predicate;
    case Hook::kCost: return d.allocation.cost;
    case Hook::kStream: return d.allocation.stream;
    case Hook::kEvict: return d.buffer.score;
    case Hook::kVictim: return d.gc.victim;
    case Hook::kPreempt: return d.gc.preempt;
    case Hook::kHard: return d.gc.hard;
    case Hook::kAllocate: return d.wear.allocate;
  }
  throw std::logic_error("design: a hook without a function");
}

bool reads(const Design& design, Hook hook, std::string_view input) {
  const HookInfo& row = info(hook);
  const auto index = std::ranges::find(row.names, input) - row.names.begin();
  return std::ranges::any_of(function(design, hook).nodes, [&](const Node& n) { return n.op == Op::kInput && n.value == index; });
}

namespace {

// Of a block, by any policy that looks at one.
bool reads_of_block(const Design& d, std::string_view field) {
  return reads(d, Hook::kVictim, field) || reads(d, Hook::kAllocate, field) || reads(d, Hook::kEraseTime, field);
}

}  // namespace

bool keeps_ages(const Design& d) { return reads_of_block(d, "age") || reads(d, Hook::kVictim, "age_rank"); }
bool draws(const Design& d) { return reads_of_block(d, "random") || reads(d, Hook::kVictim, "random_rank"); }

i64 priority_of_kind(const Function& priority, SeenKind kind, u32& fault) {
  const SeenAs& as = kSeenAs[static_cast<std::size_t>(kind)];
  const i64 inputs[kMostInputs] = {as.is_read, as.is_write, as.is_erase, as.is_gc, as.is_gc == 0};
  return evaluate(priority.program(), inputs, fault);
}

namespace {

// What takes no time is not preempted (S51).
bool preempts(const Design& d) { return d.gc.preempt_page && !d.gc.cost_zero; }
// Nor does anything in the background (S67).
bool reads_idle(const Design& d) { return reads(d, Hook::kTrigger, "idle") || reads(d, Hook::kStop, "idle"); }
bool collects_in_background(const Design& d) { return !d.gc.cost_zero && (d.gc.idle || reads(d, Hook::kTrigger, "idle")); }
// Nor looks for another plane (S66).
bool moves_in_die(const Design& d) { return d.gc.same_die && !d.gc.cost_zero && d.geometry.planes > 1; }

}  // namespace

bool placed_at_issue(const Design& d) {
  const bool dynamic = d.allocation.placement == Placement::kDynamicOrder || d.allocation.placement == Placement::kDynamicCost;
  return dynamic || d.commands.multiplane == Willing::kBlind || d.commands.multiplane == Willing::kPredicate || preempts(d) ||
         reads_idle(d) || collects_in_background(d) || moves_in_die(d) || d.gc.replicas != 0;  // any_idle has dynamic placement
}

namespace {

// In the plain loops the map runs ahead of the clock.
bool reads_clock(const Design& d) {
  const auto at_hook = [&](Hook hook) { return reads(d, hook, "now") || reads(d, hook, "host_programs") || reads(d, hook, "all_programs"); };
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
std::uint64_t Design::planes_of_superblock() const { return planes_of(gc.superblock, geometry); }

std::string beyond_plain(const Design& d) {
  if (d.planes_of_superblock() != 1) return "superblocks";
  if (d.allocation.placement != Placement::kStatic && d.allocation.placement != Placement::kWriteOrder) return "dynamic placement";
  if (d.allocation.streams.size() > 1) return "streams";
  if (d.commands.multiplane != Willing::kNo) return "multi-plane commands";
  if (d.commands.copyback != Willing::kNo) return "copyback";
  if (d.commands.cache) return "cache commands";
  if (d.commands.suspend) return "suspension";
  if (preempts(d)) return "preemptible collection";
  if (keeps_ages(d)) return "a policy that reads the age of blocks";  // in a closed loop it is not known ahead of time
  if (d.planes_of_scope() != 1) return "collection over several planes";
  if (reads_idle(d) || collects_in_background(d)) return "collection in the background";
  if (d.gc.avoid && d.host.queue != 0) return "admission that avoids collections";
  if (moves_in_die(d)) return "collection across the planes of a die";
  if (d.gc.active_shared) return "moved pages in the host's blocks";
  if (d.gc.replicas != 0) return "replicas of hot pages";
  if (d.read_time.given() || d.program_time.given() || d.erase_time.given()) return "latencies that vary";
  if (reads_clock(d)) return "a policy of collection that reads `now` or `write_amplification`";
  if (d.buffer.slots != 0 || d.buffer.latency != 0) return "a buffer";
  if (d.schedule.priority_class != PriorityClass::kConstant) return "a priority";
  if (d.schedule.reorder_fifo) return "`reorder: fifo`";
  if (d.host.queues > 1) return "several host queues";
  if (d.host.link_numerator != 0 || d.host.command != 0 || d.host.ecc != 0) return "link, command or ECC time";
  return {};
}

namespace {

u32 word(std::uint64_t value) { return static_cast<u32>(value); }  // sema keeps every count within 32 bits

void set_geometry(Config& c, const Design& d) {
  const Geometry& g = d.geometry;
  c.channels = word(g.channels);
  c.chips = word(g.chips);
  c.dies = word(g.dies);
  c.planes = word(g.planes);
  c.blocks = word(g.blocks);
  c.pages = word(d.pages_of_block());
  c.stripe = word(d.planes_of_superblock());
  c.sectors_per_page = word(g.page_bytes / g.sector_bytes);
  c.page_bytes = word(g.page_bytes);
  c.spare_bytes = word(g.spare_bytes);
  c.sector_bytes = word(g.sector_bytes);
  c.logical_pages = d.logical_pages;
  c.planes_per_channel = word(g.chips * g.dies * g.planes);
  c.planes_per_unit = word(d.commands.interleave ? g.planes : g.dies * g.planes);
  c.units_per_chip = word(d.commands.interleave ? g.dies : 1);
  c.units_per_channel = word(g.chips) * c.units_per_chip;
  c.total_planes = word(g.total_planes());
  c.map_planes = c.total_planes / c.stripe;
  c.pages_per_plane = c.blocks * c.pages;
  const u64 odd = c.blocks | 1U;  // too many page numbers for 32 bits: then the planes stay a power of two apart
  c.block_stride = odd * c.pages * c.map_planes < kNoPage ? word(odd) : c.blocks;
  c.page_stride = c.block_stride * c.pages;
}

void set_nand(Config& c, const Design& d) {
  c.read = d.nand.read;
  c.program = d.nand.program;
  c.erase = d.nand.erase;
  c.read_varies = d.read_time.given();
  c.program_varies = d.program_time.given();
  c.erase_varies = d.erase_time.given();
  c.command = d.nand.command;
  c.bus_numerator = d.nand.bus_numerator;
  c.bus_denominator = d.nand.bus_denominator;
}

void set_placement(Config& c, const Design& d) {
  c.placement = d.allocation.placement;
  c.by_stream = d.allocation.stream.given();
  c.streams = word(d.allocation.streams.size());
  const std::array order = d.allocation.order.value_or(kLevels);
  for (std::size_t i = 0; i < order.size(); ++i) c.level_order[i] = static_cast<u32>(order[i]);
  c.at_issue = placed_at_issue(d);
}

void set_commands(Config& c, const Design& d) {
  c.dummy_busy = d.nand.dummy_busy;
  c.cache_busy = d.nand.cache_busy;
  c.suspend = d.nand.suspend;
  c.resume = d.nand.resume;
  c.interleave = d.commands.interleave;
  c.multiplane = d.commands.multiplane;
  c.copyback = d.commands.copyback;
  c.block_and_page = d.commands.block_and_page;
  c.cache = d.commands.cache;
  c.suspend_on = d.commands.suspend;
  c.suspend_limit = word(d.commands.suspend_limit);
}

void set_collection(Config& c, const Design& d) {
  c.victim_class = d.gc.victim_class;
  c.preempt_page = preempts(d);
  c.preempt_asks = d.gc.preempt.given();
  c.hard_given = d.gc.hard.given();
  c.cost_zero = d.gc.cost_zero;
  c.free_choice = d.wear.choice;
  c.wear_static = d.wear.levels_static;
  c.wear_threshold = word(d.wear.threshold);
  c.endurance = word(d.nand.endurance);
  c.keeps_ages = keeps_ages(d);
  c.draws = draws(d);
  c.any_idle_slots = word(d.gc.any_idle_slots);
  c.replicas = word(d.gc.replicas);
  c.background = collects_in_background(d);
  c.avoid = d.gc.avoid && d.host.queue != 0;
  c.idle_on = d.gc.idle;
  c.idle_after = d.gc.idle_after;
  c.same_die = moves_in_die(d);
  c.scope_planes = c.stripe == 1 ? word(d.planes_of_scope()) : 1;  // a group is one plane of the map
  c.shared_stream = d.gc.active_shared ? word(d.gc.shared_stream) : kNoStream;
}

void set_schedule(Config& c, const Design& d) {
  c.priority_class = d.schedule.priority_class;
  c.reorder_fifo = d.schedule.reorder_fifo;
  if (d.schedule.priority_class != PriorityClass::kByKind) return;
  u32 fault = 0;  // there is none: sema has looked
  for (u32 i = 0; i < kSeenKinds; ++i) c.priority_of_kind[i] = priority_of_kind(d.schedule.priority, static_cast<SeenKind>(i), fault);
}

void set_expressions(Config& c, const Design& d) {
  for (std::size_t i = 0; i < kHooks; ++i) {
    const Function& expression = function(d, static_cast<Hook>(i));
    c.checks |= !expression.checks.empty();
    for (const Node& node : expression.nodes) c.reads[i] |= node.op == Op::kInput ? u32{1} << node.value : 0;
  }
}

void set_host(Config& c, const Design& d) {
  c.read_modify_write = d.host.read_modify_write;
  c.complete_write = d.host.complete_write;
  c.read_moves_page = d.host.read_moves_page;
  c.program_moves_sectors = d.host.program_moves_sectors;
  c.read_unwritten_as_written = d.host.read_unwritten_as_written;
  c.queue_depth = word(d.host.queue);
  c.queues = word(d.host.queues);
  c.host_command = d.host.command;
  c.ecc = d.host.ecc;
  c.link_numerator = d.host.link_numerator;
  c.link_denominator = d.host.link_denominator;
  c.buffer_slots = word(d.buffer.slots);
  c.write_back = d.buffer.write_back;
  c.evict = d.buffer.evict;
  c.buffer_latency = d.buffer.latency;
  c.readahead_trigger = word(d.buffer.readahead_trigger);
  c.readahead_pages = word(d.buffer.readahead_pages);
}

}  // namespace

Config config(const Design& design) {
  Config c{};
  set_geometry(c, design);
  set_nand(c, design);
  set_commands(c, design);
  set_host(c, design);
  set_placement(c, design);
  set_schedule(c, design);
  set_collection(c, design);
  c.whole = !beyond_plain(design).empty();
  set_expressions(c, design);
  return c;
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
    if (placed_at_issue(design)) return {Class::kWholeAtIssue, fmt::format("{}: all resources advance together, instant by instant, and a page gets its place when its program is granted", why)};
    const bool buffered = design.buffer.slots != 0 && design.buffer.write_back;
    return {Class::kWholeAtAdmission, fmt::format("{}: all resources advance together, instant by instant; a page gets its place when it {}", why,
                                                  buffered ? "leaves the buffer" : "is admitted")};
  }
  if (closed_loop) return {Class::kCoupledChannels, "what arrives depends on completions in every channel"};
  if (design.host.queue != 0) {
    return {Class::kCoupledChannels,
            fmt::format("a host queue of {}: an admission depends on completions in every channel", design.host.queue)};
  }
  return {Class::kIndependentChannels,
          "open loop, unlimited queue, static placement and collection within a plane: no channel waits for another"};
}

}  // namespace ssd::design
