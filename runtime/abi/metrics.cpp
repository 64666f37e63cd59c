// The table of metrics: see metrics.h.
#include "runtime/abi/metrics.h"

#include <algorithm>
#include <array>

namespace ssd::metrics {
namespace {

using enum Unit;

struct Synonym {
  Metric metric;
  std::string_view name;
};
// Synonyms that are common in the field.
constexpr std::array kSynonyms{Synonym{Metric::write_amplification, "waf"},
                               Synonym{Metric::write_amplification_by_bytes, "waf_by_bytes"}};

constexpr std::string_view synonym(Metric metric) {
  for (const Synonym& s : kSynonyms) {
    if (s.metric == metric) return s.name;
  }
  return {};
}

// What knows a number: see metrics.def.
enum class From : std::uint8_t { kMap, kClock };

constexpr std::array kRows{
#define SSD_METRIC(id, name, unit, from, meaning, key, value) \
  MetricRow{name, synonym(Metric::id), unit, meaning, key, From::from == From::kClock},
#include "runtime/abi/metrics.def"
};

struct UnitRow {
  std::string_view name, base;
};
constexpr std::array kUnits{UnitRow{"count", ""},       UnitRow{"number", ""},  UnitRow{"share", ""},
                            UnitRow{"time", "ns"},      UnitRow{"size", "B"},   UnitRow{"rate", "B/s"},
                            UnitRow{"frequency", "Hz"}, UnitRow{"energy", "J"}, UnitRow{"power", "W"}};

}  // namespace

std::string_view name(Unit unit) { return kUnits.at(static_cast<std::size_t>(unit)).name; }

std::string label(Unit unit) {
  const UnitRow& row = kUnits.at(static_cast<std::size_t>(unit));
  return std::string(row.name) + (row.base.empty() ? "" : ", " + std::string(row.base));
}

const MetricRow& row(Metric metric) { return kRows.at(static_cast<std::size_t>(metric)); }
std::span<const MetricRow> metric_rows() { return kRows; }

bool is_by_flow(std::string_view key) {
  constexpr std::array<std::string_view, 13> kByFlow{"/completed/",
                                                     "/response/",
                                                     "/read/",
                                                     "/write/",
                                                     "/trim/",
                                                     "/flush/",
                                                     "/parts/",
                                                     "/slot_wait/",
                                                     "/bytes/",
                                                     "/first_arrival_ns",
                                                     "/last_completion_ns",
                                                     "/bandwidth_bytes_per_second",
                                                     "/iops"};
  return std::ranges::any_of(kByFlow, [&](std::string_view begin) { return key.starts_with(begin); });
}

std::optional<Metric> find_metric(std::string_view name) {
  const auto found = std::ranges::find_if(
      kRows, [&](const MetricRow& r) { return r.name == name || (!r.also.empty() && r.also == name); });
  if (found == kRows.end()) return std::nullopt;
  return static_cast<Metric>(found - kRows.begin());
}

}  // namespace ssd::metrics
