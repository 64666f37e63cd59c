// See background.h.
#include "tools/python/core/background.h"

#include <pthread.h>

#include <algorithm>
#include <list>
#include <thread>

#include "tools/python/core/lock.h"

namespace ssd::python {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
// How long an exception waits for its work to end.
constexpr auto kPatience = std::chrono::milliseconds(300);

struct Running {
  std::shared_ptr<Work> work;
  std::thread thread;
};

// All work with its threads, until its caller or the end of Python takes it out. Never destroyed, as work may outlive
// all objects of the module.
struct AllWork {
  std::mutex mutex;
  std::list<Running> running;
  bool python_ends = false;
  std::thread::id last_thread = {};  // the only one that goes on then
};
AllWork* all_work = new AllWork;

// A process that was forked has none of the threads.
void forget_all_work() { all_work = new AllWork; }
[[maybe_unused]] const int kForgets = ::pthread_atfork(nullptr, nullptr, forget_all_work);

// What callers gave up and what has ended since. To be called with the mutex.
std::list<Running> ended_work() {
  std::list<Running> ended;
  auto& running = all_work->running;
  for (auto at = running.begin(); at != running.end();) {
    const auto next = std::next(at);
    if (at->work->is_given_up() && at->work->wait(std::chrono::milliseconds(0))) ended.splice(ended.end(), running, at);
    at = next;
  }
  return ended;
}

// Whether the calling thread may go on with work. To be called with the mutex.
bool goes_on_here() { return !all_work->python_ends || all_work->last_thread == std::this_thread::get_id(); }

// False if Python ends.
bool start(const std::shared_ptr<Work>& work) {
  const Unlocked unlocked;
  std::list<Running> ended;
  {
    const std::lock_guard lock(all_work->mutex);
    if (!goes_on_here()) return false;
    ended = ended_work();
    all_work->running.push_back({.work = work, .thread = std::thread([work] { work->make(); })});
  }
  for (Running& one : ended) one.thread.join();
  return true;
}

// Joins the thread of work that has ended, unless the end of Python does.
void finish(const Work* work) {
  const Unlocked unlocked;
  std::list<Running> found;
  {
    const std::lock_guard lock(all_work->mutex);
    auto& running = all_work->running;
    const auto at = std::ranges::find(running, work, [](const Running& one) { return one.work.get(); });
    if (at != running.end()) found.splice(found.end(), running, at);
  }
  for (Running& one : found) one.thread.join();
}

// Called with Python's lock.
[[noreturn]] void raise_end_of_python() {
  PyErr_SetNone(PyExc_SystemExit);  // ends a thread without a message
  throw nb::python_error();
}

// Called with Python's lock. Raises what ends the work; false if Python says so.
bool ask_python(Work& work) {
  return unless_python_ends([&work] {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return work.ask();
  });
}

bool wait_unlocked(Work& work, std::chrono::milliseconds longest) {
  const Unlocked unlocked;
  return work.wait(longest);
}

}  // namespace

void Work::make() noexcept {
  std::exception_ptr fault;
  try {
    const api::GivenUpBy by(given_up_);
    work();
  } catch (...) {
    fault = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  fault_ = fault;
  ended_ = true;
  changed_.notify_all();
}

bool Work::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, longest, [this] { return ended_; });
}

void Work::rethrow() const {
  if (fault_) std::rethrow_exception(fault_);
}

void work_interruptibly(const std::shared_ptr<Work>& work) {
  if (!start(work)) raise_end_of_python();
  try {
    while (!wait_unlocked(*work, kBetweenLooks)) {
      if (work->goes_on() && !ask_python(*work)) work->end();
    }
  } catch (...) {
    work->give_up();
    if (wait_unlocked(*work, kPatience)) finish(work.get());
    throw;
  }
  finish(work.get());
  if (work->is_given_up()) raise_end_of_python();
  work->rethrow();
}

void end_all_work() {
  const Unlocked unlocked;
  std::list<Running> running;
  {
    const std::lock_guard lock(all_work->mutex);
    all_work->python_ends = true;
    all_work->last_thread = std::this_thread::get_id();
    running.swap(all_work->running);
  }
  for (Running& one : running) one.work->give_up();
  for (Running& one : running) one.thread.join();
}

}  // namespace ssd::python
