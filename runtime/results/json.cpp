// The report for programs. The keys are documented in docs/results.md; a change of their meaning raises `version`. See
// report.h.
#include <fmt/format.h>

#include <iterator>

#include <nlohmann/json.hpp>

#include "runtime/results/parts.h"
#include "runtime/results/report.h"
#include "runtime/results/series_view.h"

namespace ssd::results {
namespace {

using Json = nlohmann::ordered_json;

Json latency_json(const Latency& l) {
  return {{"count", l.count}, {"mean_ns", l.mean}, {"stddev_ns", l.stddev}, {"min_ns", l.min},     {"p50_ns", l.p50},
          {"p90_ns", l.p90},  {"p99_ns", l.p99},   {"p999_ns", l.p999},     {"p9999_ns", l.p9999}, {"max_ns", l.max}};
}

Json parts_json(const Results& r) {
  Json result;
  for (const auto& [key, direction] : {std::pair("read", Direction::kRead), std::pair("write", Direction::kWrite),
                                       std::pair("trim", Direction::kTrim)}) {
    const std::array<double, kParts> parts = r.parts(direction);
    for (std::size_t p = 0; p < kParts; ++p) result[key][kPartKeys[p]] = parts[p];
  }
  return result;
}

Json busy_list(const std::vector<Busy>& list) {
  Json result = Json::array();
  for (const Busy& b : list) result.push_back({{"host", b.host}, {"collection", b.collection}});
  return result;
}

Json units_list(const Results& r) {
  Json result = Json::array();
  const auto share = [&r](Time time) {
    return r.clock == 0 ? 0 : static_cast<double>(time) / static_cast<double>(r.clock);
  };
  for (const UnitTimes& u : r.units)
    result.push_back({{"array", share(u.array)}, {"bus", share(u.bus)}, {"contention", share(u.contention)}});
  return result;
}

Json execution_json(const Execution& e) {
  return {{"array", e.array}, {"bus", e.bus}, {"contention", e.contention}, {"idle", e.idle}};
}

Json flash_json(const FlashCounts& f) {
  return {{"host_reads", f.host_reads},
          {"host_programs", f.host_programs},
          {"read_modify_write_reads", f.read_modify_write_reads},
          {"collection_reads", f.collection_reads},
          {"collection_programs", f.collection_programs},
          {"erases", f.erases},
          {"buffer_reads", f.buffer_reads},
          {"unwritten_reads", f.unwritten_reads},
          {"preloaded_pages", f.preloaded},
          {"copybacks", f.copybacks},
          {"wasted_multiplane", f.wasted_multiplane},
          {"wasted_copyback", f.wasted_copyback},
          {"wasted_wear", f.wasted_wear},
          {"suspends", f.suspends},
          {"trimmed_pages", f.trimmed}};
}

// By number of planes: as many as a die of the design has, or as are told apart.
Json commands_json(const Results& r, u64 planes) {
  Json result;
  for (const auto& [key, type] :
       {std::pair("read", CommandType::kRead), std::pair("program", CommandType::kProgram),
        std::pair("erase", CommandType::kErase), std::pair("copyback", CommandType::kCopyback)}) {
    const CommandClasses c = classes(r.commands, type);
    const auto told = static_cast<std::ptrdiff_t>(std::min<u64>(planes, kMostPlanes));
    result[key] = {{"plain", c.plain},
                   {"interleaved", c.interleaved},
                   {"multiplane", c.multiplane},
                   {"both", c.both},
                   {"by_planes", std::vector<u64>(c.by_planes.begin(), c.by_planes.begin() + told)}};
  }
  return result;
}

Json gc_json(const Results& r) {
  return {{"collections", r.flash.collections},
          {"forced", r.flash.forced_collections},
          {"idle", r.flash.idle_collections},
          {"background", r.flash.background_collections},
          {"wear", r.flash.wear_collections},
          {"pages_moved", r.pages_moved()},
          {"conflicts", r.flash.conflicts},
          {"conflicting", r.flash.conflicting_collections},
          {"moved_by_bus", r.moved_by_bus()},
          {"moved_by_copyback", r.moved_by_copyback()},
          {"moved_by_slot", r.moved_by_slot()},
          {"buffered_moves", r.flash.buffered_moves},
          {"held_pages", r.flash.held_pages},
          {"held_mean_ns", r.held_mean()},
          {"held_max_ns", r.flash.held_longest},
          {"power_loss_ns", r.power_loss},
          {"write_backs", r.flash.write_backs},
          {"buffered_reads", r.flash.buffered_reads},
          {"absorbed_writes", r.flash.absorbed_writes},
          {"replica_programs", r.flash.replica_programs},
          {"replica_reads", r.flash.replica_reads}};
}

Json erases_json(const EraseSpread& e) {
  return {{"total", e.total},
          {"mean", e.mean},
          {"min", e.min},
          {"max", e.max},
          {"stddev", e.stddev},
          {"stddev_within_planes", e.stddev_within_planes},
          {"stddev_over_planes", e.stddev_over_planes}};
}

Json lifetime_json(const Report& report) {
  const Lifetime& l = report.results.lifetime;
  Json result = {{"endurance", l.endurance},
                 {"ended", l.ended},
                 {"end_ns", l.end},
                 {"retired_blocks", l.retired_blocks},
                 {"written_bytes", l.written_bytes},
                 {"drive_writes", l.drive_writes},
                 {"projected_bytes_mean", l.projected_mean},
                 {"projected_bytes_most_worn", l.projected_most_worn}};
  if (!knows_end(report)) result.erase("end_ns");
  return result;
}

Json energy_json(const EnergyUse& e) {
  return {{"read_joules", e.read},         {"program_joules", e.program}, {"erase_joules", e.erase},
          {"transfer_joules", e.transfer}, {"idle_joules", e.idle},       {"total_joules", e.total()}};
}

// Columns, so that each can be plotted as it is. What an interval has no value for is null.
Json series_json(const Results& r) {
  const auto value = [](const std::optional<double>& v) { return v ? Json(*v) : Json(nullptr); };
  Json result = {{"interval_ns", u64{1} << r.series.shift}};
  for (const char* column : {"requests", "bandwidth_bytes_per_second", "mean_response_ns", "host_programs",
                             "collection_programs", "write_amplification", "free_pages"}) {
    result[column] = Json::array();
  }
  for (const Sample& s : samples(r.series, r.end())) {
    result["requests"].push_back(s.requests);
    result["bandwidth_bytes_per_second"].push_back(s.bandwidth);
    result["mean_response_ns"].push_back(value(s.response));
    result["host_programs"].push_back(s.host_programs);
    result["collection_programs"].push_back(s.collection_programs);
    result["write_amplification"].push_back(value(s.write_amplification));
    result["free_pages"].push_back(s.free_pages);
  }
  return result;
}

Json design_json(const Plan& d) {
  return {{"name", d.name},
          {"hash", hash(d)},
          {"physical_pages", d.geometry.physical_pages()},
          {"logical_pages", d.config.logical_pages},
          {"page_bytes", d.geometry.page_bytes}};
}

Json start_json(const StartFacts& s) {
  return {{"state", s.state},
          {"snapshot", s.snapshot},
          {"snapshot_checksum", s.snapshot.empty() ? "" : fmt::format("{:08x}", s.checksum)},
          {"workload", s.workload},
          {"requests", s.requests},
          {"pages_written", s.pages_written},
          {"preloaded_pages", s.preloaded}};
}

Json host_json(const HostFacts& h) {
  Json object = {
      {"engine", h.engine},
      {"from_cache", h.from_cache},
      {"compile_seconds", h.compile_seconds},
      {"workload_seconds", h.workload_seconds},
      {"start_seconds", h.start_seconds},
      {"run_seconds", h.run_seconds},
      {"checked", h.checked},
      {"page_operations_per_second", h.run_seconds > 0 ? static_cast<double>(h.page_operations) / h.run_seconds : 0}};
  if (h.jit_from) object["jit_from_request"] = *h.jit_from;
  return object;
}

Json bytes_json(const Results& r) {
  return {{"read", r.host.bytes[1]}, {"written", r.host.bytes[0]}, {"trimmed", r.host.bytes[2]}};
}

// What the map knows, and nothing else.
void map_side(Json& object, const Report& report) {
  const Results& r = report.results;
  const FlashCounts& f = r.flash;
  object["completed"] = {
      {"reads", r.host.completed[1]}, {"writes", r.host.completed[0]}, {"trims", r.host.completed[2]}};
  object["bytes"] = bytes_json(r);
  object["write_amplification"] = r.write_amplification();
  object["flash"] = {{"page_reads", f.host_reads},
                     {"host_programs", f.host_programs},
                     {"collection_reads", f.collection_reads},
                     {"collection_programs", f.collection_programs},
                     {"erases", f.erases},
                     {"unwritten_reads", f.unwritten_reads},
                     {"preloaded_pages", f.preloaded},
                     {"wasted_wear", f.wasted_wear},
                     {"trimmed_pages", f.trimmed}};
  object["gc"] = {{"collections", f.collections},
                  {"forced", f.forced_collections},
                  {"wear", f.wear_collections},
                  {"pages_moved", r.pages_moved()}};
  object["erases"] = erases_json(r.erases);
  object["lifetime"] = lifetime_json(report);
}

void host_side(Json& object, const Results& r) {
  object["response"] = latency_json(r.response);
  object["read"] = latency_json(r.read);
  object["write"] = latency_json(r.write);
  object["trim"] = latency_json(r.trim);
  object["parts"] = parts_json(r);
  object["bytes"] = bytes_json(r);
  object["first_arrival_ns"] = r.host.first_arrival;
  object["last_completion_ns"] = r.host.last_completion;
  object["clock_ns"] = r.clock;
  object["bandwidth_bytes_per_second"] = r.bandwidth();
  object["iops"] = r.iops();
}

void drive_side(Json& object, const Report& report) {
  const Results& r = report.results;
  object["write_amplification"] = r.write_amplification();
  object["flash"] = flash_json(r.flash);
  object["commands"] = commands_json(r, report.plan->geometry.planes);
  object["buffer"] = {
      {"hits", r.flash.buffer_hits}, {"evictions", r.flash.evictions}, {"readaheads", r.flash.readaheads}};
  object["gc"] = gc_json(r);
  object["erases"] = erases_json(r.erases);
  object["lifetime"] = lifetime_json(report);
  object["busy"] = {{"channels", busy_list(r.channels)},
                    {"chips", busy_list(r.chips)},
                    {"dies", busy_list(r.dies)},
                    {"planes", busy_list(r.planes)},
                    {"units", units_list(r)}};
  object["execution"] = execution_json(r.execution());
  object["bus_bytes"] = r.bus_bytes;
  object["energy"] = energy_json(r.energy);
  object["series"] = series_json(r);
}

std::string plain(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

// One member of an object or a list a line; but a list of numbers is one line, however long.
void print(std::string& out, const Json& value, const std::string& margin) {
  const bool numbers = value.is_array() && !value.empty() && (value.front().is_number() || value.front().is_null());
  if (!value.is_structured() || value.empty() || numbers) {
    out += plain(value);
    return;
  }
  const std::string inner = margin + "  ";
  out += value.is_object() ? "{" : "[";
  const char* before = "\n";
  for (auto member = value.begin(); member != value.end(); ++member, before = ",\n") {
    out += before + inner;
    if (value.is_array()) {
      out += plain(*member);
      continue;
    }
    out += plain(member.key()) + ": ";
    print(out, *member, inner);
  }
  out += "\n" + margin + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string json(const Report& report) {
  Json object;
  object["schema"] = "ssdc.results";
  object["version"] = 1;
  if (report.results.functional_only) object["only"] = "ftl";
  object["design"] = design_json(*report.plan);
  object["workload"] = {
      {"name", report.workload}, {"requests", report.requests}, {"closed", report.closed_depth}, {"seed", report.seed}};
  object["start"] = start_json(report.start);
  object["partial"] = report.results.partial;
  object["notes"] = report.notes;
  if (report.results.functional_only) {
    map_side(object, report);
  } else {
    host_side(object, report.results);
    drive_side(object, report);
  }
  object["memory_bytes"] = report.results.memory_bytes;
  object["host"] = host_json(report.host);
  std::string out;
  print(out, object, "");
  return out + "\n";
}

}  // namespace ssd::results
