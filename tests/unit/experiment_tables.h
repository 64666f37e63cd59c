// Tables of hand-made numbers over small experiments, for the tests of what is computed from tables.
#pragma once
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "tests/unit/experiment_texts.h"
#include "tools/study/facts.h"
#include "tools/study/places.h"
#include "tools/study/table.h"

namespace ssd {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

namespace study {

// A table of these runs.
inline Table table_of(const design::Experiment& experiment, const std::vector<Run>& runs) {
  Table table(experiment, [runs](std::size_t run) { return runs.at(run); });
  for (std::size_t run = 0; run < runs.size(); ++run) table.put(run, runs[run]);
  return table;
}

// Facts of which all are known.
inline Facts listed(std::vector<std::pair<std::string, std::string>> facts) {
  return [facts = std::move(facts)](const TakeFact& take) {
    for (const auto& [name, value] : facts) take(name, [&] { return value; });
  };
}

}  // namespace study

// The experiment of `statements` (experiment_texts.h) with a run for each point and seed, in which all metrics are 0.
struct HandMadeTable {
  explicit HandMadeTable(const std::string& statements) : texts(check_experiment(statements)) {
    if (texts->checked.experiments.empty()) throw std::logic_error(texts->text());
    runs.assign(experiment().runs(),
                {study::RunState::kDone, std::vector<double>(metrics::metric_rows().size()), {}, {}, {}});
  }
  const design::Experiment& experiment() const { return texts->checked.experiments.front(); }
  // Of the runs as they are now.
  study::Table table() const { return study::table_of(experiment(), runs); }

  // The values of one metric, run by run in the experiment's order.
  HandMadeTable& set(metrics::Metric metric, const std::vector<double>& values) {
    for (std::size_t run = 0; run < values.size(); ++run)
      runs.at(run).values[static_cast<std::size_t>(metric)] = values[run];
    return *this;
  }
  HandMadeTable& lose(std::size_t run) {
    runs.at(run) = {};
    return *this;
  }
  HandMadeTable& fail(std::size_t run, std::string why) {
    runs.at(run) = {study::RunState::kFailed, {}, {}, std::move(why), {}};
    return *this;
  }

  std::unique_ptr<CheckedTexts> texts;
  std::vector<study::Run> runs;
};

}  // namespace ssd
