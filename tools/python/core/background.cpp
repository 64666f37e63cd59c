// See background.h.
#include "tools/python/core/background.h"

#include <unistd.h>

#include <list>
#include <thread>

namespace ssd::python {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
// How long an exception waits for its work to end.
constexpr auto kPatience = std::chrono::milliseconds(300);

// The threads of the work that an exception left. Never destroyed, as the work may outlive all objects of the module.
struct Left {
  std::mutex mutex;
  std::list<std::pair<std::shared_ptr<Work>, std::thread>> works;
  pid_t process = ::getpid();  // a fork of it has none of the threads
};
Left& left() {
  static Left* const all = new Left;
  return *all;
}

void leave(std::shared_ptr<Work> work, std::thread thread) {
  const std::lock_guard lock(left().mutex);
  left().works.remove_if([](auto& one) {
    const bool ended = one.first->wait(std::chrono::milliseconds(0));
    if (ended) one.second.join();
    return ended;
  });
  left().works.emplace_back(std::move(work), std::move(thread));
}

// Called with the lock. Raises what ends the work; false if Python says so.
bool ask_python(Work& work) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return work.ask();
}

bool wait_unlocked(Work& work, std::chrono::milliseconds longest) {
  const nb::gil_scoped_release unlocked;
  return work.wait(longest);
}

}  // namespace

void Work::make() noexcept {
  std::exception_ptr fault;
  try {
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
  std::thread thread([work] { work->make(); });
  try {
    while (!wait_unlocked(*work, kBetweenLooks)) {
      if (work->goes_on() && !ask_python(*work)) work->end();
    }
  } catch (...) {
    work->end();
    if (wait_unlocked(*work, kPatience))
      thread.join();
    else
      leave(work, std::move(thread));
    throw;
  }
  thread.join();
  work->rethrow();
}

void end_work_left() {
  if (left().process != ::getpid()) return;
  const nb::gil_scoped_release unlocked;
  const std::lock_guard lock(left().mutex);
  for (auto& [work, thread] : left().works) thread.join();
  left().works.clear();
}

}  // namespace ssd::python
