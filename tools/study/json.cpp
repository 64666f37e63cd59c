// See json.h. Runs are written one by one as text, one per line: as a JSON tree a hundred thousand runs would take
// gigabytes. Numbers are the shortest texts that read back as the same number. Results of roots and logarithms have six
// digits, because their last bits depend on the machine.
#include "tools/study/json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "tools/study/csv.h"
#include "tools/study/places.h"
#include "tools/study/quantities.h"
#include "tools/study/run_notes.h"

namespace ssd::study {
namespace {

using design::Experiment;
using Json = nlohmann::ordered_json;

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Numbers with a fraction or an exponent are written as nlohmann does it, whole ones without `.0`.
Json json_number(const std::optional<double>& value) {
  if (!value) return nullptr;
  constexpr double kExact = 0x1p53;
  if (std::trunc(*value) == *value && std::abs(*value) <= kExact) return static_cast<std::int64_t>(*value);
  return *value;
}
Json rounded(const std::optional<double>& value) {
  if (!value) return nullptr;
  return json_number(std::strtod(fmt::format("{:.6g}", *value).c_str(), nullptr));
}

std::string_view unit_name(metrics::Unit unit) {
  const std::string_view base = base_unit(unit);
  return base.empty() ? metrics::name(unit) : base;
}

Json axis_json(const design::Axis& axis) {
  static constexpr std::array<const char*, 3> kKinds{"design", "workload", "param"};
  Json result = {{"name", axis.name},
                 {"kind", kKinds.at(static_cast<std::size_t>(axis.kind))},
                 {"type", nullptr},
                 {"unit", nullptr},
                 {"varied", axis.varied}};
  if (!axis.type.empty()) result["type"] = axis.type;
  if (axis.unit) result["unit"] = unit_name(*axis.unit);
  result["values"] = Json::array();
  for (const design::AxisValue& value : axis.values) {
    result["values"].push_back({{"text", value.text},
                                {"alias", value.alias.empty() ? Json() : Json(value.alias)},
                                {"number", axis.unit ? json_number(value.number) : Json()}});
  }
  return result;
}

Json measure_json(const Experiment& e, const design::Metric& metric) {
  Json result = {{"metric", name(metric)}, {"unit", unit_name(metric.row().unit)}, {"normalized_to", nullptr}};
  if (const design::Normalization* how = normalization_of(e, metric)) {
    result["normalized_to"] = {{"axis", e.axes[how->axis].name}, {"value", e.axes[how->axis].values[how->value].text}};
  }
  return result;
}

Json experiment_json(const Experiment& e) {
  Json result = {{"name", e.name},           {"doc", e.doc},     {"axes", Json::array()},
                 {"points", e.points()},     {"seeds", e.seeds}, {"only", e.only_ftl ? Json("ftl") : Json()},
                 {"measures", Json::array()}};
  for (const design::Axis& axis : e.axes) result["axes"].push_back(axis_json(axis));
  for (const design::Metric& metric : e.measures) result["measures"].push_back(measure_json(e, metric));
  return result;
}

Json units_json() {
  Json result = Json::object();
  for (const metrics::MetricRow& row : metrics::metric_rows()) result[std::string(row.name)] = unit_name(row.unit);
  return result;
}

Json at_json(const Experiment& e, std::uint64_t point) {
  Json result = Json::object();
  for (std::uint32_t axis = 0; axis < e.axes.size(); ++axis)
    result[e.axes[axis].name] = e.axes[axis].values[place_on(e, point, axis)].text;
  return result;
}

// An object of names and numbers, built as text: a JSON tree would search each name among all earlier ones.
std::string values_text(const Table& table, std::uint64_t point, const Run& run) {
  std::string result = "{";
  for (std::size_t metric = 0; metric < metrics::metric_rows().size(); ++metric) {
    const Json value = json_number(table.value(run, point, static_cast<metrics::Metric>(metric)));
    result += fmt::format("{}\"{}\":{}", metric == 0 ? "" : ",", metrics::metric_rows()[metric].name, dumped(value));
  }
  for (const design::Metric& metric : table.experiment->measures) {
    if (metric.flow.empty()) continue;
    result += fmt::format(",\"{}\":{}", name(metric), dumped(json_number(table.value(run, point, metric))));
  }
  return result + "}";
}

std::string run_text(const Table& table, std::uint64_t point, std::uint64_t repeat) {
  const Experiment& e = *table.experiment;
  const Run run = table.whole(table.run(point, repeat));
  const bool done = run.state == RunState::kDone;
  Json normalized = done ? Json::object() : Json();
  if (done) {
    for (const design::Normalization& n : e.normalizations)
      normalized[name(n.metric)] = json_number(table.normalized(point, repeat, n.metric));
  }
  const Json failure = run.state == RunState::kFailed ? Json(run.failure) : Json();
  return fmt::format(
      "{{\"point\":{},\"seed\":{},\"state\":\"{}\",\"at\":{},\"values\":{},\"normalized\":{},\"failure\":{},"
      "\"overload\":{}}}",
      point, repeat + 1, name(run.state), dumped(at_json(e, point)), done ? values_text(table, point, run) : "null",
      dumped(normalized), dumped(failure), run.overload ? std::to_string(*run.overload) : "null");
}

Json summary_json(const Summary& s) {
  return {{"count", s.count},
          {"mean", s.count == 0 ? Json() : json_number(s.mean)},
          {"stddev", rounded(s.stddev)},
          {"half_width", rounded(s.half_width)}};
}

Json point_json(const Table& table, std::uint64_t point) {
  const Experiment& e = *table.experiment;
  Json result = {
      {"point", point}, {"at", at_json(e, point)}, {"metrics", Json::object()}, {"normalized", Json::object()}};
  for (const design::Metric& metric : e.measures)
    result["metrics"][name(metric)] = summary_json(table.summary(point, {metric, false}));
  for (const design::Normalization& n : e.normalizations) {
    result["normalized"][name(n.metric)] = summary_json(table.summary(point, {n.metric, true}));
  }
  return result;
}

Json expectation_json(const design::Expectation& claim, const Outcome& outcome) {
  return {{"title", claim.title},
          {"claim", claim.text},
          {"verdict", name(outcome.verdict)},
          {"values", outcome.values},
          {"margin", rounded(outcome.margin)},
          {"reason", outcome.reason.empty() ? Json() : Json(outcome.reason)},
          {"where", outcome.where},
          {"known", claim.known.empty() ? Json() : Json(claim.known)}};
}

using Write = std::function<bool(std::string_view)>;

// Writes a list with one entry per line.
bool write_list(const Write& write, std::string_view key, std::uint64_t count, const auto& entry) {
  if (!write(fmt::format(",\n\"{}\": [", key))) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!write((i == 0 ? "\n" : ",\n") + entry(i))) return false;
  }
  return write("]");
}

// Writes an object of them.
bool write_facts(const Write& write, const Facts& facts) {
  bool goes_on = write(",\n\"facts\": {");
  const char* before = "";
  facts([&](const std::string& name, const FactValue& value) {
    goes_on = goes_on && write(fmt::format("{}{}:{}", before, dumped(name), dumped(value())));
    before = ",";
  });
  return goes_on && write("}");
}

}  // namespace

bool write_json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts, const Write& write) {
  const Experiment& e = *table.experiment;
  const std::vector<RunNote> notes = run_notes(table);
  return write("{\"schema\": \"ssdc.experiment\", \"version\": 1") &&
         write(fmt::format(",\n\"experiment\": {}", dumped(experiment_json(e)))) && write_facts(write, facts) &&
         write(fmt::format(",\n\"units\": {}", dumped(units_json()))) &&
         write_list(write, "expectations", e.expectations.size(),
                    [&](std::uint64_t i) { return dumped(expectation_json(e.expectations[i], outcomes[i])); }) &&
         write_list(write, "notes", notes.size(),
                    [&](std::uint64_t i) { return dumped({{"text", notes[i].text}, {"points", notes[i].points}}); }) &&
         write_list(write, "points", e.points(),
                    [&](std::uint64_t point) { return dumped(point_json(table, point)); }) &&
         write_list(write, "runs", e.runs(),
                    [&](std::uint64_t run) { return run_text(table, run / e.seeds, run % e.seeds); }) &&
         write("}\n");
}

std::string json(const Table& table, const std::vector<Outcome>& outcomes, const Facts& facts) {
  std::string all;
  write_json(table, outcomes, facts, [&all](std::string_view piece) {
    all += piece;
    return true;
  });
  return all;
}

}  // namespace ssd::study
