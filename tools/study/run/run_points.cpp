// See run_points.h.
#include "tools/study/run/run_points.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <numeric>
#include <thread>

#include "runtime/base/given_up.h"

namespace ssd::study {
namespace {

constexpr std::chrono::milliseconds kBetweenServices(100);

// Worker threads take runs from a queue, while the calling thread serves the watcher and the disk. Progress counts the
// pages that runs touch, so that the remaining time is not estimated from short runs. Where the system gives fewer
// threads than wanted, the others make all runs.
class Crew {
 public:
  Crew(Environment& environment, const StudyPlan& plan, trace::TraceShelf& traces, Journal& journal,
       const RunningPoints& how, PointsRun& result)
      : environment_(environment),
        plan_(plan),
        traces_(traces),
        journal_(journal),
        how_(how),
        result_(result),
        simulators_(how.engine, how.reading.cache) {}

  // Announces the runs. The watcher is informed, and may end the experiment before it begins.
  void expect(const std::vector<std::uint32_t>& runs) {
    done_.runs = runs.size();
    for (const std::size_t i : runs) {
      const PlannedRun planned = plan_.run(i);
      expected_ += planned.pages;
      if (planned.sound()) simulators_.expect(plan_.designs.identity(planned.design), planned.pages);
    }
    tell();
  }

  // Makes the runs of the queue, in at most so many threads. Returns those that failed for lack of memory beside
  // others. Throws what a worker throws, once no worker runs.
  std::vector<std::uint32_t> run(std::vector<std::uint32_t> queue, std::size_t jobs) {
    queue_ = std::move(queue);
    next_ = 0;
    short_.clear();
    short_.reserve(queue_.size());  // putting a run there must not need memory
    const RunSetting setting{.traces = traces_,
                             .simulators = simulators_,
                             .reading = how_.reading,
                             .memory = how_.memory / jobs,
                             .memory_stated = how_.memory_stated,
                             .check = how_.check,
                             .stop = [this] { return is_over(); }};
    running_ = std::vector<std::atomic<double>>(std::clamp<std::size_t>(queue_.size(), 1, jobs));
    employ(setting, jobs != 1);
    if (failure_) std::rethrow_exception(failure_);
    return short_;
  }

  // The fewest threads that could be started where more were wanted; 0 if there were always enough.
  std::size_t fewest_threads() const { return fewest_threads_; }
  bool is_over() const { return ended_ || journal_error_ != 0; }
  int journal_error() const { return journal_error_; }

 private:
  // Without any thread the calling one makes the runs, and serves in between.
  void employ(const RunSetting& setting, bool beside_others) {
    std::vector<std::jthread> workers;
    workers.reserve(running_.size());
    try {
      while (workers.size() < running_.size() && start_another(workers, setting, beside_others)) {
      }
      if (workers.size() < running_.size()) fewest_threads_ = std::max<std::size_t>(workers.size(), 1);
      if (workers.empty())
        work(setting, beside_others, running_[0], [this] { serve_if_due(); });
      else
        watch();
    } catch (...) {
      ended_ = true;  // the workers end before the exception goes on
      throw;
    }
  }

  bool start_another(std::vector<std::jthread>& workers, const RunSetting& setting, bool beside_others) {
    std::atomic<double>& touched = running_[workers.size()];
    ++working_;
    try {
      workers.emplace_back([this, &setting, &touched, beside_others, how = giving_up_here] {
        const GivenUpBy given_up(how);
        work(setting, beside_others, touched, [] {});
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
      });
    } catch (const std::exception&) {  // no thread, or no memory for it
      --working_;
      return false;
    }
    return true;
  }

  // Takes runs from the queue until it is empty. `touched` tells the pages that the present run has touched;
  // `meanwhile` is called from time to time.
  void work(const RunSetting& setting, bool beside_others, std::atomic<double>& touched,
            const std::function<void()>& meanwhile) noexcept {
    Unpacked unpacked;
    for (std::size_t at = next_++; at < queue_.size() && !is_over(); at = next_++) {
      try {
        make(queue_[at], setting, beside_others, unpacked, touched, meanwhile);
      } catch (const std::bad_alloc&) {
        put_off_or_fail(queue_[at], beside_others);
      } catch (...) {
        fail();
      }
    }
  }

  void make(std::uint32_t i, const RunSetting& setting, bool beside_others, Unpacked& unpacked,
            std::atomic<double>& touched, const std::function<void()>& meanwhile) {
    const PlannedRun planned = plan_.run(i);
    RunFound found;
    if (planned.sound())
      found = run_once({.plan = unpacked.plan(plan_.designs, planned.design),
                        .workload = unpacked.workload(plan_.workloads, planned.workload),
                        .design = plan_.designs.identity(planned.design),
                        .seed = plan_.seed(i),
                        .only_ftl = plan_.experiment->only_ftl},
                       setting, [&](double share) {
                         touched = planned.pages * share;
                         meanwhile();
                       });
    else
      found.run = refused(plan_, planned);
    const std::lock_guard lock(mutex_);
    touched = 0;
    if (found.short_of_memory && beside_others)
      short_.push_back(i);
    else if (found.run.state != RunState::kMissing)
      keep(i, std::move(found));
  }

  // For lack of memory not even the failure of the run could be noted.
  void put_off_or_fail(std::uint32_t i, bool beside_others) {
    if (!beside_others) return fail();
    const std::lock_guard lock(mutex_);
    short_.push_back(i);
  }

  // Ends the experiment with the present exception.
  void fail() {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    ended_ = true;
  }

  void keep(std::size_t i, RunFound found) {
    const PlannedRun planned = plan_.run(i);
    const JournalEntry entry{.run = std::move(found.run), .seconds = found.seconds};
    if (planned.sound()) {
      if (journal_error_ == 0) journal_error_ = journal_.append(planned.key, entry);
      simulators_.end(plan_.designs.identity(planned.design));
    }
    ++done_.done;
    done_.failed += entry.run.state == RunState::kFailed ? 1U : 0U;
    touched_ += planned.pages;
    result_.table.put(i, entry.run);
  }

  // Serves the watcher and the disk while the workers run; neither delays them.
  void watch() {
    std::unique_lock lock(mutex_);
    while (working_ != 0) {
      changed_.wait_for(lock, kBetweenServices);
      lock.unlock();
      serve();
      lock.lock();
    }
    lock.unlock();
    tell();  // that all runs are over
  }

  void serve_if_due() {
    if (std::chrono::steady_clock::now() - served_ >= kBetweenServices) serve();
  }

  void serve() {
    tell();
    served_ = std::chrono::steady_clock::now();
    if (served_ - synced_ < std::chrono::seconds(1)) return;
    synced_ = served_;
    const int error = journal_.sync();
    if (error == 0) return;
    int none = 0;
    journal_error_.compare_exchange_strong(none, error);
  }

  RunsDone done_so_far() {
    const std::lock_guard lock(mutex_);
    const double touched = std::accumulate(running_.begin(), running_.end(), touched_);
    RunsDone now = done_;
    now.share = expected_ > 0 ? std::min(touched / expected_, 1.0) : 0;
    return now;
  }
  // Informs the watcher, unless it has already ended the experiment.
  void tell() { ended_ = ended_ || !runs_go_on(environment_, done_so_far()); }

  Environment& environment_;
  const StudyPlan& plan_;
  trace::TraceShelf& traces_;
  Journal& journal_;
  const RunningPoints& how_;
  PointsRun& result_;
  SharedSimulators simulators_;
  RunsDone done_;
  double expected_ = 0, touched_ = 0;  // pages
  std::vector<std::uint32_t> queue_, short_;
  std::vector<std::atomic<double>> running_;  // pages that each worker's present run has touched so far
  std::atomic<std::size_t> next_ = 0;
  std::atomic<int> journal_error_ = 0;
  std::atomic<bool> ended_ = false;
  std::atomic<std::size_t> working_ = 0;  // decremented under the mutex, so that no notice of it is missed
  std::chrono::steady_clock::time_point served_, synced_ = std::chrono::steady_clock::now();
  std::size_t fewest_threads_ = 0;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

// Runs with the same key are made only once: they differ in a param that neither the design nor the workload uses.
struct Once {
  std::vector<std::uint32_t> first;                            // runs to make
  std::vector<std::pair<std::uint32_t, std::uint32_t>> again;  // a run, and the one whose results it takes
};
Once without_twins(const StudyPlan& plan, const std::vector<std::uint32_t>& runs) {
  Once result;
  const auto key_of = [&](std::uint32_t i) { return plan.run(i).key; };
  KeyIndex seen;
  for (const std::uint32_t i : runs) {
    const PlannedRun run = plan.run(i);
    const auto as = run.sound() ? seen.find(run.key, key_of) : std::nullopt;
    if (as) {
      result.again.emplace_back(i, *as);
      continue;
    }
    result.first.push_back(i);
    if (run.sound()) seen.add(run.key, i);
  }
  return result;
}

// Runs that have not enough memory beside so many others run again beside fewer, and at last alone. Returns the fewest
// jobs.
std::size_t run_with_fewer_jobs(Crew& crew, std::vector<std::uint32_t> runs, std::size_t jobs) {
  for (runs = crew.run(std::move(runs), jobs); !runs.empty() && !crew.is_over(); runs = crew.run(std::move(runs), jobs))
    jobs = std::max<std::size_t>(jobs / 4, 1);
  return jobs;
}

// Runs that are known to fail come first, so that they are reported at once.
void longest_first(const StudyPlan& plan, std::vector<std::uint32_t>& runs) {
  std::vector<RunToMake> sorted;
  sorted.reserve(runs.size());
  for (const std::uint32_t i : runs) {
    const PlannedRun run = plan.run(i);
    sorted.push_back({.pages = run.sound() ? run.pages : std::numeric_limits<float>::infinity(), .run = i});
  }
  std::ranges::sort(sorted, is_before);
  std::ranges::transform(sorted, runs.begin(), &RunToMake::run);
}

bool counts(const KeptRun& known, Failed failed) { return known.done || failed == Failed::kKeep; }

void take_known(const StudyPlan& plan, const Journal& journal, Failed failed, Table& table) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlannedRun run = plan.run(i);
    const auto known = run.chosen && run.sound() ? journal.find(run.key) : std::nullopt;
    if (known && counts(*known, failed)) table.put(i, journal.read(run.key).run);
  }
}

}  // namespace

std::vector<std::uint32_t> runs_to_make(const StudyPlan& plan, const KeptRuns& known, Failed failed) {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlannedRun run = plan.run(i);
    if (!run.chosen) continue;
    const auto found = run.sound() ? known.find(run.key) : std::nullopt;
    if (!found || !counts(*found, failed)) result.push_back(static_cast<std::uint32_t>(i));
  }
  return result;
}

PointsRun run_points(Environment& environment, const std::shared_ptr<const StudyPlan>& of, trace::TraceShelf& traces,
                     const std::shared_ptr<Journal>& kept, const RunningPoints& how) {
  const StudyPlan& plan = *of;
  Journal& journal = *kept;
  PointsRun result{.table = Table(*plan.experiment, [of, kept](std::size_t run) {
                     const PlannedRun planned = of->run(run);
                     return planned.sound() ? kept->read(planned.key).run : refused(*of, planned);
                   })};
  take_known(plan, journal, how.failed, result.table);
  Once once = without_twins(plan, runs_to_make(plan, journal.runs(), how.failed));
  longest_first(plan, once.first);
  journal.expect(once.first.size());
  Crew crew(environment, plan, traces, journal, how, result);
  crew.expect(once.first);
  const std::size_t jobs = run_with_fewer_jobs(crew, once.first, how.jobs);
  if (jobs < how.jobs)
    environment.sink.report(diag::Code::W0602, {}, jobs, how.jobs, "the memory does not suffice for more");
  else if (crew.fewest_threads() != 0)
    environment.sink.report(diag::Code::W0602, {}, crew.fewest_threads(), how.jobs,
                            "the system starts no more threads");
  for (const auto& [run, as] : once.again) result.table.put_again(run, as);
  result.stopped = crew.is_over();
  result.journal_error = crew.journal_error();
  if (result.journal_error == 0) result.journal_error = journal.sync();
  return result;
}

}  // namespace ssd::study
