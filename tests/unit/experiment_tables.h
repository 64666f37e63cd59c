// Tables of hand-made numbers over small experiments, for the tests of what is computed from tables.
#pragma once
#include <functional>
#include <limits>

#include "tests/unit/experiment_texts.h"
#include "tools/study/places.h"
#include "tools/study/table.h"

namespace ssd {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// The experiment of `statements` (experiment_texts.h) with a run for each point and seed, in which all metrics are 0.
struct HandMadeTable {
  explicit HandMadeTable(const std::string& statements) : texts(check_experiment(statements)) {
    if (texts->checked.experiments.empty()) throw std::logic_error(texts->text());
    table.experiment = &texts->checked.experiments.front();
    table.runs.assign(table.experiment->runs(),
                      {study::RunState::kDone, std::vector<double>(metrics::metric_rows().size()), {}, {}, {}});
  }
  const design::Experiment& experiment() const { return *table.experiment; }

  // The values of one metric, run by run in the experiment's order.
  HandMadeTable& set(metrics::Metric metric, const std::vector<double>& values) {
    for (std::size_t run = 0; run < values.size(); ++run)
      table.runs.at(run).values[static_cast<std::size_t>(metric)] = values[run];
    return *this;
  }
  HandMadeTable& lose(std::size_t run) {
    table.runs.at(run) = {};
    return *this;
  }
  HandMadeTable& fail(std::size_t run, std::string why) {
    table.runs.at(run) = {study::RunState::kFailed, {}, {}, std::move(why), {}};
    return *this;
  }

  std::unique_ptr<CheckedTexts> texts;
  study::Table table;
};

}  // namespace ssd
