// The metrics of a run by name: what an experiment can measure, in which unit, and what it means. One table
// (metrics.def) serves the checker, the runner, `ssdc explain metrics` and the reports; runtime/results computes the
// numbers of a run.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ssd::metrics {

// The unit of a metric, or of a value in a claim. Values are in the unit of the report: time in ns, size in bytes, rate
// in bytes per second, energy in J, power in W, frequency in Hz, shares from 0 to 1.
enum class Unit : std::uint8_t { kCount, kNumber, kShare, kTime, kSize, kRate, kFrequency, kEnergy, kPower };
std::string_view name(Unit unit);  // "time"
std::string label(Unit unit);      // "time, ns"; "count"

enum class Metric : std::uint16_t {
#define SSD_METRIC(id, name, unit, from, meaning, key, value) id,
#include "runtime/abi/metrics.def"
};

struct MetricRow {
  std::string_view name, also;  // also: a second name, or ""
  Unit unit;
  std::string_view meaning;
  std::string_view key;  // a JSON pointer into the report
  bool needs_clock;      // the functional pass alone does not have it (`only: ftl`)
};
const MetricRow& row(Metric metric);
std::span<const MetricRow> metric_rows();  // in the order of Metric
// By either name.
std::optional<Metric> find_metric(std::string_view name);

// Whether the number at this key of the report is also counted by flow (host.flows).
bool is_by_flow(std::string_view key);

}  // namespace ssd::metrics
