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
  begun->allowed_ = prepared->allowed;
  begun->plan_ = std::make_shared<const StudyPlan>(std::move(prepared->plan));
  begun->journal_ = journal_for(environment, begun->subject_, begun->options_);
  if (begun->journal_ == nullptr) return nullptr;
  begun->find_runs();
  begun->journal_->forget_failed();
  return begun;
}

void RunsElsewhere::find_runs() {
  const std::vector<PlannedRun>& runs = plan_->runs;
  const auto key = [&](std::uint32_t run) { return runs[run].key; };
  by_key_ = runs_to_make(*plan_, journal_->runs());
  std::erase_if(by_key_, [&](std::uint32_t run) { return !runs[run].sound(); });
  std::ranges::stable_sort(by_key_, {}, key);
  const auto again = std::ranges::unique(by_key_, {}, key);
  by_key_.erase(again.begin(), again.end());
  to_make_ = by_key_;
  std::ranges::sort(to_make_);
  std::ranges::stable_sort(to_make_, std::ranges::greater(), [&](std::uint32_t run) { return runs[run].pages; });
}

const PlannedRun* RunsElsewhere::given(const cache::Key& key) const {
  const auto key_of = [&](std::uint32_t run) { return plan_->runs[run].key; };
  const auto found = std::ranges::lower_bound(by_key_, key, {}, key_of);
  return found == by_key_.end() || key_of(*found) != key ? nullptr : &plan_->runs[*found];
}

std::string RunsElsewhere::bytes(std::span<const std::uint32_t> runs, std::uint64_t beside) const {
  return sent_runs(*plan_, runs,
                   {.memory = options_.memory.value_or(0),
                    .beside = beside,
                    .check = options_.check,
                    .sort = options_.reading.sort,
                    .skip_bad_lines = options_.reading.skip_bad_lines,
                    .cache = options_.reading.cache != nullptr});
}

std::optional<RunsElsewhere::Taken> RunsElsewhere::take(Environment& environment, const std::string& lines) {
  Taken taken;
  const std::string head = journal_head("");
  JournalReader reader;
  reader.take(head);
  reader.take(lines);
  Journal::Contents found = reader.contents();
  const bool is_whole = found.damaged == 0 && found.whole_bytes == head.size() + lines.size();
  const bool is_ours = std::ranges::all_of(found.runs, [&](const auto& one) { return given(one.first) != nullptr; });
  if (!is_whole || !is_ours) {
    taken.fault = is_ours ? "it was damaged on its way" : "it has runs that the worker was not given";
    return taken;
  }
  for (auto& [key, kept] : found.runs) {
    kept.begin -= head.size();
    ++taken.runs;
    taken.failed += kept.done ? 0U : 1U;
    taken.seconds += kept.seconds;
    taken.pages += given(key)->pages;
  }
  int error = journal_->take(lines, found.runs);
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
                          .memory = allowed_.bytes,
                          .memory_stated = allowed_.stated,
                          .check = options_.check,
                          .engine = options_.engine,
                          .reading = options_.reading,
                          .failed = Failed::kKeep};
  return results_of(environment, subject_, options_, plan_, traces_, journal_, how, Failed::kRepeat);
}

}  // namespace ssd::study
