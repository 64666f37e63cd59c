// See runs_elsewhere.h.
#include "tools/study/run/runs_elsewhere.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "tools/study/run/outputs.h"
#include "tools/study/run/run_points.h"

namespace ssd::study {
namespace {

constexpr std::chrono::seconds kBetweenSyncs(1);   // a file system of many machines may take long for one
constexpr std::size_t kLinesAtATime = 256 * 1024;  // bytes of lines that are written at a time

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

// Of runs with one key, the first is made.
void RunsElsewhere::find_runs() {
  const std::vector<std::uint32_t> missing = runs_to_make(*plan_, journal_->runs());
  given_.reserve(missing.size());
  to_make_.reserve(missing.size());
  for (const std::uint32_t number : missing) {
    const PlannedRun run = plan_->run(number);
    if (!run.sound() || given(run.key)) continue;
    given_.add(run.key, number);
    to_make_.push_back({.pages = run.pages, .run = number});
  }
  std::ranges::sort(to_make_, is_before);
  journal_->expect(to_make_.size());
}

std::optional<std::uint32_t> RunsElsewhere::given(const cache::Key& key) const {
  return given_.find(key, [this](std::uint32_t number) { return plan_->run(number).key; });
}

// Those of one design, and of one workload, stand beside each other.
void RunsElsewhere::put_shared_together(std::span<RunToMake> batch) const {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, float>> sorted;
  sorted.reserve(batch.size());
  for (const RunToMake& one : batch) {
    const PlannedRun run = plan_->run(one.run);
    sorted.emplace_back(run.design, run.workload, one.run, one.pages);
  }
  std::ranges::sort(sorted);
  std::ranges::transform(sorted, batch.begin(), [](const auto& one) {
    return RunToMake{.pages = std::get<float>(one), .run = std::get<2>(one)};
  });
}

SentRuns RunsElsewhere::give(std::size_t place, std::size_t count, std::uint64_t beside, std::uint64_t most_bytes) {
  place = std::min(place, to_make_.size());
  const std::span<RunToMake> batch = std::span(to_make_).subspan(place, std::min(count, to_make_.size() - place));
  put_shared_together(batch);
  std::vector<std::uint32_t> runs;
  std::ranges::transform(batch, std::back_inserter(runs), &RunToMake::run);
  return sent_runs(*plan_, runs,
                   {.memory = options_.memory.value_or(0),
                    .beside = beside,
                    .most_bytes = most_bytes,
                    .check = options_.check,
                    .sort = options_.reading.sort,
                    .skip_bad_lines = options_.reading.skip_bad_lines,
                    .cache = options_.reading.cache != nullptr});
}

std::optional<RunsElsewhere::Taken> RunsElsewhere::take(Environment& environment, std::string_view made) {
  Taken taken;
  int error = 0;
  try {
    MadeRunsReader reader(made);
    error = take(reader, taken);
  } catch (const Unreadable& why) {
    taken.fault = why.what();
  }
  if (error == 0) error = sync_if_due();
  if (error != 0) return report_full(environment, *journal_, error), std::nullopt;
  return taken;
}

// Appends the lines to the journal, some at a time. Returns 0 or errno; throws Unreadable.
int RunsElsewhere::take(MadeRunsReader& made, Taken& taken) {
  std::string lines;
  RunsInLines found;
  for (std::string line = made.line(); !line.empty(); line = made.line()) {
    const auto entry = Journal::entry(line);
    if (!entry) throw Unreadable("a line of it is damaged");
    const auto& [key, run] = *entry;
    const auto number = given(key);
    if (!number) throw Unreadable("it has runs that the worker was not given");
    const bool done = run.run.state == RunState::kDone;
    found.emplace_back(key, KeptRun{.begin = lines.size(),
                                    .size = static_cast<std::uint32_t>(line.size()),
                                    .done = done,
                                    .seconds = run.seconds});
    (lines += line) += '\n';
    ++taken.runs;
    taken.failed += done ? 0U : 1U;
    taken.seconds += run.seconds;
    taken.pages += plan_->run(*number).pages;
    if (lines.size() < kLinesAtATime) continue;
    if (const int error = journal_->take(lines, found); error != 0) return error;
    lines.clear();
    found.clear();
  }
  taken.reached = made.reached();
  return journal_->take(lines, found);
}

int RunsElsewhere::sync_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < kBetweenSyncs) return 0;
  synced_ = now;
  return journal_->sync();
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
