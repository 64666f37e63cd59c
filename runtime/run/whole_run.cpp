// See whole_run.h.
#include "runtime/run/whole_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/base/quantity.h"
#include "runtime/run/end_of_life.h"
#include "runtime/run/flows.h"
#include "runtime/run/overload.h"
#include "runtime/run/small_writes.h"

namespace ssd::run {
namespace {

// Warns of an option that would have no effect.
void warn_of_idle_options(Environment& environment, const workload::Workload& workload, const Wanted& wanted) {
  if (std::holds_alternative<workload::TraceSource>(workload.source)) return;
  for (const auto& [given, name] :
       {std::pair(wanted.sort_trace, "--sort-trace"), std::pair(wanted.skip_bad_lines, "--skip-bad-lines")}) {
    if (given) environment.sink.report(diag::Code::W0510, workload.span, name, workload.name).help("leave it out");
  }
}

// An estimate, for the choice of the engine. A life lasts until every page is programmed as often as the endurance
// allows.
std::uint64_t pages_to_run(const Stage& stage, const Plan& plan) {
  if (stage.endless) return plan.geometry.physical_pages() * plan.config.endurance;
  return (stage.requests.bytes_read + stage.requests.bytes_written) / plan.geometry.page_bytes +
         stage.requests.list.size();
}

void note_overload(const Load& load, results::Report& report) {
  const auto late = overload(load, report.results);
  if (!late) return;
  report.notes.push_back(
      fmt::format("overload: requests arrive faster than the drive serves them, so response times grow with the "
                  "trace's length; the "
                  "last answer came {} after the last request",
                  time_text(static_cast<double>(*late))));
}

void tell_small_writes(Environment& environment, const Plan& plan, const Stage& stage, results::Report& report) {
  if (!suffers_from_small_writes(stage, report.results)) return;
  warn_of_small_writes(environment.sink, plan, stage, report.results);
  report.notes.push_back(small_writes_note(plan));
}

std::string passes_text(const Load& load, const Outcome& outcome) {
  const double passes = static_cast<double>(outcome.stopped_at) / static_cast<double>(load.requests.size());
  return fmt::format(" ({:.4g} times {})", passes, count_text(load.requests.size()));
}

// Writes the outcome, and what was run, into the report.
void describe_run(results::Report& report, const Stage& stage, const Outcome& outcome) {
  const Load load = stage.load(report.seed);
  report.results = outcome.results;
  note_overload(load, report);
  report.workload = stage.workload.name;
  const bool leaves_some = load.ends_with_first || std::ranges::any_of(stage.workload.flows, workload::ends_by_clock);
  report.requests =
      load.endless || (leaves_some && !outcome.results.partial) ? outcome.stopped_at : load.requests.size();
  report.workload_detail = fmt::format(
      "{}{}{}{}", counted_text(report.requests, "request"), load.endless ? passes_text(load, outcome) : "",
      load.closed_depth == 0 ? "" : fmt::format(", closed loop of depth {}", load.closed_depth),
      load.flows.empty() ? "" : " of " + counted_text(load.flows.size(), are_phases(load.flows) ? "phase" : "flow"));
  report.closed_depth = load.closed_depth;
  report.host.page_operations = page_operations(report.results.flash) + page_operations(outcome.warm_up);
  report.host.jit_from = outcome.faster_from;
}

// Adds every workload with its requests, by the options. False after a diagnostic.
bool add_wanted_stages(StagedRun& run, const workload::Workload& measured, const Wanted& wanted) {
  const workload::Workload* first = run.plan.start.workload.get();
  const bool reads_trace = first != nullptr && std::holds_alternative<workload::TraceSource>(first->source);
  if (!reads_trace) warn_of_idle_options(run.environment, measured, wanted);
  const trace::RequestOptions how{.requests = wanted.requests,
                                  .at_most = wanted.requests ? std::nullopt : wanted.first_requests,
                                  .sort_trace = wanted.sort_trace,
                                  .skip_bad_lines = wanted.skip_bad_lines,
                                  .shelf = wanted.shelf,
                                  .cache = wanted.cache};
  if (!add_stages(run, measured, how)) return false;
  if (!wanted.until_end_of_life) return true;
  Stage& stage = run.stages.back();
  stage.endless = true;
  return can_wear_out(run.environment.sink, run.plan, measured, stage.load(wanted.seed));
}

// Counts the pages of all stages, and puts the notes of their workloads into the report.
std::uint64_t count_pages(const StagedRun& run, results::Report& report) {
  std::uint64_t pages = 0;
  for (const Stage& stage : run.stages) {
    pages += pages_to_run(stage, run.plan);
    report.notes.insert(report.notes.end(), stage.requests.notes.begin(), stage.requests.notes.end());
  }
  return pages;
}

// The requests in the order of their numbers; of a load by flow that is known only if the run kept their times.
RequestList requests_of(const Load& load, const Outcome& outcome) {
  if (outcome.flow_of.empty()) return load.requests;
  return RequestList(in_order(load, outcome.flow_of, outcome.stopped_at));
}

// Only the generic engine makes trace records (abi/phases.h).
Simulator simulator_for(const StagedRun& run, const SimulatorSource& source, std::uint64_t pages) {
  return run.timeline ? generic_simulator() : source(run.plan, pages, pass_to_compile(run));
}

}  // namespace

Pass pass_to_compile(const StagedRun& run) {
  const bool begins_new = run.stages.size() == 1 && run.plan.start.snapshot.empty();
  if (run.pass != Pass::kAll || !begins_new) return run.pass;
  const bool whole = pass_of(run.plan, run.stages.back().load(run.seed)) == Pass::kWhole;
  return whole ? Pass::kWhole : Pass::kAll;
}

std::optional<Ran> run_whole(Environment& environment, const Plan& plan, const workload::Workload& measured,
                             const Wanted& wanted, const SimulatorSource& simulators, const Again& again) {
  Ran ran;
  results::Report& report = ran.report;
  report.plan = &plan;
  report.seed = wanted.seed;
  const Stopwatch reading;
  begin(environment, Activity::kWorkload);
  StagedRun run{.environment = environment,
                .plan = plan,
                .allowed = allowance(wanted.memory),
                .seed = wanted.seed,
                .check = wanted.check,
                .saves = wanted.keeps_state,
                .keeps_times = wanted.keeps_times,
                .pass = wanted.pass,
                .keep_responses = wanted.keeps_responses,
                .counts_planes = wanted.counts_planes,
                .timeline = wanted.timeline};
  if (!add_wanted_stages(run, measured, wanted) || !can_be_run(run) || !stages_fit_memory(run)) return std::nullopt;
  report.host.workload_seconds = reading.seconds();
  const std::uint64_t pages = count_pages(run, report);
  begin(environment, Activity::kCompile);
  const Stopwatch specialising;
  run.simulator = simulator_for(run, simulators, pages);
  run.again = again(run.simulator.engine);
  report.host.compile_seconds = specialising.seconds();
  report.host.engine = run.simulator.engine;
  report.host.from = run.simulator.from;
  report.host.checked = wanted.check;
  auto outcome = run_stages(run, report);
  if (!outcome) return std::nullopt;
  describe_run(report, run.stages.back(), *outcome);
  tell_small_writes(environment, plan, run.stages.back(), report);
  ran.outcome = std::move(*outcome);
  ran.requests = requests_of(run.stages.back().load(run.seed), ran.outcome);
  return ran;
}

}  // namespace ssd::run
