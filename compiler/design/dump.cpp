// The stable listing of a design and its hash. The listing holds exactly what simulated numbers depend on: two designs with the same
// listing give the same results, so it is what the cache key is made of.
#include <fmt/format.h>

#include <iterator>

#include "compiler/design/design.h"
#include "compiler/design/workload.h"

namespace ssd::design {
namespace {

std::string_view name(Op op) {
  static constexpr std::array<std::string_view, 44> kNames{
      "constant", "input", "negate", "not", "add", "sub", "mul", "div", "mod", "less", "less_equal", "equal", "not_equal", "and", "or", "select",
      "min", "max", "abs", "wrap_add", "wrap_sub", "wrap_mul", "add_fits", "sub_fits", "mul_fits", "real_negate", "real_abs", "real_add",
      "real_sub", "real_mul", "real_div", "real_min", "real_max", "real_less", "real_less_equal", "real_equal", "real_not_equal", "floor",
      "ceil", "log2", "to_real", "to_int", "order_key", "require"};
  static_assert(kNames.size() == static_cast<std::size_t>(Op::kRequire) + 1);
  return kNames.at(static_cast<std::size_t>(op));
}

void dump_function(std::string& out, std::string_view title, const Function& function) {
  fmt::format_to(std::back_inserter(out), "{}: %{}\n", title, function.result);
  for (std::size_t i = 0; i < function.nodes.size(); ++i) {
    const Node& n = function.nodes[i];
    fmt::format_to(std::back_inserter(out), "  %{} = {}", i, name(n.op));
    if (operands(n.op) == 0) fmt::format_to(std::back_inserter(out), " {}", n.value);
    const std::array inputs{n.a, n.b, n.c};
    for (int k = 0; k < operands(n.op); ++k) fmt::format_to(std::back_inserter(out), " %{}", inputs[static_cast<std::size_t>(k)]);
    out += '\n';
  }
}

constexpr std::array<std::string_view, 4> kPlacements{"static", "write_order", "dynamic_order", "dynamic_cost"};
constexpr std::array<std::string_view, 4> kWilling{"never", "wise", "blind", "predicate"};
constexpr std::array<std::string_view, 4> kVictims{"greedy", "by_valid", "oldest", "general"};
constexpr std::array<std::string_view, 3> kFreeChoices{"longest_free", "fewest_erases", "score"};
constexpr std::array<std::string_view, 5> kPriorities{"constant", "by_kind", "fixed", "by_age", "general"};
constexpr std::array<std::string_view, 3> kCompletions{"programmed", "transferred", "buffered"};
constexpr std::array<std::string_view, 4> kEvictions{"lru", "fifo", "score", "age"};

template <std::size_t kCount>
std::string_view word(const std::array<std::string_view, kCount>& words, auto value) { return words.at(static_cast<std::size_t>(value)); }

void dump_choices(std::string& out, const Design& d) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "placement: {} order", word(kPlacements, d.allocation.placement));
  for (const Level level : d.allocation.order.value_or(kLevels)) fmt::format_to(to, " {}", name(level));
  fmt::format_to(to, " streams {}\n", d.allocation.streams.size());
  fmt::format_to(to, "commands: interleave {} multiplane {} copyback {} block_and_page {} cache {} suspend {} limit {}\n", d.commands.interleave,
                 word(kWilling, d.commands.multiplane), word(kWilling, d.commands.copyback), d.commands.block_and_page, d.commands.cache,
                 d.commands.suspend, d.commands.suspend_limit);
  fmt::format_to(to, "busy: dummy {} cache {} suspend {} resume {}\n", d.nand.dummy_busy, d.nand.cache_busy, d.nand.suspend, d.nand.resume);
  fmt::format_to(to, "endurance: {} energy {} {} {} {} {}\n", d.nand.endurance, d.nand.energy.read, d.nand.energy.program,
                 d.nand.energy.erase, d.nand.energy.transfer_per_byte, d.nand.energy.idle);
  fmt::format_to(to, "gc: victim {} preempt {} cost_zero {}\n", word(kVictims, d.gc.victim_class), d.gc.preempt_page, d.gc.cost_zero);
  fmt::format_to(to, "wear: choice {} static {} threshold {}\n", word(kFreeChoices, d.wear.choice), d.wear.levels_static, d.wear.threshold);
  if (d.planes_of_superblock() != 1) fmt::format_to(to, "superblock: {} planes\n", d.planes_of_superblock());
  if (d.planes_of_scope() != 1) fmt::format_to(to, "scope: {} planes\n", d.planes_of_scope());
  if (d.gc.idle) fmt::format_to(to, "idle: after {}\n", d.gc.idle_after);
  if (d.gc.avoid) fmt::format_to(to, "avoid: on\n");
  if (d.gc.same_die) fmt::format_to(to, "migrate: same_die\n");
  if (d.gc.active_shared) fmt::format_to(to, "active: shared with stream {}\n", d.gc.shared_stream);
  if (d.gc.any_idle_slots != 0) fmt::format_to(to, "any_idle: buffer {}\n", d.gc.any_idle_slots);
  if (d.gc.replicas != 0) fmt::format_to(to, "replicate: pages {}\n", d.gc.replicas);
  fmt::format_to(to, "schedule: priority {} fifo {}\n", word(kPriorities, d.schedule.priority_class), d.schedule.reorder_fifo);
  fmt::format_to(to, "start: filled {} valid {} invalid {} random {} seed {}\n", d.start.filled, d.start.valid_parts, d.start.invalid_parts,
                 d.start.random, d.start.seed);
  if (!d.start.snapshot.empty()) fmt::format_to(to, "snapshot: {}\n", d.start.snapshot);
  if (d.start.workload != nullptr) fmt::format_to(to, "run first:\n{}", dump(*d.start.workload));
}

void dump_host(std::string& out, const Design& d) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "host: queue {} queues {} command {} ecc {} link {}/{}\n", d.host.queue, d.host.queues, d.host.command, d.host.ecc,
                 d.host.link_numerator, d.host.link_denominator);
  fmt::format_to(to, "writes: read_modify_write {} complete_write {} read_unwritten_as_written {}\n", d.host.read_modify_write,
                 word(kCompletions, d.host.complete_write), d.host.read_unwritten_as_written);
  fmt::format_to(to, "transfer: read_moves_page {} program_moves_sectors {}\n", d.host.read_moves_page, d.host.program_moves_sectors);
  fmt::format_to(to, "buffer: slots {} write_back {} evict {} latency {} readahead {} {}\n", d.buffer.slots, d.buffer.write_back,
                 word(kEvictions, d.buffer.evict), d.buffer.latency, d.buffer.readahead_trigger, d.buffer.readahead_pages);
}

// 128-bit FNV-1a.
struct Fnv {
  unsigned __int128 state = (static_cast<unsigned __int128>(0x6c62272e07bb0142ULL) << 64) | 0x62b821756295c58dULL;
  void add(std::string_view text) {
    constexpr unsigned __int128 kPrime = (static_cast<unsigned __int128>(0x0000000001000000ULL) << 64) | 0x000000000000013bULL;
    for (const char c : text) {
      state ^= static_cast<unsigned char>(c);
      state *= kPrime;
    }
  }
};

}  // namespace

std::string dump(const Design& d) {
  const Geometry& g = d.geometry;
  std::string out;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "geometry: channels {} chips {} dies {} planes {} blocks {} pages {}\n", g.channels, g.chips, g.dies, g.planes,
                 g.blocks, g.pages);
  fmt::format_to(to, "sizes: page {} spare {} sector {}\n", g.page_bytes, g.spare_bytes, g.sector_bytes);
  fmt::format_to(to, "nand: {} read {} program {} erase {} command {} byte {}/{}\n", name(d.nand.cell),
                 d.nand.read, d.nand.program, d.nand.erase, d.nand.command, d.nand.bus_numerator, d.nand.bus_denominator);
  fmt::format_to(to, "logical_pages: {}\n", d.logical_pages);
  for (std::size_t i = 0; i < kHooks; ++i) {
    const Function& at_hook = function(d, static_cast<Hook>(i));
    const bool unread = static_cast<Hook>(i) == Hook::kVictim && d.gc.victim_class == VictimClass::kGreedy;  // its class says it all
    if (at_hook.given() && !unread) dump_function(out, std::string_view(kHookTable[i].symbol).substr(4), at_hook);
  }
  fmt::format_to(to, "pages_per_plane: {}..{} period {}\n", d.allocation.fewest_pages, d.allocation.most_pages, d.allocation.period);
  dump_choices(out, d);
  dump_host(out, d);
  return out;
}

// Where a trace is on this machine says nothing about it.
std::string dump(const Workload& workload) {
  constexpr std::string_view kPlace = "file";
  std::string out;
  for (const Property& p : workload.properties) {
    if (p.key != kPlace) fmt::format_to(std::back_inserter(out), "  {}: {}\n", p.key, p.value);
  }
  return out;
}

std::string hash(const Design& design) {
  Fnv fnv;
  fnv.add(dump(design));
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(fnv.state >> 64), static_cast<std::uint64_t>(fnv.state));
}

}  // namespace ssd::design
