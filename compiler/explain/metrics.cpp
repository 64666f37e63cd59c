// The page of metrics: see metrics.h.
#include "compiler/explain/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace ssd::explain {
namespace {

std::string full_name(const metrics::MetricRow& row) {
  return row.also.empty() ? std::string(row.name) : fmt::format("{}, {}", row.name, row.also);
}

std::string without_clock() {
  constexpr std::size_t kWidth = 120;
  std::string text, line;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    if (row.needs_clock) continue;
    if (line.size() + full_name(row).size() + 4 > kWidth) text += std::exchange(line, "") + ",\n";
    line += (line.empty() ? "  " : ", ") + full_name(row);
  }
  return text + line + "\n";
}

}  // namespace

std::string metrics_page() {
  std::string text =
      "The metrics that an experiment can `measure` in each run. Values are in the unit shown; the report's JSON has "
      "them under "
      "the key.\n\n";
  std::size_t name = 0, meaning = 0;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    name = std::max(name, full_name(row).size());
    meaning = std::max(meaning, row.meaning.size());
  }
  const auto line = [&](std::string_view n, std::string_view unit, std::string_view m, std::string_view key) {
    fmt::format_to(std::back_inserter(text), "{:<{}}  {:<10}  {:<{}}  {}\n", n, name, unit, m, meaning, key);
  };
  line("name", "unit", "meaning", "key");
  for (const metrics::MetricRow& row : metrics::metric_rows())
    line(full_name(row), metrics::label(row.unit), row.meaning, row.key);
  return text + "\nAn experiment without a clock (`only: ftl`) has these:\n" + without_clock();
}

std::string metric_page(const metrics::MetricRow& row) {
  return fmt::format("metric {}\n  unit:     {}\n  meaning:  {}\n  key:      {} in the JSON of `ssdc run`\n{}",
                     full_name(row), metrics::label(row.unit), row.meaning, row.key,
                     row.needs_clock ? "" : "  clock:    not needed; `only: ftl` has it\n");
}

std::string metric_family_page(std::string_view family) {
  std::vector<std::string> names;
  for (const metrics::MetricRow& row : metrics::metric_rows()) {
    if (row.name.size() > family.size() && row.name.starts_with(family) && row.name[family.size()] == '.')
      names.emplace_back(row.name);
  }
  return fmt::format("metrics {}.…: {}\n", family, fmt::join(names, ", "));
}

}  // namespace ssd::explain
