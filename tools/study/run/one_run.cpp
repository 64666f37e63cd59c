// See one_run.h.
#include "tools/study/run/one_run.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <new>

#include "compiler/codegen/has_compiler.h"
#include "runtime/results/metrics.h"
#include "runtime/run/overload.h"
#include "runtime/run/small_writes.h"
#include "runtime/run/whole_run.h"
#include "tools/api/cached_simulator.h"
#include "tools/api/object_key.h"

namespace ssd::study {
namespace {

using diag::Code;
using Told = std::function<void(double share)>;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Groups of metrics that a run may lack: those whose JSON pointer begins with `below`, if `is_empty` says that there
// was nothing to measure. The first group decides.
struct Family {
  std::string_view below;
  bool (*is_empty)(const results::Results& r);
};
bool no_reads(const results::Results& r) { return r.read.count == 0; }
bool no_writes(const results::Results& r) { return r.write.count == 0; }
bool no_trims(const results::Results& r) { return r.trim.count == 0; }
constexpr std::array kFamilies{
    Family{"/response/", [](const results::Results& r) { return r.response.count == 0; }},
    Family{"/read/", no_reads},
    Family{"/write/", no_writes},
    Family{"/trim/", no_trims},
    Family{"/parts/read/", no_reads},
    Family{"/parts/write/", no_writes},
    Family{"/slot_wait/", no_writes},
    Family{"/parts/trim/", no_trims},
    Family{"/bandwidth_bytes_per_second", [](const results::Results& r) { return r.host_span() == 0; }},
    Family{"/iops", [](const results::Results& r) { return r.host_span() == 0; }},
    Family{"/write_amplification_by_bytes", [](const results::Results& r) { return r.written_bytes() == 0; }},
    Family{"/write_amplification", [](const results::Results& r) { return r.flash.host_programs == 0; }},
    Family{"/lifetime/end_ns", [](const results::Results& r) { return !r.lifetime.ended; }},
    Family{"/lifetime/projected_", [](const results::Results& r) { return r.lifetime.projected_mean == 0; }},
    Family{"/gc/pages_moved", [](const results::Results& r) { return r.flash.collections == 0; }},
    Family{"/gc/moved_by_", [](const results::Results& r) { return r.flash.collections == 0; }},
};

// Whether the run lacks the metric. A count is never absent: it is 0.
bool is_absent(metrics::Metric metric, const results::Results& r) {
  const metrics::MetricRow& row = metrics::row(metric);
  if (r.functional_only && row.needs_clock) return true;
  if (row.unit == metrics::Unit::kCount) return false;
  const auto* const family =
      std::ranges::find_if(kFamilies, [&](const Family& f) { return row.key.starts_with(f.below); });
  return family != kFamilies.end() && family->is_empty(r);
}

// Adds the values of all metrics; of a flow those that it does not have are nothing.
void add_values(const results::Results& r, bool of_flow, Run& run) {
  for (std::size_t i = 0; i < metrics::metric_rows().size(); ++i) {
    const auto metric = static_cast<metrics::Metric>(i);
    const double value = results::value(metric, r);
    const bool lacks = of_flow && !metrics::is_by_flow(metrics::row(metric).key);
    run.values.push_back(lacks || is_absent(metric, r) || !std::isfinite(value) ? kNothing : value);
  }
}

Run done(const run::Outcome& outcome) {
  Run run{.state = RunState::kDone, .values = {}, .responses = {}, .failure = {}, .notes = {}};
  add_values(outcome.results, false, run);
  for (const results::FlowResults& flow : outcome.results.flows) add_values(flow.numbers, true, run);
  for (std::size_t direction = 0; direction < run.responses.size(); ++direction) {
    for (const auto& [time, count] : outcome.responses[direction]) run.responses[direction].push_back({time, count});
  }
  return run;
}

Run failed(std::string why) {
  return {.state = RunState::kFailed, .values = {}, .responses = {}, .failure = std::move(why), .notes = {}};
}

// Passes on the progress of the measured part, and stops the run when it is asked to.
class RunOfMany final : public Watcher {
 public:
  RunOfMany(const RunSetting& setting, const Told& at) : setting_(setting), at_(at) {}
  bool goes_on(Activity activity, std::uint64_t, double share) override {
    at_(activity == Activity::kMeasured ? share : 0);
    return !setting_.stop();
  }

 private:
  const RunSetting& setting_;
  const Told& at_;
};

// Returns nothing after an error in the environment's sink, or if the run was stopped.
std::optional<Run> simulate(Environment& environment, const OneRun& one, const RunSetting& setting, const Told& at) {
  RunOfMany watcher(setting, at);
  environment.watcher = &watcher;
  run::StagedRun run{.environment = environment,
                     .plan = one.plan,
                     .allowed = {setting.memory, setting.memory_stated},
                     .seed = one.seed,
                     .check = setting.check,
                     .pass = one.only_ftl ? Pass::kFunctional : Pass::kAll,
                     .keep_responses = true};
  const trace::RequestOptions how{.requests = {},
                                  .sort_trace = setting.reading.sort,
                                  .skip_bad_lines = setting.reading.skip_bad_lines,
                                  .shelf = &setting.traces,
                                  .cache = setting.reading.cache};
  if (!add_stages(run, one.workload, how) || !stages_fit_memory(run)) return std::nullopt;
  run.simulator = setting.simulators.take(one.plan, one.design, run::pass_to_compile(run));
  run.again = fmt::format("the run of `{}` on `{}` with seed {}{}", run.plan.name, one.workload.name, one.seed,
                          one.only_ftl ? ", without a clock" : "");
  results::Report report;
  auto outcome = run_stages(run, report);
  if (!outcome || outcome->results.partial) return std::nullopt;
  Run result = done(*outcome);
  result.overload = run::overload(run.stages.back().load(run.seed), outcome->results);
  for (const run::Stage& stage : run.stages)
    result.notes.insert(result.notes.end(), stage.requests.notes.begin(), stage.requests.notes.end());
  if (run::suffers_from_small_writes(run.stages.back(), outcome->results))
    result.notes.push_back(run::small_writes_note(run.plan));
  return result;
}

bool tells_of_memory(const diag::Sink& sink) {
  constexpr std::array kOfMemory{Code::E0501, Code::E0505, Code::E0506, Code::E0511};
  return std::ranges::any_of(
      sink.all(), [&](const diag::Diagnostic& d) { return std::ranges::find(kOfMemory, d.code) != kOfMemory.end(); });
}

// An internal error makes only this run fail, and its failure names the error. Other runs go on.
RunFound found(const OneRun& one, const RunSetting& setting, const Told& at) {
  RunFound result;
  Environment environment;
  try {
    if (auto run = simulate(environment, one, setting, at))
      result.run = std::move(*run);
    else if (environment.sink.has_errors())
      result.run = failed(first_error(environment.sink));
    result.short_of_memory = tells_of_memory(environment.sink);
  } catch (const std::bad_alloc&) {
    result.run = failed("E0506: there is not enough memory");
    result.short_of_memory = true;
  } catch (const std::exception& error) {
    result.run = failed(fmt::format("internal error of ssdc: {}", error.what()));
  }
  return result;
}

}  // namespace

Simulator SharedSimulators::make(const Plan& plan, Pass pass, double pages) {
  const bool worth = engine_ == EngineChoice::kAuto && pages >= static_cast<double>(kWorthSpecialising);
  const EngineChoice choice = worth ? EngineChoice::kJit : engine_;
  const auto expected = static_cast<std::uint64_t>(std::min(pages, static_cast<double>(kWorthSpecialising)));
  try {
    std::unique_lock<std::mutex> making;
    if constexpr (codegen::kHasCompiler) {
      if (choice == EngineChoice::kJit) {
        const cache::Key shared = object_key(plan, pass);
        const std::lock_guard lock(mutex_);
        making = std::unique_lock(making_[shared], std::defer_lock);
      }
    }
    if (making.mutex() != nullptr) making.lock();
    return make_simulator(plan, choice, expected, known_, pass).simulator;
  } catch (const std::bad_alloc&) {
    if (engine_ != EngineChoice::kAuto) throw;
    return run::generic_simulator();
  }
}

// Runs that need an engine while it is being made wait for it: with the generic engine they would take as long.
Simulator SharedSimulators::take(const Plan& plan, const cache::Key& design, Pass pass) {
  std::promise<Simulator> promise;
  std::shared_future<Simulator> made;
  bool is_first = false;
  double pages = 0;
  {
    const std::lock_guard lock(mutex_);
    Expected& expected = expected_[design];
    const auto [place, added] = expected.made.try_emplace(pass, std::shared_future<Simulator>());
    if (added) place->second = promise.get_future().share();
    made = place->second;
    is_first = added;
    pages = expected.pages;
  }
  if (!is_first) return made.get();
  try {
    promise.set_value(make(plan, pass, pages));
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(mutex_);
    expected_[design].made.erase(pass);  // a later run tries again: there may be memory then
  }
  return made.get();
}

void SharedSimulators::end(const cache::Key& design) {
  const std::lock_guard lock(mutex_);
  const auto expected = expected_.find(design);
  if (expected == expected_.end()) return;
  if (expected->second.runs > 1)
    --expected->second.runs;
  else
    expected_.erase(expected);
}

Run refused(const StudyPlan& plan, const PlannedRun& planned) { return failed(plan.refusal(planned)); }

RunFound run_once(const OneRun& one, const RunSetting& setting, const std::function<void(double share)>& at) {
  const run::Stopwatch running;
  RunFound result = found(one, setting, at);
  result.seconds = running.seconds();
  if (setting.stop() && result.run.state != RunState::kDone) result.run.state = RunState::kMissing;
  return result;
}

}  // namespace ssd::study
