// See run_experiment.h.
#include "tools/study/run/run_experiment.h"

#include <fmt/format.h>

#include <cstring>
#include <thread>

#include "runtime/base/quantity.h"
#include "runtime/run/run_memory.h"
#include "tools/study/run/dry_run.h"
#include "tools/study/run/merge.h"
#include "tools/study/run/outputs.h"
#include "tools/study/run/run_points.h"
#include "tools/study/run/selection.h"

namespace ssd::study {
namespace {

using diag::Code;

bool refuses_definitions(Environment& environment, const Subject& subject) {
  const design::Experiment& experiment = subject.experiment;
  for (const check::Override& given : subject.options.overrides) {
    const auto axis = std::ranges::find(experiment.axes, given.name, &design::Axis::name);
    if (axis == experiment.axes.end() || axis->kind != design::AxisKind::kParam) continue;
    const bool has_it = std::ranges::any_of(axis->values, [&](const design::AxisValue& value) {
      return value.text == given.text || value.shown() == given.text;
    });
    environment.sink.report(Code::E0602, axis->span, given.name + '=' + given.text, experiment.name)
        .help(has_it ? fmt::format("run the points with this value: `--points '{}={}'`", given.name, given.text)
                     : fmt::format("leave it out, and add {} to the values of `vary {}`", given.text, given.name));
    return true;
  }
  return false;
}

// The memory that the drive alone takes, without requests. A run needs at least that.
std::uint64_t least_memory(const Plan& plan) {
  const Request one{0, 0, 1, Direction::kWrite};
  return run::memory_needed(plan, {.requests = RequestList(std::span(&one, 1))});
}

bool fits_memory(Environment& environment, const StudyPlan& plan, const run::Allowance& allowed) {
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  std::map<const DesignAtPoint*, std::uint64_t> needs;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    if (!run.chosen || !run.sound() || needs.contains(run.design.get())) continue;
    const std::uint64_t needed = needs[run.design.get()] = least_memory(run.design->plan);
    if (needed <= allowed.bytes) continue;
    const std::uint64_t point = i / plan.experiment->seeds;
    const std::string name = text(*plan.experiment, places_of(*plan.experiment, point));
    environment.sink
        .report(Code::E0609, run.design->checked.span, fmt::format("point {} ({})", point, name), size(needed),
                size(allowed.bytes))
        .note({}, allowed.stated ? "`--memory` sets this limit" : "this is what the machine has available")
        .help("use fewer or larger pages there, or choose other points (`--points`)");
    return false;
  }
  return true;
}

// What will be run, with the memory and the number of jobs that are allowed.
struct Prepared {
  StudyPlan plan;
  run::Allowance allowed;
  std::size_t jobs = 1;
};
std::optional<Prepared> prepare(Environment& environment, const Subject& subject, const ExperimentOptions& options,
                                trace::TraceShelf& traces) {
  if (refuses_definitions(environment, subject)) return std::nullopt;
  auto chosen = choose_points(subject.experiment, options.points, environment.sink);
  if (!chosen) return std::nullopt;
  begin(environment, Activity::kPoints);
  auto plan = make_plan(environment, subject, points_of_shard(std::move(*chosen), options.shard), options.reading,
                        traces, options.shard.is_part() ? Unchosen::kLeaveOut : Unchosen::kCheck);
  const run::Allowance allowed = run::allowance(options.memory);
  if (!plan || (options.parts.empty() && !fits_memory(environment, *plan, allowed))) return std::nullopt;
  const std::size_t jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  return Prepared{.plan = std::move(*plan), .allowed = allowed, .jobs = jobs};
}

std::string subject_of_journal(const Subject& subject) {
  return journal_subject(subject.experiment, subject.checked.path);
}

std::optional<Journal> journal_for(Environment& environment, const Subject& subject, const std::string& folder) {
  if (folder.empty()) return Journal::nowhere();
  return Journal::open(folder, subject_of_journal(subject), environment.sink);
}

// Evaluates the claims, and writes the files of results.
void conclude(Environment& environment, const Subject& subject, const ExperimentOptions& options,
              ExperimentResults& results) {
  for (const design::Expectation& claim : subject.experiment.expectations)
    results.outcomes.push_back(evaluate(results.table, claim));
  results.facts = facts_of(subject, options.reading, results.plan);
  if (!options.folder.empty()) results.written = write_results(environment, subject, results, options.folder);
}

// Whether the claim makes the experiment fail. An undecided claim does only if all runs were made: runs that were not
// asked for are no failure.
bool is_failure(const design::Expectation& claim, const Outcome& outcome, bool whole) {
  if (outcome.verdict == Verdict::kUndecided) return whole && claim.known.empty();
  return counts_as_failure(claim, outcome);
}

}  // namespace

std::uint64_t ExperimentResults::chosen() const {
  return static_cast<std::uint64_t>(std::ranges::count(plan.runs, true, &PlannedRun::chosen));
}

bool ExperimentResults::contradicts_a_claim() const {
  const std::vector<design::Expectation>& claims = table.experiment->expectations;
  const bool whole = table.count(RunState::kMissing) == 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (is_failure(claims[i], outcomes[i], whole)) return true;
  }
  return false;
}

std::optional<ExperimentResults> run_experiment(Environment& environment, const Subject& subject,
                                                const ExperimentOptions& options) {
  trace::TraceShelf traces;
  auto prepared = prepare(environment, subject, options, traces);
  if (!prepared) return std::nullopt;
  auto journal = journal_for(environment, subject, options.folder);
  if (!journal) return std::nullopt;
  if (!options.parts.empty() &&
      !merge_journals(environment, prepared->plan, subject_of_journal(subject), options.parts, *journal))
    return std::nullopt;
  begin(environment, Activity::kRuns);
  const RunningPoints how{.jobs = prepared->jobs,
                          .memory = prepared->allowed.bytes,
                          .memory_stated = prepared->allowed.stated,
                          .check = options.check,
                          .engine = options.engine,
                          .reading = options.reading,
                          .failed = options.parts.empty() ? Failed::kRepeat : Failed::kKeep};
  PointsRun found = run_points(environment, prepared->plan, traces, *journal, how);
  if (found.journal_error != 0) {
    environment.sink.report(Code::E0607, {}, options.folder, std::strerror(found.journal_error))
        .help("make room there and call it again: it continues where it stopped");
    return std::nullopt;
  }
  ExperimentResults results;
  results.plan = std::move(prepared->plan);
  results.table = std::move(found.table);
  results.stopped = found.stopped;
  if (!options.shard.is_part()) conclude(environment, subject, options, results);
  tell_failed(environment, subject, results.table, how.failed);
  return results;
}

std::optional<std::string> dry_run(Environment& environment, const Subject& subject, const ExperimentOptions& options) {
  trace::TraceShelf traces;
  const auto prepared = prepare(environment, subject, options, traces);
  if (!prepared) return std::nullopt;
  if (options.folder.empty()) return dry_run_text(prepared->plan, {}, prepared->jobs);
  const auto journal = Journal::look(options.folder, subject_of_journal(subject), environment.sink);
  return journal ? std::optional(dry_run_text(prepared->plan, *journal, prepared->jobs)) : std::nullopt;
}

}  // namespace ssd::study
