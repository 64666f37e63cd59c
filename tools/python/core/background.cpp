// See background.h.
#include "tools/python/core/background.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace ssd::python {
namespace {

constexpr std::array<const char*, 8> kStages{"requests", "compile", "drive", "first",
                                             "measured", "life",    "probe", "fit"};
constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
// How long an exception waits for its run to end.
constexpr auto kPatience = std::chrono::milliseconds(300);

// What the caller's thread and the run's thread share.
struct Running {
  api::Plan plan;
  api::RunOptions options;
  std::atomic<bool> goes_on = true;
  std::mutex mutex;  // for what follows
  std::condition_variable changed;
  bool ended = false;
  api::Progress at;
  std::optional<api::Result<api::Run>> result;
  std::exception_ptr fault;

  bool wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, longest, [this] { return ended; });
  }
};

void make(Running& run) {
  run.options.progress = [&run](const api::Progress& at) {
    const std::lock_guard lock(run.mutex);
    run.at = at;
    return run.goes_on.load();
  };
  std::optional<api::Result<api::Run>> result;
  std::exception_ptr fault;
  try {
    result = api::run(run.plan, run.options);
  } catch (...) {
    fault = std::current_exception();
  }
  const std::lock_guard lock(run.mutex);
  run.result = std::move(result);
  run.fault = fault;
  run.ended = true;
  run.changed.notify_all();
}

// The threads of the runs that an exception left. Never destroyed, as a run may outlive all objects of the module.
struct Left {
  std::mutex mutex;
  std::list<std::pair<std::shared_ptr<Running>, std::thread>> runs;
  pid_t process = ::getpid();  // a fork of it has none of the threads
};
Left& left() {
  static Left* const all = new Left;
  return *all;
}

void leave(std::shared_ptr<Running> run, std::thread thread) {
  const std::lock_guard lock(left().mutex);
  left().runs.remove_if([](auto& one) {
    const bool ended = one.first->wait(std::chrono::milliseconds(0));
    if (ended) one.second.join();
    return ended;
  });
  left().runs.emplace_back(std::move(run), std::move(thread));
}

// Called with the lock. Raises what ends the run; false if `told` says so.
bool ask(Running& run, const nb::object& told) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (told.is_none()) return true;
  api::Progress at;
  {
    const std::lock_guard lock(run.mutex);
    at = run.at;
  }
  return !told(kStages.at(static_cast<std::size_t>(at.stage)), at.share).is(nb::bool_(false));
}

bool wait_unlocked(Running& run, std::chrono::milliseconds longest) {
  const nb::gil_scoped_release unlocked;
  return run.wait(longest);
}

}  // namespace

api::Run run_interruptibly(const api::Plan& plan, const api::RunOptions& options, const nb::object& told) {
  const auto run = std::make_shared<Running>(plan, options);
  std::thread thread([run] { make(*run); });
  try {
    while (!wait_unlocked(*run, kBetweenLooks)) {
      if (run->goes_on && !ask(*run, told)) run->goes_on = false;
    }
  } catch (...) {
    run->goes_on = false;
    if (wait_unlocked(*run, kPatience))
      thread.join();
    else
      leave(run, std::move(thread));
    throw;
  }
  thread.join();
  if (run->fault) std::rethrow_exception(run->fault);
  tell(run->result->value.has_value(), run->result->diagnostics, run->result->text);
  return std::move(*run->result->value);
}

void end_runs_left() {
  if (left().process != ::getpid()) return;
  const nb::gil_scoped_release unlocked;
  const std::lock_guard lock(left().mutex);
  for (auto& [run, thread] : left().runs) thread.join();
  left().runs.clear();
}

}  // namespace ssd::python
