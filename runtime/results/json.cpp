// The report for programs. The keys are documented in docs/results.md; a change of their meaning raises `version`. See report.h.
#include <nlohmann/json.hpp>

#include "runtime/results/report.h"

namespace ssd::results {
namespace {

using Json = nlohmann::ordered_json;

Json latency_json(const Latency& l) {
  if (l.count == 0) return {{"count", 0}};
  return {{"count", l.count}, {"mean_ns", l.mean}, {"stddev_ns", l.stddev}, {"min_ns", l.min},    {"p50_ns", l.p50},
          {"p90_ns", l.p90},  {"p99_ns", l.p99},   {"p999_ns", l.p999},     {"p9999_ns", l.p9999}, {"max_ns", l.max}};
}

Json busy_json(const std::vector<Busy>& list) {
  Json result = Json::array();
  for (const Busy& b : list) result.push_back({{"host", b.host}, {"collection", b.collection}});
  return result;
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
          {"preloaded_pages", f.preloaded}};
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

Json design_json(const design::Design& d) {
  return {{"name", d.name},
          {"hash", design::hash(d)},
          {"physical_pages", d.geometry.physical_pages()},
          {"logical_pages", d.logical_pages},
          {"page_bytes", d.geometry.page_bytes}};
}

Json host_json(const HostFacts& h) {
  return {{"engine", h.engine},
          {"compile_seconds", h.compile_seconds},
          {"workload_seconds", h.workload_seconds},
          {"run_seconds", h.run_seconds},
          {"page_operations_per_second", h.run_seconds > 0 ? static_cast<double>(h.page_operations) / h.run_seconds : 0}};
}

}  // namespace

std::string json(const Report& report) {
  const Results& r = report.results;
  Json object;
  object["schema"] = "ssdc.results";
  object["version"] = 1;
  object["design"] = design_json(*report.design);
  object["workload"] = {{"name", report.workload}, {"requests", report.requests}, {"closed", report.closed_depth}, {"seed", report.seed}};
  object["partial"] = r.partial;
  object["notes"] = report.notes;
  object["response"] = latency_json(r.response);
  object["read"] = latency_json(r.read);
  object["write"] = latency_json(r.write);
  object["bytes"] = {{"read", r.host.bytes[1]}, {"written", r.host.bytes[0]}};
  object["first_arrival_ns"] = r.host.first_arrival;
  object["last_completion_ns"] = r.host.last_completion;
  object["clock_ns"] = r.clock;
  object["bandwidth_bytes_per_second"] = r.bandwidth();
  object["iops"] = r.iops();
  object["write_amplification"] = r.write_amplification();
  object["flash"] = flash_json(r.flash);
  object["gc"] = {{"collections", r.flash.collections}, {"forced", r.flash.forced_collections}};
  object["erases"] = erases_json(r.erases);
  object["busy"] = {{"channels", busy_json(r.channels)}, {"chips", busy_json(r.chips)}, {"dies", busy_json(r.dies)}, {"planes", busy_json(r.planes)}};
  object["memory_bytes"] = r.memory_bytes;
  object["host"] = host_json(report.host);
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ssd::results
