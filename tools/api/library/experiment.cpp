// Runs experiments of a checked file, here or by other processes, and converts their results into the values of
// ssd.hpp.
#include <fmt/format.h>

#include <mutex>

#include "runtime/cache/cache.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/pictures/svg.h"
#include "tools/study/csv.h"
#include "tools/study/figure.h"
#include "tools/study/places.h"
#include "tools/study/run/made_runs.h"
#include "tools/study/run/outputs.h"
#include "tools/study/run/report_page.h"
#include "tools/study/run/runs_elsewhere.h"
#include "tools/study/summary.h"

namespace ssd::api {
namespace {

class ExperimentTeller final : public Watcher {
 public:
  explicit ExperimentTeller(const std::function<bool(const ExperimentProgress&)>& progress) : progress_(progress) {}
  bool runs_go_on(const RunsDone& at) override {
    return !progress_ || progress_({.done = at.done, .failed = at.failed, .runs = at.runs, .share = at.share});
  }

 private:
  const std::function<bool(const ExperimentProgress&)>& progress_;
};

Statistics statistics_of(const study::Summary& summary) {
  return {.count = summary.count, .mean = summary.mean, .stddev = summary.stddev, .half_width = summary.half_width};
}

std::vector<Coordinate> coordinates_of(const design::Experiment& experiment, std::uint64_t point) {
  std::vector<Coordinate> all;
  const study::Places places = study::places_of(experiment, point);
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    const design::Axis& of = experiment.axes[axis];
    all.push_back({.axis = of.name, .value = of.values[places[axis]].text});
  }
  return all;
}

std::vector<Measurement> measurements_of(const study::Table& table, std::uint64_t point) {
  std::vector<Measurement> all;
  for (const design::Metric& metric : table.experiment->measures) {
    all.push_back({.metric = name(metric),
                   .unit = std::string(metrics::name(metric.row().unit)),
                   .normalized = false,
                   .over_seeds = statistics_of(table.summary(point, {metric, false}))});
  }
  for (const design::Normalization& how : table.experiment->normalizations) {
    all.push_back({.metric = name(how.metric),
                   .unit = {},
                   .normalized = true,
                   .over_seeds = statistics_of(table.summary(point, {how.metric, true}))});
  }
  return all;
}

Point point_of(const study::Table& table, std::uint64_t number) {
  Point point{.number = number,
              .at = coordinates_of(*table.experiment, number),
              .failure = {},
              .measured = measurements_of(table, number)};
  for (std::uint64_t repeat = 0; repeat < table.experiment->seeds; ++repeat) {
    const std::size_t run = table.run(number, repeat);
    point.done += table.state(run) == study::RunState::kDone ? 1U : 0U;
    point.failed += table.state(run) == study::RunState::kFailed ? 1U : 0U;
    point.missing += table.state(run) == study::RunState::kMissing ? 1U : 0U;
    point.overloaded += table.overload(run) ? 1U : 0U;
    if (point.failure.empty()) point.failure = table.failure(run);
  }
  return point;
}

std::vector<Point> points_of(const study::Table& table) {
  std::vector<Point> all;
  for (std::uint64_t point = 0; point < table.experiment->points(); ++point) all.push_back(point_of(table, point));
  return all;
}

Verdict verdict_of(study::Verdict verdict) {
  return verdict == study::Verdict::kHolds   ? Verdict::kHolds
         : verdict == study::Verdict::kFails ? Verdict::kFails
                                             : Verdict::kUndecided;
}

std::vector<Claim> claims_of(const study::ExperimentResults& results, const SourceMap& sources) {
  std::vector<Claim> all;
  const std::vector<design::Expectation>& claims = results.table.experiment->expectations;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const study::Outcome& outcome = results.outcomes[i];
    all.push_back({.title = claims[i].title,
                   .text = claims[i].text,
                   .verdict = verdict_of(outcome.verdict),
                   .values = outcome.values,
                   .margin = outcome.margin,
                   .reason = outcome.reason,
                   .where = outcome.where,
                   .known = claims[i].known,
                   .span = span_of(claims[i].span, sources)});
  }
  return all;
}

study::ExperimentOptions options_of(const ExperimentOptions& options, const cache::Folder* folder) {
  return {.points = options.points,
          .jobs = options.jobs,
          .engine = choice_of(options.engine),
          .memory = options.memory,
          .check = options.check,
          .reading = {.sort = options.sort_trace, .skip_bad_lines = options.skip_bad_lines, .cache = folder},
          .folder = options.folder,
          .journal = options.journal};
}

study::Subject subject_of(const File::Data& file, const design::Experiment& experiment) {
  return {.checked = file.checked, .experiment = experiment, .options = file.options};
}

// Calls `task(environment, subject, options)` with the experiment of that name.
template <class T, class Task>
Result<T> attempt_experiment(const File::Data& file, const std::string& name, const ExperimentOptions& options,
                             Task task) {
  return attempt<T>("run", file.sources, [&](Environment& environment) -> std::optional<T> {
    const design::Experiment* experiment = check::select_experiment(file.checked, name, environment.sink);
    if (experiment == nullptr || !can_choose(choice_of(options.engine), environment.sink)) return std::nullopt;
    const auto folder = options.cache ? cache::safe_folder_of_user(environment.sink) : std::nullopt;
    ExperimentTeller teller(options.progress);
    environment.watcher = &teller;
    return task(environment, subject_of(file, *experiment), options_of(options, folder ? &*folder : nullptr));
  });
}

}  // namespace

struct Experiment::Data {
  Data(std::shared_ptr<const File::Data> of, study::ExperimentResults found, bool sort, bool skip_bad_lines)
      : file(std::move(of)),
        results(std::move(found)),
        reading{.sort = sort, .skip_bad_lines = skip_bad_lines},
        claims(claims_of(results, file->sources)) {}
  study::Subject subject() const { return subject_of(*file, *results.table.experiment); }
  study::Facts facts() const { return study::facts_of(subject(), reading, *results.plan); }

  std::shared_ptr<const File::Data> file;  // the results contain pointers into it
  study::ExperimentResults results;
  study::TraceReading reading;
  std::vector<Claim> claims;
  mutable std::once_flag pointed;
  mutable std::vector<Point> points;  // made when somebody asks for them
};

namespace {

std::optional<Experiment> experiment_of(const std::shared_ptr<const File::Data>& file, const ExperimentOptions& options,
                                        std::optional<study::ExperimentResults> results) {
  if (!results) return std::nullopt;
  return Experiment(
      std::make_shared<Experiment::Data>(file, std::move(*results), options.sort_trace, options.skip_bad_lines));
}

}  // namespace

Result<Experiment> File::run_experiment(const std::string& name, const ExperimentOptions& options) const {
  return attempt_experiment<Experiment>(*data_, name, options,
                                        [&](Environment& environment, const study::Subject& subject,
                                            const study::ExperimentOptions& wanted) -> std::optional<Experiment> {
                                          return experiment_of(data_, options,
                                                               study::run_experiment(environment, subject, wanted));
                                        });
}

struct RunsElsewhere::Data {
  std::shared_ptr<const File::Data> file;
  std::optional<cache::Folder> folder;  // the runs refer to it
  ExperimentOptions options;
  std::shared_ptr<study::RunsElsewhere> runs;
};

Result<RunsElsewhere> File::runs_elsewhere(const std::string& name, const ExperimentOptions& options) const {
  return attempt_experiment<RunsElsewhere>(*data_, name, options,
                                           [&](Environment& environment, const study::Subject& subject,
                                               study::ExperimentOptions wanted) -> std::optional<RunsElsewhere> {
                                             auto data = std::make_shared<RunsElsewhere::Data>();
                                             data->file = data_;
                                             data->options = options;
                                             if (wanted.reading.cache != nullptr)
                                               wanted.reading.cache = &data->folder.emplace(*wanted.reading.cache);
                                             data->runs = study::RunsElsewhere::begin(environment, subject, wanted);
                                             if (data->runs == nullptr) return std::nullopt;
                                             return RunsElsewhere(std::move(data));
                                           });
}

std::uint64_t RunsElsewhere::to_make() const { return data_->runs->to_make(); }
double RunsElsewhere::pages(std::uint64_t place) const { return data_->runs->pages(place); }

Result<RunsElsewhere::Given> RunsElsewhere::give(std::uint64_t place, std::uint64_t runs, std::uint64_t beside,
                                                 std::uint64_t most_bytes) {
  return attempt<Given>("run", [&](Environment&) {
    study::SentRuns sent = data_->runs->give(place, runs, beside, most_bytes);
    return std::optional(Given{.bytes = std::move(sent.bytes), .runs = sent.count});
  });
}

Result<RunsElsewhere::Taken> RunsElsewhere::take(std::string_view made) {
  std::string fault;
  auto result = attempt<Taken>("run", data_->file->sources, [&](Environment& environment) -> std::optional<Taken> {
    const auto taken = data_->runs->take(environment, made);
    fault = taken ? taken->fault : std::string();
    if (!taken || !fault.empty()) return std::nullopt;
    return Taken{.runs = taken->runs,
                 .failed = taken->failed,
                 .seconds = taken->seconds,
                 .pages = taken->pages,
                 .reached = taken->reached};
  });
  if (!fault.empty())
    tell_fault(fmt::format("the answer of a worker cannot be used: {}", fault), result.diagnostics, result.text);
  return result;
}

Result<Experiment> RunsElsewhere::results(bool stopped) {
  return attempt<Experiment>("run", data_->file->sources, [&](Environment& environment) {
    ExperimentTeller teller(data_->options.progress);
    environment.watcher = &teller;
    const auto runs = data_->runs;  // close() may be called meanwhile
    return experiment_of(data_->file, data_->options, runs->results(environment, stopped));
  });
}

void RunsElsewhere::close() { data_->runs.reset(); }

Result<std::string> make_runs(std::string_view bytes, const std::function<bool()>& goes_on) {
  std::string fault;
  auto result = attempt<std::string>("run", [&](Environment& environment) -> std::optional<std::string> {
    auto made = study::make_sent_runs(bytes, goes_on ? goes_on : [] { return true; }, environment.sink);
    fault = std::move(made.fault);
    if (!fault.empty()) return std::nullopt;
    return std::move(made.bytes);
  });
  if (!fault.empty())
    tell_fault(fmt::format("a worker cannot make these runs: {}", fault), result.diagnostics, result.text);
  return result;
}

Result<std::string> File::dry_run(const std::string& name, const ExperimentOptions& options) const {
  return attempt_experiment<std::string>(*data_, name, options, study::dry_run);
}

std::string Experiment::name() const { return data_->results.table.experiment->name; }
bool Experiment::partial() const { return data_->results.stopped; }
const std::vector<Point>& Experiment::points() const {
  std::call_once(data_->pointed, [this] { data_->points = points_of(data_->results.table); });
  return data_->points;
}
const std::vector<Claim>& Experiment::claims() const { return data_->claims; }
bool Experiment::contradicts_a_claim() const { return data_->results.contradicts_a_claim(); }

std::optional<double> Experiment::value(std::uint64_t point, std::uint64_t seed, std::string_view metric) const {
  const study::Table& table = data_->results.table;
  const auto found = metrics::find_metric(metric);
  if (!found || point >= table.experiment->points() || seed == 0 || seed > table.experiment->seeds) return std::nullopt;
  return table.value(point, seed - 1, *found);
}

std::string Experiment::text() const {
  return study::summary_text(data_->results.table, data_->results.outcomes) + "\n";
}
std::string Experiment::csv() const { return study::csv(data_->results.table); }
std::string Experiment::json() const {
  return study::json(data_->results.table, data_->results.outcomes, data_->facts());
}

std::vector<Plot> Experiment::plots() const {
  std::vector<Plot> all;
  for (const study::Figure& figure : study::figures(data_->results.table))
    all.push_back({.name = figure.stem, .svg = pictures::svg(figure)});
  return all;
}

Result<std::string> Experiment::page() const {
  return attempt<std::string>("run", data_->file->sources, [this](Environment& environment) {
    const study::ExperimentResults& results = data_->results;
    const study::Subject subject = data_->subject();
    std::vector<study::Figure> figures = study::figures(results.table);
    const FileRead library = study::plotting_library(subject.options, figures);
    return std::optional(
        study::report_page(environment, subject, results, data_->facts(), std::move(figures), library.bytes));
  });
}

}  // namespace ssd::api
