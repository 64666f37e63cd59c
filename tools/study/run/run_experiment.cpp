// See run_experiment.h.
#include "tools/study/run/run_experiment.h"

#include <cstring>

#include "tools/study/run/dry_run.h"
#include "tools/study/run/merge.h"
#include "tools/study/run/outputs.h"
#include "tools/study/run/prepare.h"
#include "tools/study/run/run_points.h"

namespace ssd::study {
namespace {

using diag::Code;

// Whether the claim makes the experiment fail. An undecided claim does only if all runs were made: runs that were not
// asked for are no failure.
bool is_failure(const design::Expectation& claim, const Outcome& outcome, bool whole) {
  if (outcome.verdict == Verdict::kUndecided) return whole && claim.known.empty();
  return counts_as_failure(claim, outcome);
}

}  // namespace

void conclude(Environment& environment, const Subject& subject, const ExperimentOptions& options,
              ExperimentResults& results) {
  for (const design::Expectation& claim : subject.experiment.expectations)
    results.outcomes.push_back(evaluate(results.table, claim));
  results.facts = facts_of(subject, options.reading, results.plan);
  if (!options.folder.empty()) results.written = write_results(environment, subject, results, options.folder);
}

void report_full(Environment& environment, const Journal& journal, int error) {
  environment.sink.report(Code::E0607, {}, journal.place(), std::strerror(error))
      .help("make room there and call it again: it continues where it stopped");
}

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
  auto journal = journal_for(environment, subject, options);
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
  if (found.journal_error != 0) return report_full(environment, *journal, found.journal_error), std::nullopt;
  journal->forget();
  ExperimentResults results{.plan = std::move(prepared->plan),
                            .table = std::move(found.table),
                            .outcomes = {},
                            .facts = {},
                            .stopped = found.stopped};
  if (!options.shard.is_part()) conclude(environment, subject, options, results);
  tell_failed(environment, subject, results.table, how.failed);
  return results;
}

std::optional<std::string> dry_run(Environment& environment, const Subject& subject, const ExperimentOptions& options) {
  trace::TraceShelf traces;
  const auto prepared = prepare(environment, subject, options, traces);
  if (!prepared) return std::nullopt;
  if (options.folder.empty() && options.journal.empty()) return dry_run_text(prepared->plan, {}, prepared->jobs);
  const auto journal = Journal::look(place_of_journal(options), subject_of_journal(subject), environment.sink);
  return journal ? std::optional(dry_run_text(prepared->plan, *journal, prepared->jobs)) : std::nullopt;
}

}  // namespace ssd::study
