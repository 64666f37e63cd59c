// The report as JSON: the rows of metrics.def, between the facts about the run. docs/results.md documents the keys;
// `version` increases when their meaning changes. See report.h.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "runtime/abi/metrics.h"
#include "runtime/results/report.h"
#include "runtime/results/series_view.h"

namespace ssd::results {
namespace {

using Json = nlohmann::ordered_json;

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

// The commands of one plane, of two, …: up to the planes of a die of the design, at most kMostPlanes.
Json by_planes(const Report& report, CommandType type) {
  const auto all = classes(report.results.commands, type).by_planes;
  const u64 told = std::min<u64>(report.plan->geometry.planes, kMostPlanes);
  return std::vector<u64>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(told));
}

// As columns, so that each can be plotted as it is. Where an interval has no value, it is null.
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
      {"from_cache", h.from == ObjectFrom::kCache},
      {"prebuilt", h.from == ObjectFrom::kPrebuilt},
      {"compile_seconds", h.compile_seconds},
      {"workload_seconds", h.workload_seconds},
      {"start_seconds", h.start_seconds},
      {"run_seconds", h.run_seconds},
      {"checked", h.checked},
      {"page_operations_per_second", h.run_seconds > 0 ? static_cast<double>(h.page_operations) / h.run_seconds : 0}};
  if (h.jit_from) object["jit_from_request"] = *h.jit_from;
  return object;
}

// What must have run for a number to be known: see metrics.def.
enum class From : std::uint8_t { kMap, kClock, kMapAlone };
bool is_known(From from, const Results& r) {
  return from == From::kMap || (from == From::kMapAlone) == r.functional_only;
}

// Adds the rows of metrics.def that `are_wanted`, by their pointers, with their values of `r`, each at its pointer, in
// their order.
void add_numbers(Json& object, const Report& report, const Results& r, bool (*are_wanted)(std::string_view key)) {
  const auto takes = [&](From from, const char* pointer) { return is_known(from, r) && are_wanted(pointer); };
#define SSD_METRIC(id, name, unit, from, meaning, key, value) \
  if (takes(From::from, key)) object[Json::json_pointer(key)] = value;
#define SSD_MEAN(id, name, unit, from, meaning, key, list) \
  if (takes(From::from, key)) object[Json::json_pointer(key)] = busy_list(list);
#define SSD_REPORTED(from, key, value) \
  if (takes(From::from, key)) object[Json::json_pointer(key)] = value;
#include "runtime/abi/metrics.def"
}

// Of a phase: whether its requests are part of the other numbers, and from its first arrival to its last completion.
void add_phase(Json& object, const FlowResults& phase) {
  object["counted"] = phase.counted;
  if (phase.numbers.functional_only) return;
  object["begin_ns"] = phase.numbers.host.first_arrival;
  object["end_ns"] = phase.numbers.host.last_completion;
}

Json flows_json(const Report& report) {
  Json list = Json::array();
  for (const FlowResults& flow : report.results.flows) {
    Json object = {{"name", flow.name}, {"requests", flow.requests}, {"closed", flow.closed_depth}};
    if (flow.is_phase) add_phase(object, flow);
    add_numbers(object, report, flow.numbers, metrics::is_by_flow);
    list.push_back(std::move(object));
  }
  return list;
}

Json streams_json(const Results& r) {
  Json list = Json::array();
  for (const StreamPages& stream : r.streams) {
    Json object = {{"host_programs", stream.host}};
    if (r.collects_by_stream) {
      object["collection_programs"] = stream.moved;
      object["write_amplification"] = write_amplification(stream);
    }
    list.push_back(std::move(object));
  }
  return list;
}

std::string plain(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Whether it is an object that has objects in it, such as the numbers of a flow.
bool is_nested(const Json& value) {
  return value.is_object() && std::ranges::any_of(value, [](const Json& member) { return member.is_structured(); });
}

// Prints one member of an object or a list per line; but a list of numbers is one line, however long.
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
    if (value.is_array() && !is_nested(*member)) {
      out += plain(*member);
      continue;
    }
    if (value.is_object()) out += plain(member.key()) + ": ";
    print(out, *member, inner);
  }
  out += "\n" + margin + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string json(const Report& report) {
  Json object = Json::object();
  object["schema"] = "ssdc.results";
  object["version"] = 1;
  if (report.results.functional_only) object["only"] = "ftl";
  object["design"] = design_json(*report.plan);
  object["workload"] = {
      {"name", report.workload}, {"requests", report.requests}, {"closed", report.closed_depth}, {"seed", report.seed}};
  object["start"] = start_json(report.start);
  object["partial"] = report.results.partial;
  if (report.results.since != 0) object["counted_from_ns"] = report.results.since;
  object["notes"] = report.notes;
  add_numbers(object, report, report.results, [](std::string_view) { return true; });
  if (!knows_end(report)) object["lifetime"].erase("end_ns");
  if (!report.results.flows.empty())
    object[report.results.flows.front().is_phase ? "phases" : "flows"] = flows_json(report);
  if (!report.results.streams.empty()) object["streams"] = streams_json(report.results);
  object["memory_bytes"] = report.results.memory_bytes;
  object["host"] = host_json(report.host);
  std::string out;
  print(out, object, "");
  return out + "\n";
}

}  // namespace ssd::results
