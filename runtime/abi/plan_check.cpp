// See plan_check.h.
#include "runtime/abi/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "runtime/base/limits.h"

namespace ssd {
namespace {

constexpr std::uint64_t kMostOfALevel = std::uint64_t{1} << 20;

std::string contradiction_of_geometry(const Geometry& g) {
  for (const std::uint64_t count : {g.channels, g.chips, g.dies, g.planes, g.blocks, g.pages}) {
    if (count == 0 || count > kMostOfALevel) return "a level has no members, or too many";
  }
  unsigned __int128 pages = 1;
  for (const std::uint64_t count : {g.channels, g.chips, g.dies, g.planes, g.blocks, g.pages}) pages *= count;
  if (pages > limits::kMostPhysicalPages) return "it has too many pages";
  const bool sizes = std::has_single_bit(g.sector_bytes) && g.page_bytes != 0 && g.page_bytes % g.sector_bytes == 0;
  if (!sizes || g.page_bytes > kMostOfALevel || g.spare_bytes > kMostOfALevel)
    return "a page is not a whole number of sectors";
  const bool units = g.subpages != 0 && g.subpages <= limits::kMostSubpages && g.page_bytes % g.subpages == 0 &&
                     g.unit_bytes() % g.sector_bytes == 0 && pages * g.subpages <= limits::kMostPhysicalPages;
  if (!units) return "its indirection units do not fit its pages";
  const bool programs = g.program_pages != 0 && g.pages % g.program_pages == 0 &&
                        g.program_pages <= limits::kMostUnitsOfProgram &&
                        g.units_of_program() <= limits::kMostUnitsOfProgram;
  return programs ? "" : "its programs do not fit its blocks";
}

// Checks that the numbers that follow from the geometry agree with it, and the numbers that have bounds of their own.
std::string contradiction_of_config(const Config& c, const Geometry& g) {
  const std::uint64_t planes = g.total_planes();
  if (c.stripe == 0 || planes % c.stripe != 0) return "its superblocks do not fit its planes";
  Config derived = c;
  set_geometry(derived, g, c.stripe);
  if (bytes_of(derived) != bytes_of(c)) return "its numbers do not match its geometry";
  if (c.logical_pages == 0 || c.logical_pages > g.units()) return "it has more logical pages than pages";
  if (c.bus_denominator == 0 || c.link_denominator == 0 || c.dram_denominator == 0) return "a rate is divided by 0";
  if (c.streams == 0 || c.queues == 0 || c.scope_planes == 0 || c.map_planes % c.scope_planes != 0)
    return "a count is impossible";
  if (c.firmware_cores > kMostCores) return "its firmware has too many cores";
  std::array<u32, 4> order{};
  std::ranges::copy(c.level_order, order.begin());
  std::ranges::sort(order);
  return order == std::array<u32, 4>{0, 1, 2, 3} ? "" : "its order of levels is invalid";
}

// Each host queue has a weight if weights decide.
std::string contradiction_of_weights(const Plan& plan) {
  const std::size_t wanted = plan.config.arbitration == Arbitration::kWeighted ? plan.config.queues : 0;
  const bool sound =
      plan.queue_weights.size() == wanted && std::ranges::find(plan.queue_weights, 0) == plan.queue_weights.end();
  return sound ? "" : "the weights of its host queues are invalid";
}

bool is_cell(i64 name, std::span<const TableShape> tables) {
  return name >= 0 && table_of(name) < tables.size() && bytes_log2_of(name) == tables[table_of(name)].bytes_log2;
}

// Whether each node refers only to earlier nodes, and to inputs, checks and tables that exist.
bool is_program(const Function& function, Hook hook, std::span<const TableShape> tables) {
  if (!function.given()) return function.result == 0 && function.checks.empty();
  if (function.nodes.size() > kMostNodes || function.result >= function.nodes.size()) return false;
  for (std::size_t i = 0; i < function.nodes.size(); ++i) {
    const Node& node = function.nodes[i];
    const std::array inputs{node.a, node.b, node.c};
    const auto used = std::span(inputs).first(static_cast<std::size_t>(operands(node.op)));
    if (std::ranges::any_of(used, [i](u32 input) { return input >= i; })) return false;
    if (node.op == Op::kInput && (node.value < 0 || static_cast<u64>(node.value) >= info(hook).inputs)) return false;
    if (node.op == Op::kRequire && (node.value < 0 || static_cast<u64>(node.value) >= function.checks.size()))
      return false;
    if ((node.op == Op::kLoad || node.op == Op::kStore) && !is_cell(node.value, tables)) return false;
  }
  return true;
}

std::string contradiction_of_policies(const Policies& policies, std::span<const TableShape> tables) {
  const auto too_large = [](const TableShape& table) { return table.bytes_log2 > 3; };
  if (tables.size() > limits::kMostTables || std::ranges::any_of(tables, too_large)) return "its tables are invalid";
  for (std::size_t i = 0; i < kHooks; ++i) {
    if (!is_program(policies.by_hook[i], static_cast<Hook>(i), tables))
      return fmt::format("the program of {} is invalid", kHookTable[i].name);
  }
  const auto is_missing = [&](const HookInfo& row) {
    return row.required && !policies.by_hook[static_cast<std::size_t>(&row - kHookTable.data())].given();
  };
  return std::ranges::any_of(kHookTable, is_missing) ? "a program is missing" : "";
}

// Flows generate their requests, and have no flows of their own.
bool is_sound(const workload::Workload& workload) {
  if (workload.flows.size() > limits::kMostFlows) return false;
  return std::ranges::all_of(workload.flows, [](const workload::Workload& flow) {
    const workload::Part part = flow.part.value_or(workload::Part{});
    return flow.flows.empty() && std::holds_alternative<workload::Generator>(flow.source) && part.from < part.to &&
           (part.in_bytes || part.to <= workload::kWhole);
  });
}

std::string contradiction_of_workloads(const Plan& plan) {
  const bool sound = std::ranges::all_of(plan.workloads, is_sound) &&
                     (plan.start.workload == nullptr || is_sound(*plan.start.workload));
  return sound ? "" : "the flows of a workload are invalid";
}

}  // namespace

std::string contradiction(const Plan& plan) {
  if (std::string found = contradiction_of_geometry(plan.geometry); !found.empty()) return found;
  if (std::string found = contradiction_of_config(plan.config, plan.geometry); !found.empty()) return found;
  if (std::string found = contradiction_of_weights(plan); !found.empty()) return found;
  if (std::string found = contradiction_of_policies(plan.policies, plan.tables); !found.empty()) return found;
  return contradiction_of_workloads(plan);
}

}  // namespace ssd
