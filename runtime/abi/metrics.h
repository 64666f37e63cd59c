// The metrics of a run by name: what an experiment may measure, in which unit, and what it means. One table
// (metrics.def) for the check, the runner, `ssdc explain metrics` and the reports; runtime/results has the way from a
// run to the number.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ssd::metrics {

// Of a metric, and of what claims are computed with. Values are in the unit of the report: time in ns, size in bytes,
// rate in bytes a second, energy in J, power in W, frequency in Hz, shares from 0 to 1.
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

}  // namespace ssd::metrics
