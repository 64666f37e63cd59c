// See run_experiment.h.
#include "tools/study/run/run_experiment.h"

#include <cstring>

#include "runtime/base/nameless_file.h"
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

// Evaluates the claims, and writes the files of results.
void conclude(Environment& environment, const Subject& subject, const ExperimentOptions& options,
              ExperimentResults& results) {
  for (const design::Expectation& claim : subject.experiment.expectations)
    results.outcomes.push_back(evaluate(results.table, claim));
  if (!options.folder.empty())
    results.written = write_results(environment, subject, results, options.reading, options.folder);
}

void report_lost(Environment& environment, const Journal& journal, const JournalLost& lost) {
  environment.sink.report(Code::E0606, {}, journal.place(), lost.what())
      .help("call it again when it can be read: it continues where it stopped");
}

}  // namespace

void report_full(Environment& environment, const Journal& journal, int error) {
  if (journal.is_named())
    environment.sink.report(Code::E0607, {}, journal.place(), std::strerror(error))
        .help("make room there and call it again: it continues where it stopped");
  else
    environment.sink.report(Code::E0607, {}, folder_of_nameless_files(), std::strerror(error))
        .help("make room there, or name a journal elsewhere");
}

std::uint64_t ExperimentResults::chosen() const {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < plan->size(); ++i) count += plan->run(i).chosen ? 1U : 0U;
  return count;
}

bool ExperimentResults::contradicts_a_claim() const {
  const std::vector<design::Expectation>& claims = table.experiment->expectations;
  const bool whole = table.count(RunState::kMissing) == 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (is_failure(claims[i], outcomes[i], whole)) return true;
  }
  return false;
}

std::optional<ExperimentResults> results_of(Environment& environment, const Subject& subject,
                                            const ExperimentOptions& options,
                                            const std::shared_ptr<const StudyPlan>& plan, trace::TraceShelf& traces,
                                            const std::shared_ptr<Journal>& journal, const RunningPoints& how,
                                            Failed failed_before) {
  try {
    PointsRun found = run_points(environment, plan, traces, journal, how);
    if (found.journal_error != 0) return report_full(environment, *journal, found.journal_error), std::nullopt;
    journal->release();
    ExperimentResults results{.plan = plan, .table = std::move(found.table), .outcomes = {}, .stopped = found.stopped};
    if (!options.shard.is_part()) conclude(environment, subject, options, results);
    tell_failed(environment, subject, results.table, failed_before);
    return results;
  } catch (const JournalLost& lost) {
    report_lost(environment, *journal, lost);
    return std::nullopt;
  }
}

std::optional<ExperimentResults> run_experiment(Environment& environment, const Subject& subject,
                                                const ExperimentOptions& options) {
  trace::TraceShelf traces;
  auto prepared = prepare(environment, subject, options, traces);
  if (!prepared) return std::nullopt;
  const auto journal = journal_for(environment, subject, options);
  if (journal == nullptr) return std::nullopt;
  const auto plan = std::make_shared<const StudyPlan>(std::move(prepared->plan));
  if (!options.parts.empty() &&
      !merge_journals(environment, *plan, subject_of_journal(subject), options.parts, *journal))
    return std::nullopt;
  begin(environment, Activity::kRuns);
  const RunningPoints how{.jobs = prepared->jobs,
                          .memory = prepared->allowed.bytes,
                          .memory_stated = prepared->allowed.stated,
                          .check = options.check,
                          .engine = options.engine,
                          .reading = options.reading,
                          .failed = options.parts.empty() ? Failed::kRepeat : Failed::kKeep};
  return results_of(environment, subject, options, plan, traces, journal, how, how.failed);
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
