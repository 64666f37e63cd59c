// See made_runs.h. The lines are texts; behind them are an empty one and the number of runs.
#include "tools/study/run/made_runs.h"

#include "runtime/cache/cache.h"
#include "runtime/run/run_memory.h"
#include "tools/study/run/journal.h"
#include "tools/study/run/one_run.h"
#include "tools/study/run/sent_runs.h"

namespace ssd::study {
namespace {

StreamKind made_kind() { return {.mark = "ssdc made 1", .what = "results of runs", .version = version_of_numbers()}; }

// Makes the runs of one batch.
class SentRunsMaker {
 public:
  SentRunsMaker(ReceivedRuns& from, const std::function<bool()>& goes_on, diag::Sink& sink)
      : from_(from),
        goes_on_(goes_on),
        cache_(from.setting().cache ? cache::safe_folder_of_user(sink) : std::nullopt),
        allowed_(run::allowance(from.setting().memory == 0 ? std::nullopt : std::optional(from.setting().memory))),
        simulators_(EngineChoice::kAuto, cache()) {}

  void make() {
    while (!stopped_ && (reached_ == 0 || to_.size() < from_.setting().most_bytes)) {
      const ReceivedRun* const run = from_.next();
      if (run == nullptr) break;
      make(*run);
    }
  }
  bool stopped() const { return stopped_; }
  std::string bytes() {
    to_.put(std::string_view());
    to_.put(reached_);
    return to_.finish();
  }

 private:
  const cache::Folder* cache() const { return cache_ ? &*cache_ : nullptr; }

  void make(const ReceivedRun& run) {
    begin_design(run);
    const SentSetting& setting = from_.setting();
    RunFound found =
        run_once({.plan = *run.plan,
                  .workload = *run.workload,
                  .design = {0, run.design},
                  .seed = run.seed,
                  .only_ftl = run.only_ftl},
                 {.traces = traces_,
                  .simulators = simulators_,
                  .reading = {.sort = setting.sort, .skip_bad_lines = setting.skip_bad_lines, .cache = cache()},
                  .memory = allowed_.bytes / setting.beside,
                  .memory_stated = allowed_.stated,
                  .check = setting.check,
                  .stop = [this] { return stopped_; }},
                 [this](double) { stopped_ = stopped_ || !goes_on_(); });
    stopped_ = stopped_ || !goes_on_();
    if (found.run.state == RunState::kMissing) return;
    ++reached_;
    if (found.short_of_memory) return;
    const std::string line = Journal::line(run.key, {.run = std::move(found.run), .seconds = found.seconds});
    to_.put(std::string_view(line).substr(0, line.size() - 1));
  }

  // The engine of the design before is given up.
  void begin_design(const ReceivedRun& run) {
    if (run.design == design_) return;
    simulators_.end({0, design_});
    design_ = run.design;
    simulators_.expect({0, design_}, run.pages_of_design);
  }

  ReceivedRuns& from_;
  const std::function<bool()>& goes_on_;
  std::optional<cache::Folder> cache_;
  run::Allowance allowed_;
  trace::TraceShelf traces_;
  SharedSimulators simulators_;
  StreamWriter to_{made_kind()};
  std::uint64_t design_ = 0, reached_ = 0;
  bool stopped_ = false;
};

}  // namespace

MadeRuns make_sent_runs(std::string_view bytes, const std::function<bool()>& goes_on, diag::Sink& sink) {
  try {
    ReceivedRuns from(bytes);
    SentRunsMaker maker(from, goes_on, sink);
    maker.make();
    return {.bytes = maker.bytes(), .fault = {}, .stopped = maker.stopped()};
  } catch (const Unreadable& why) {
    return {.bytes = {}, .fault = why.what()};
  }
}

MadeRunsReader::MadeRunsReader(std::string_view bytes) : from_(made_kind(), bytes) {}

std::string MadeRunsReader::line() {
  std::string line = from_.text();
  if (!line.empty()) return line;
  reached_ = from_.number();
  if (!from_.at_end()) throw Unreadable("there is something behind the last line");
  return line;
}

}  // namespace ssd::study
