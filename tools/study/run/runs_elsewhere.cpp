// See runs_elsewhere.h.
#include "tools/study/run/runs_elsewhere.h"

#include <algorithm>

#include "tools/study/run/journal_head.h"
#include "tools/study/run/outputs.h"
#include "tools/study/run/run_points.h"

namespace ssd::study {
namespace {

constexpr std::chrono::seconds kBetweenSyncs(1);  // a file system of many machines may take long for one

// Ends an experiment before its first run.
class Ended final : public Watcher {
 public:
  bool runs_go_on(const RunsDone&) override { return false; }
};

}  // namespace

std::unique_ptr<RunsElsewhere> RunsElsewhere::begin(Environment& environment, const Subject& subject,
                                                    const ExperimentOptions& options) {
  std::unique_ptr<RunsElsewhere> begun(new RunsElsewhere(subject, options));
  auto prepared = prepare(environment, begun->subject_, begun->options_, begun->traces_);
  if (!prepared) return nullptr;
  begun->prepared_ = std::move(*prepared);
  begun->journal_ = journal_for(environment, begun->subject_, begun->options_);
  if (!begun->journal_) return nullptr;
  const StudyPlan& plan = begun->prepared_.plan;
  for (const std::size_t run : runs_to_make(plan, begun->journal_->entries())) {
    if (plan.runs[run].sound() && begun->by_key_.try_emplace(plan.runs[run].key.text(), run).second)
      begun->to_make_.push_back(run);
  }
  std::ranges::stable_sort(begun->to_make_, std::ranges::greater(),
                           [&](std::size_t run) { return plan.runs[run].pages; });
  begun->journal_->forget_failed();
  return begun;
}

std::string RunsElsewhere::bytes(std::span<const std::size_t> runs, std::uint64_t beside) const {
  return sent_runs(prepared_.plan, runs,
                   {.memory = options_.memory.value_or(0),
                    .beside = beside,
                    .check = options_.check,
                    .sort = options_.reading.sort,
                    .skip_bad_lines = options_.reading.skip_bad_lines,
                    .cache = options_.reading.cache != nullptr});
}

std::optional<RunsElsewhere::Taken> RunsElsewhere::take(Environment& environment, const std::string& lines) {
  Taken taken;
  const std::string text = journal_head("") + lines;
  Journal::Contents found = Journal::parse(text);
  const bool is_whole = found.damaged == 0 && found.whole_bytes == text.size();
  const bool is_ours = std::ranges::all_of(found.entries, [&](const auto& one) { return by_key_.contains(one.first); });
  if (!is_whole || !is_ours) {
    taken.fault = is_ours ? "it was damaged on its way" : "it has runs that the worker was not given";
    return taken;
  }
  for (const auto& [key, entry] : found.entries) {
    ++taken.runs;
    taken.failed += entry.run.state == RunState::kFailed ? 1U : 0U;
    taken.seconds += entry.seconds;
    taken.pages += prepared_.plan.runs[by_key_.at(key)].pages;
  }
  int error = journal_->take(lines, std::move(found.entries));
  const auto now = std::chrono::steady_clock::now();
  if (error == 0 && now - synced_ >= kBetweenSyncs) {
    synced_ = now;
    error = journal_->sync();
  }
  if (error != 0) return report_full(environment, *journal_, error), std::nullopt;
  return taken;
}

std::optional<ExperimentResults> RunsElsewhere::results(Environment& environment, bool stopped) {
  Ended ended;
  if (stopped) environment.watcher = &ended;
  const RunningPoints how{.jobs = 1,
                          .memory = prepared_.allowed.bytes,
                          .memory_stated = prepared_.allowed.stated,
                          .check = options_.check,
                          .engine = options_.engine,
                          .reading = options_.reading,
                          .failed = Failed::kKeep};
  PointsRun found = run_points(environment, prepared_.plan, traces_, *journal_, how);
  if (found.journal_error != 0) return report_full(environment, *journal_, found.journal_error), std::nullopt;
  journal_->forget();
  ExperimentResults results{.plan = std::move(prepared_.plan),
                            .table = std::move(found.table),
                            .outcomes = {},
                            .facts = {},
                            .stopped = found.stopped};
  conclude(environment, subject_, options_, results);
  tell_failed(environment, subject_, results.table, Failed::kRepeat);
  return results;
}

}  // namespace ssd::study
