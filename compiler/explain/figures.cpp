// Implements figures.h.
#include "compiler/explain/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "compiler/design/figures.h"
#include "runtime/base/quantity.h"

namespace ssd::explain {
namespace {

using design::Design;

// The cost of the expression at a hook, in words; empty if the design has none. `cost` is null if the hook's row
// (hooks.def) contains the text.
struct CostRow {
  Hook hook;
  std::string (*cost)(const Design&) = nullptr;
};

std::string if_given(const design::Function& function, std::string_view text) {
  return function.given() ? std::string(text) : std::string();
}

// "`free_pages` and `now`"; `write_amplification` is computed from two counts.
std::string inputs_text(const Design& d, Hook hook) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < info(hook).inputs; ++i) {
    const std::string_view input = info(hook).names[i];
    if (!design::reads(d, hook, input)) continue;
    const std::string name = input.ends_with("_programs") ? "write_amplification" : std::string(input);
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names.empty() ? std::string() : fmt::format("`{}`", fmt::join(names, "` and `"));
}

// A condition that reads nothing is always true or always false. Empty if there is none.
std::string condition_cost(const Design& d, Hook hook, const std::string& when) {
  if (!d.policies[hook].given()) return {};
  const std::string inputs = inputs_text(d, hook);
  if (!inputs.empty()) return fmt::format("reads {} {}", inputs, when);
  const i64 nothing[kMostInputs] = {};
  return evaluate(d.policies[hook].program(), nothing) != 0 ? "constant: it always holds" : "constant: it never holds";
}

std::string trigger_cost(const Design& d) {
  const std::uint64_t planes = d.planes_of_scope();
  return condition_cost(d, Hook::kTrigger,
                        planes == 1 ? std::string("whenever the plane takes a page")
                                    : fmt::format("of {} planes whenever one of them takes a page", planes));
}
std::string stop_cost(const Design& d) {
  return condition_cost(d, Hook::kStop, "before each collection once `trigger` has held");
}

// The kinds of operation ordered by their priority; equal ones are joined by `=`.
std::string ranks_by_kind(const design::Function& priority) {
  static constexpr std::array<std::string_view, kSeenKinds> kNames{"host read", "host program", "collection to begin",
                                                                   "its read",  "its program",  "its erase"};
  std::map<i64, std::string, std::greater<>> ranks;
  for (u32 kind = 0; kind < kSeenKinds; ++kind) {
    u32 fault = 0;
    std::string& names = ranks[design::priority_of_kind(priority, static_cast<SeenKind>(kind), fault)];
    names += (names.empty() ? "" : " = ") + std::string(kNames.at(kind));
  }
  std::string text;
  for (const auto& [value, names] : ranks) text += (text.empty() ? "" : " > ") + names;
  return text;
}

std::string priority_cost(const Design& d) {
  switch (d.config.priority_class) {
    case PriorityClass::kConstant: return "constant: first come, first served; it is never evaluated";
    case PriorityClass::kByKind:
      return "by kind: it reads only the kind of an operation, so a table holds its values, and the first operation of "
             "each queue represents the rest; "
             "from high to low: " +
             ranks_by_kind(d.policies[Hook::kPriority]);
    case PriorityClass::kFixed:
      return "fixed: it reads only values that do not change while an operation waits, so it is evaluated when one "
             "enters a "
             "queue, and each queue is sorted by it";
    case PriorityClass::kByAge:
      return "by age: it does not fall while an operation waits, and reads nothing else in which the operations of a "
             "queue differ, so the oldest of each "
             "queue is evaluated in each decision";
    case PriorityClass::kGeneral:
      return "general: it may differ between operations of one queue, or fall while they wait, so it is evaluated for "
             "every waiting "
             "operation in each decision";
  }
  return {};
}
// The text that the checker stored, with the reason.
std::string victim_cost(const Design& d) {
  const auto found = std::ranges::find_if(
      d.properties, [](const design::Property& p) { return p.section == "gc" && p.key == "victim_found"; });
  return found == d.properties.end() ? std::string() : found->value + ": " + found->origin.detail;
}
std::string never_asked(std::string_view why) { return fmt::format("never evaluated, because {}", why); }
std::string preempt_cost(const Design& d) {
  return if_given(d.policies[Hook::kPreempt],
                  d.config.cost_zero ? never_asked("collection takes no time")
                                     : "in each decision of a channel on which a collection is between two moves");
}
std::string hard_cost(const Design& d) {
  if (!d.gc.preempt_page || d.config.cost_zero)
    return if_given(d.policies[Hook::kHard], never_asked("no collection is preempted"));
  return condition_cost(d, Hook::kHard, "as often as `preempt` is evaluated");
}
std::string eviction_cost(const Design& d) {
  if (!d.policies[Hook::kEvict].given()) return {};
  if (d.config.buffer_slots == 0) return never_asked("there is no buffer");
  if (d.config.evict == Evict::kAge)
    return "oldest: it rises with `age` and reads nothing else, so pages are kept in the order in which they were "
           "written "
           "or hit";
  return "every page in the buffer is scored at each eviction";
}
std::string flush_cost(const Design& d) {
  if (!d.policies[Hook::kFlush].given()) return {};
  if (d.config.buffer_slots == 0) return never_asked("there is no buffer");
  if (d.config.write_back == 0) return never_asked("no page of the buffer is dirty");
  return std::string(info(Hook::kFlush).asked);
}
std::string latency_cost(const Design& d) {
  return d.policies[Hook::kReadTime].given() || d.policies[Hook::kProgramTime].given() ||
                 d.policies[Hook::kEraseTime].given()
             ? "once for each operation, when its page is known"
             : "";
}

// The hooks whose cost needs more than one sentence, and the order in which users look for them. Other hooks follow.
constexpr std::array kCosts{
    CostRow{Hook::kTrigger, trigger_cost},
    CostRow{Hook::kStop, stop_cost},
    CostRow{Hook::kVictim, victim_cost},
    CostRow{Hook::kPreempt, preempt_cost},
    CostRow{Hook::kHard, hard_cost},
    CostRow{Hook::kAllocate},
    CostRow{Hook::kPriority, priority_cost},
    CostRow{Hook::kEvict, eviction_cost},
    CostRow{Hook::kFlush, flush_cost},
    CostRow{Hook::kCost},
    CostRow{Hook::kStream},
    CostRow{Hook::kMultiplane},
    CostRow{Hook::kCopyback},
    CostRow{Hook::kReadTime, latency_cost},
};

std::string line_of(const Design& design, const CostRow& row) {
  const HookInfo& hook = info(row.hook);
  const std::string cost = row.cost == nullptr ? if_given(design.policies[row.hook], hook.asked) : row.cost(design);
  const std::string name =
      row.hook == Hook::kReadTime ? "nand latencies" : fmt::format("{}.{}", hook.section, hook.key);
  return cost.empty() ? "" : fmt::format("  {:<21}{}\n", name + ":", cost);
}

std::string rounded_size(std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); }

std::string rates_line(std::string_view what, const design::LevelRates& r) {
  return fmt::format("  {:<11}plane {}, die {}, chip {}, channel {}, drive {}\n", what, rate_text(r.plane),
                     rate_text(r.die), rate_text(r.chip), rate_text(r.channel), rate_text(r.drive));
}

bool varies(const Design& d) { return d.policies[Hook::kReadTime].given() || d.policies[Hook::kProgramTime].given(); }

// The rates for whole blocks and, if pages differ, for the fastest pages alone.
std::string rates_text(const Design& d) {
  std::string text = fmt::format("\nthe most user data that each level can move without pause{}\n",
                                 varies(d) ? ", with the mean time of a block's pages" : "");
  text += rates_line("reads:", design::read_rates(d)) + rates_line("programs:", design::program_rates(d));
  if (!varies(d)) return text;
  using enum design::Pages;
  return text + "  on the fastest pages alone\n" + rates_line("reads:", design::read_rates(d, kFastest)) +
         rates_line("programs:", design::program_rates(d, kFastest));
}

// The bus use of one kind of operation, by the equations of the page.
struct Use {
  design::BusUse reads, programs;
};

// Cache commands hide the shorter of two times; with `dynamic ORDER` only for reads.
std::string cycle_text(const Design& d) {
  if (d.config.chip_command) return "array + the parts of all dies on the bus";
  if (!design::reads_chain(d)) return "t + array";
  return design::programs_chain(d) ? "max(t, array)" : "max(t, array), of programs t + array";
}

std::string fastest_lines(const Design& d) {
  if (!varies(d)) return {};
  using enum design::Pages;
  const Use use{design::read_use(d, kFastest), design::program_use(d, kFastest)};
  const auto chips = [](const design::BusUse& u) {
    return u.chips_to_saturate == 0 ? std::string("none") : fmt::format("{}", u.chips_to_saturate);
  };
  return fmt::format(
      "  array: the mean over a block's pages; on the fastest pages alone (3) is {} and {}, (4) {} and {}, (5) {} and "
      "{}\n",
      share_text(use.reads.per_chip), share_text(use.programs.per_chip), share_text(use.reads.share),
      share_text(use.programs.share), chips(use.reads), chips(use.programs));
}

std::string pins_text(const Design& d, std::uint64_t chips) {
  const std::uint64_t pins = design::channel_pins(d, chips);
  return fmt::format("{} a channel, {} together", pins, pins * d.geometry.channels);
}

// The pins for the least number of chips that is enough for reads and programs. Empty if one of them never fills the
// bus, or the design already has that number.
std::string pins_of_enough(const Design& d, const Use& use) {
  const std::uint64_t chips = std::max(use.reads.chips_to_saturate, use.programs.chips_to_saturate);
  if (use.reads.chips_to_saturate == 0 || use.programs.chips_to_saturate == 0 || chips == d.geometry.chips) return {};
  return fmt::format("; with {} {}", counted_text(chips, "chip"), pins_text(d, chips));
}

std::string equation(int number, const std::string& formula, const std::string& reads, const std::string& programs) {
  return fmt::format("  ({}) {:<56}reads {}, programs {}\n", number, formula, reads, programs);
}

// Shows each equation with its results, so that a reader can check it by hand.
std::string use_text(const Design& d) {
  const Use use{design::read_use(d), design::program_use(d)};
  const auto both = [&](int number, const std::string& formula, const auto& text) {
    return equation(number, formula, text(use.reads), text(use.programs));
  };
  const std::string dies = counted_text(d.config.interleave ? d.geometry.dies : 1, "die");
  const std::string planes = counted_text(d.config.multiplane == Willing::kNo ? 1 : d.geometry.planes, "plane");
  std::string text =
      fmt::format("\nuse of a channel's bus, after Hu et al. 2013, section 5, with {} and {} together\n", dies, planes);
  if (d.config.plane_reads) {
    text += fmt::format(
        "  reads: a command is of 1 plane, and a die carries out {0} at once: u = dies * {0} * t / (t + array)\n",
        d.geometry.planes);
  }
  if (const u64 pages = d.geometry.program_pages; pages != 1)
    text += fmt::format("  programs: b is that of the {} of a word line\n", counted_text(pages, "page"));
  text += both(1, "a page: b = command + transfer", [](const design::BusUse& u) { return time_text(u.page); });
  text += both(2, "a command: t = planes * b + (planes - 1) * dummy_busy",
               [](const design::BusUse& u) { return time_text(u.tenure); });
  text += both(3, fmt::format("one chip: u = dies * t / ({})", cycle_text(d)),
               [](const design::BusUse& u) { return share_text(u.per_chip); });
  text += both(4, fmt::format("all of a channel: {} * u, at most 1", counted_text(d.geometry.chips, "chip")),
               [](const design::BusUse& u) { return share_text(u.share); });
  text += both(5, "chips that leave no gap: 1 / u, rounded up", [](const design::BusUse& u) {
    return u.chips_to_saturate == 0 ? std::string("none") : fmt::format("{}", u.chips_to_saturate);
  });
  text += fmt::format("  (6) pins: {} data + 5 shared + 2 a chip = {}{}\n", d.nand.bus_bits,
                      pins_text(d, d.geometry.chips), pins_of_enough(d, use));
  return text + fastest_lines(d);
}

}  // namespace

std::string policy_costs(const Design& design) {
  std::string text;
  for (const CostRow& row : kCosts) text += line_of(design, row);
  for (std::size_t i = 0; i < kHooks; ++i) {
    const CostRow row{static_cast<Hook>(i)};
    if (std::ranges::find(kCosts, row.hook, &CostRow::hook) == kCosts.end()) text += line_of(design, row);
  }
  return text.empty() ? text : "\nthe cost of evaluating its expressions\n" + text;
}

std::string derived_figures(const Design& d) {
  const std::uint64_t stripe = design::stripe_pages(d);
  std::string text = "\nderived figures\n";
  text += fmt::format("  {:<11}{} physical, {} logical\n", "capacity:", rounded_size(d.geometry.physical_bytes()),
                      rounded_size(d.logical_bytes()));
  text += fmt::format("  {:<11}{} in {}: {}\n", "stripe:", rounded_size(stripe * d.geometry.page_bytes),
                      counted_text(stripe, "page"),
                      d.allocation.order ? "one round of the order" : "one period of the map");
  if (const std::uint64_t planes = d.planes_of_superblock(); planes != 1) {
    text += fmt::format("  {:<11} {} of {} ({} planes of {}) in {}\n", "superblocks:", d.geometry.blocks,
                        counted_text(d.pages_of_block(), "page"), planes, counted_text(d.geometry.pages, "page"),
                        counted_text(d.geometry.total_planes() / planes, "group"));
  }
  text += fmt::format("  {:<11}{}, each with one array operation at a time ({})\n", "units:", d.total_units(),
                      !d.config.interleave    ? "chips"
                      : d.config.chip_command ? "dies, several of a chip in one command"
                      : d.config.plane_reads  ? "dies, interleaved; but of reads one in each plane"
                                              : "dies, interleaved");
  const double bus = design::bus_rate(d) * static_cast<double>(d.geometry.channels);
  text += fmt::format("  {:<11}{} together\n", "buses:", bus == 0 ? "unlimited" : rate_text(bus));
  if (d.config.any_idle_slots != 0) {
    const u64 chips = d.geometry.channels * d.geometry.chips;
    text += fmt::format(
        "  {:<11}50 ns a page and {} for every {} pages in the buffer, on average over a run (gc.power_loss)\n",
        "power loss:", time_text(static_cast<double>(design::write_back_time(d))), chips);
  }
  const double link = design::read_rates(d).link;
  text += fmt::format("  {:<11}{}\n", "host link:", link == 0 ? "unlimited" : rate_text(link));
  return text + rates_text(d) + use_text(d);
}

}  // namespace ssd::explain
