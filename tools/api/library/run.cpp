// Runs a Plan, and converts the results into the values of ssd.hpp. Also lists the requests of a workload.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include <nlohmann/json.hpp>

#include "runtime/base/given_up.h"
#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/cache/cache.h"
#include "runtime/results/metrics.h"
#include "runtime/results/perfetto.h"
#include "runtime/results/request_times.h"
#include "runtime/run/run_start.h"
#include "runtime/trace/address_space.h"
#include "runtime/trace/requests.h"
#include "tools/api/cached_simulator.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/library/teller.h"

namespace ssd::api {
namespace {

constexpr std::array kEngines{std::pair(Engine::kAuto, EngineChoice::kAuto),
                              std::pair(Engine::kGeneric, EngineChoice::kGeneric),
                              std::pair(Engine::kJit, EngineChoice::kJit)};

results::TimelineBounds bounds_of(const TimelineOptions& options) {
  return {.from = options.from, .until = options.until.value_or(kNever), .bytes = options.bytes};
}

// Whether the run can give what the options ask for besides the report: `only_ftl` and `until_end_of_life` rule out
// some of it. False after a diagnostic.
bool can_tell_more(Environment& environment, const RunOptions& options) {
  const bool no_times = options.only_ftl || options.until_end_of_life;
  const char* const setting = options.only_ftl ? "`only_ftl`" : "`until_end_of_life`";
  const char* more = options.request_times && no_times      ? "`request_times`"
                     : options.timeline && options.only_ftl ? "`timeline`"
                                                            : nullptr;
  if (more == nullptr) return !options.timeline || has_window(environment, bounds_of(*options.timeline));
  environment.sink.report(diag::Code::E0502, {}, more, setting).help("set one of the two");
  return false;
}

run::Wanted wanted_of(const RunOptions& options, const pictures::Recorded& recorded, const cache::Folder* folder,
                      trace::TraceShelf& shelf) {
  run::Wanted wanted;
  wanted.seed = options.seed;
  wanted.requests = options.requests;
  wanted.first_requests = recorded.first_requests;
  wanted.sort_trace = options.sort_trace;
  wanted.skip_bad_lines = options.skip_bad_lines;
  wanted.until_end_of_life = options.until_end_of_life;
  wanted.pass = options.only_ftl ? Pass::kFunctional : Pass::kAll;
  wanted.check = options.check;
  wanted.keeps_state = !options.save_snapshot.empty();
  wanted.keeps_times = options.request_times;
  wanted.keeps_responses = true;
  wanted.counts_planes = recorded.counts_planes;
  wanted.timeline = options.timeline ? bounds_of(*options.timeline) : recorded.timeline;
  wanted.memory = options.memory;
  wanted.cache = folder;
  wanted.shelf = &shelf;
  return wanted;
}

// The files that a run reads; its snapshot must not overwrite them.
std::vector<std::string> inputs_of(const Plan::Data& data) {
  std::vector<std::string> inputs = paths_of(data.sources);
  inputs.push_back(data.plan.start.snapshot_file);
  for (const workload::Workload& workload : data.plan.workloads) {
    const auto* trace = std::get_if<workload::TraceSource>(&workload.source);
    if (trace != nullptr) inputs.push_back(trace->resolved_path.empty() ? trace->path : trace->resolved_path);
  }
  return inputs;
}

// Writes the snapshot after the run. If that fails, the run's numbers are still valid: the error stands beside them.
void save(Environment& environment, const std::string& path, const run::Ran& ran) {
  const results::Results& results = ran.report.results;
  if (!results.partial && !results.lifetime.ended) {
    run::save_snapshot(environment, path, ran.outcome.state);
    return;
  }
  environment.sink
      .report(diag::Code::E0550, {}, path,
              results.partial ? "a run that was interrupted" : "a run that ends with the drive's life")
      .help(results.partial
                ? "run it again to its end"
                : "let the run end before the drive's life does: fewer requests, or a part with more `endurance`");
}

Direction direction_of(ssd::Direction direction) {
  return direction == ssd::Direction::kWrite  ? Direction::kWrite
         : direction == ssd::Direction::kRead ? Direction::kRead
         : direction == ssd::Direction::kTrim ? Direction::kTrim
                                              : Direction::kFlush;
}

Record sector_record(const ssd::Request& request, std::uint64_t time, std::uint64_t sector_bytes) {
  return {.time = time,
          .offset = request.sector * sector_bytes,
          .bytes = request.sectors * sector_bytes,
          .direction = direction_of(request.direction),
          .device = 0,
          .forced = request.forced != 0};
}

void each_completed(const run::Ran& ran, std::uint64_t sector_bytes,
                    const std::function<void(const RequestTimes&)>& take) {
  const run::Outcome& outcome = ran.outcome;
  std::size_t number = 0;
  for (const ssd::Request& request : ran.requests) {
    if (number == outcome.completions.size()) break;
    leave_if_given_up(number);
    const std::size_t i = number++;
    if (!outcome.times().is_complete(i)) continue;
    const auto part = [&](Part which) { return outcome.splits[i][static_cast<std::size_t>(which)]; };
    take({.request = sector_record(request, outcome.arrivals[i], sector_bytes),
          .completion = outcome.completions[i],
          .queue = part(Part::kQueue),
          .firmware = part(Part::kFirmware),
          .link = part(Part::kLink),
          .buffer = part(Part::kBuffer),
          .unit = part(Part::kUnit),
          .collection = part(Part::kCollection),
          .channel = part(Part::kChannel),
          .transfer = part(Part::kTransfer),
          .array = part(Part::kArray),
          .controller = part(Part::kController),
          .slot = {.unit = part(Part::kSlotUnit),
                   .collection = part(Part::kSlotCollection),
                   .channel = part(Part::kSlotChannel),
                   .transfer = part(Part::kSlotTransfer),
                   .array = part(Part::kSlotArray)}});
  }
}

// Every metric; those that the report lacks or shows as null have no value.
std::vector<Metric> metrics_of(const results::Results& results, const std::string& json) {
  const auto report = nlohmann::json::parse(json);
  std::vector<Metric> all;
  for (std::size_t i = 0; i < metrics::metric_rows().size(); ++i) {
    const metrics::MetricRow& row = metrics::metric_rows()[i];
    const nlohmann::json::json_pointer key{std::string(row.key)};
    Metric metric{.name = std::string(row.name),
                  .unit = std::string(metrics::name(row.unit)),
                  .meaning = std::string(row.meaning),
                  .value = {}};
    if (report.contains(key) && !report.at(key).is_null())
      metric.value = results::value(static_cast<metrics::Metric>(i), results);
    all.push_back(std::move(metric));
  }
  return all;
}

}  // namespace

struct Run::Data {
  std::shared_ptr<const Plan::Data> plan;
  run::Ran ran;  // its report contains pointers into the Plan
  std::string json, text;
  std::vector<Metric> metrics;
  bool has_times = false;
  mutable std::once_flag listed;
  mutable std::vector<RequestTimes> times;        // made when somebody asks for them
  std::optional<results::TimelineBounds> window;  // the recorded window; none: nothing was recorded
};

EngineChoice choice_of(Engine engine) {
  return std::ranges::find(kEngines, engine, &std::pair<Engine, EngineChoice>::first)->second;
}

bool has_window(Environment& environment, const results::TimelineBounds& window) {
  if (window.from < window.until) return true;
  const auto text = [](Time time) { return time_text(static_cast<double>(time)); };
  environment.sink.report(diag::Code::E0630, {}, text(window.until), text(window.from))
      .help("name a later time for `until`, or leave it out");
  return false;
}

const workload::Workload* workload_of(const ssd::Plan& plan, const std::string& name, diag::Sink& sink) {
  if (name.empty() && !plan.workloads.empty()) return &plan.workloads.front();
  const auto found = std::ranges::find(plan.workloads, name, &workload::Workload::name);
  if (found != plan.workloads.end()) return &*found;
  std::string has = "it has no workload";
  for (const workload::Workload& one : plan.workloads)
    has = (&one == &plan.workloads.front() ? "it has " : has + ", ") + one.name;
  sink.report(diag::Code::E0309, {}, "the Plan of " + plan.name, "workload", name).help(has);
  return nullptr;
}

std::optional<run::Ran> run_of(Environment& environment, const Plan::Data& data, const RunOptions& options,
                               const pictures::Recorded& recorded) {
  const workload::Workload* measured = workload_of(data.plan, options.workload, environment.sink);
  if (measured == nullptr) return std::nullopt;
  if (!can_tell_more(environment, options) || !can_choose(choice_of(options.engine), environment.sink))
    return std::nullopt;
  const bool saves = !options.save_snapshot.empty();
  if (saves && !run::can_be_saved(environment, options.save_snapshot, inputs_of(data))) return std::nullopt;
  const auto folder = options.cache ? cache::safe_folder_of_user(environment.sink) : std::nullopt;
  const cache::Folder* kept = folder ? &*folder : nullptr;
  trace::TraceShelf shelf;
  if (!put_records(data, shelf, environment.sink)) return std::nullopt;
  Teller teller(options.progress);
  environment.watcher = &teller;
  const auto again = [&](const std::string& engine) {
    return fmt::format("ssd::api::run() of {} with the Plan {}, seed {}, engine {}", measured->name,
                       ssd::hash(data.plan), options.seed, engine);
  };
  auto ran = run::run_whole(environment, data.plan, *measured, wanted_of(options, recorded, kept, shelf),
                            simulators(environment.sink, choice_of(options.engine), folder), again);
  environment.watcher = nullptr;
  if (!ran) return std::nullopt;
  ran->report.notes.insert(ran->report.notes.begin(), data.notes.begin(), data.notes.end());
  if (saves) save(environment, options.save_snapshot, *ran);
  return ran;
}

Result<Run> run(const Plan& plan, const RunOptions& options) {
  return attempt<Run>("run", plan.data().sources, [&](Environment& environment) -> std::optional<Run> {
    auto ran = run_of(environment, plan.data(), options, {});
    if (!ran) return std::nullopt;
    auto data = std::make_shared<Run::Data>();
    data->plan = plan.shared();
    data->ran = std::move(*ran);
    data->json = results::json(data->ran.report);
    data->text = results::text(data->ran.report);
    data->metrics = metrics_of(data->ran.report.results, data->json);
    if (options.timeline) data->window = bounds_of(*options.timeline);
    data->has_times = options.request_times;
    return Run(std::move(data));
  });
}

bool Run::partial() const { return data_->ran.report.results.partial; }
std::vector<Metric> Run::metrics() const { return data_->metrics; }
const std::string& Run::json() const { return data_->json; }
const std::string& Run::text() const { return data_->text; }

void Run::each_request(const std::function<void(const RequestTimes&)>& take) const {
  if (data_->has_times) each_completed(data_->ran, data_->plan->plan.geometry.sector_bytes, take);
}
const std::vector<RequestTimes>& Run::requests() const {
  std::call_once(data_->listed, [this] {
    std::vector<RequestTimes> all;
    each_request([&all](const RequestTimes& one) { all.push_back(one); });
    data_->times = std::move(all);
  });
  return data_->times;
}

std::vector<ResponseCount> Run::responses(Direction direction) const {
  std::vector<ResponseCount> all;
  for (const auto& [time, count] : data_->ran.outcome.responses[static_cast<std::size_t>(direction)])
    all.push_back({.time = time, .count = count});
  return all;
}

Blame Run::blame(double share) const {
  const run::Ran& ran = data_->ran;
  if (ran.outcome.completions.empty()) return {};
  const std::array parted{0.0, share, 1.0};
  const bool is_parted = share > 0 && share < 1;
  const auto blames = is_parted ? results::blame(ran.requests, ran.outcome.times(), parted)
                                : results::blame(ran.requests, ran.outcome.times());
  return {.text = results::blame_text(ran.report, blames), .json = results::blame_json(ran.report, blames)};
}

std::string Run::requests_csv() const {
  const run::Ran& ran = data_->ran;
  std::string csv;
  results::requests_csv(ran.requests, ran.report.plan->geometry.sector_bytes, ran.outcome.times(),
                        [&csv](std::string_view text) { return csv.append(text), true; });
  return csv;
}

Timeline Run::timeline() const {
  Timeline timeline;
  if (!data_->window) return timeline;
  const results::Timeline& recorded = data_->ran.outcome.timeline;
  results::perfetto_trace(*data_->ran.report.plan, recorded,
                          [&timeline](std::string_view bytes) { return timeline.perfetto.append(bytes), true; });
  timeline.notes = results::left_out(recorded, *data_->window);
  return timeline;
}

std::optional<double> Run::metric(std::string_view name) const {
  const auto found = metrics::find_metric(name);
  return found ? data_->metrics[static_cast<std::size_t>(*found)].value : std::nullopt;
}

namespace {

std::optional<std::vector<Record>> requests_for(Environment& environment, const ssd::Plan& drive,
                                                const workload::Workload& measured, const RunOptions& options,
                                                trace::TraceShelf& shelf) {
  if (workload::is_closed(measured) || workload::arrives_by_flow(measured)) {
    environment.sink.report(diag::Code::E0460, measured.span, measured.name)
        .help("give it an `interval` instead of `closed`, or run it and use the times of its requests");
    return std::nullopt;
  }
  const trace::RequestOptions how{.requests = options.requests,
                                  .seed = options.seed,
                                  .sort_trace = options.sort_trace,
                                  .skip_bad_lines = options.skip_bad_lines,
                                  .shelf = &shelf};
  const auto requests = trace::requests_for(drive, measured, how, environment.sources, environment.sink);
  if (!requests) return std::nullopt;
  std::vector<Record> all;
  for (const ssd::Request& request : requests->list) {
    leave_if_given_up(all.size());
    all.push_back(sector_record(request, request.arrival, drive.geometry.sector_bytes));
  }
  return all;
}

}  // namespace

Result<std::vector<Record>> requests_of(const Plan& plan, const RunOptions& options) {
  using All = std::vector<Record>;
  return attempt<All>("trace generate", plan.data().sources, [&](Environment& environment) -> std::optional<All> {
    const ssd::Plan& drive = plan.data().plan;
    const workload::Workload* measured = workload_of(drive, options.workload, environment.sink);
    trace::TraceShelf shelf;
    if (measured == nullptr || !put_records(plan.data(), shelf, environment.sink)) return std::nullopt;
    return requests_for(environment, drive, *measured, options, shelf);
  });
}

Result<std::vector<Record>> File::requests_of(const std::string& workload, std::uint64_t space,
                                              const RunOptions& options) const {
  using All = std::vector<Record>;
  return attempt<All>("trace generate", data_->sources, [&](Environment& environment) -> std::optional<All> {
    const workload::Workload* measured = check::select_workload(data_->checked, workload, environment.sink);
    if (measured == nullptr) return std::nullopt;
    trace::TraceShelf shelf;
    return requests_for(environment, trace::address_space(space == 0 ? trace::kUsualSpace : space), *measured, options,
                        shelf);
  });
}

}  // namespace ssd::api
