// Calls of the library in threads of their own, without Python's lock. The caller's thread meanwhile asks Python for
// signals, so Ctrl-C raises at once, also in stages that ask nobody (a list is sorted, a file is compressed). The call
// is given up then: it ends by itself soon afterwards, and nobody waits for it except the end of the process.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "tools/python/core/bound.h"

namespace ssd::python {

class Work {
 public:
  virtual ~Work() = default;
  // Makes all of it, in any thread.
  void make() noexcept;
  // Ends it, with the results so far.
  void end() { goes_on_ = false; }
  // Ends it as soon as possible, without results.
  void give_up() {
    goes_on_ = false;
    given_up_ = true;
  }
  bool goes_on() const { return goes_on_; }
  bool is_given_up() const { return given_up_; }
  // Whether it ended within that time.
  bool wait(std::chrono::milliseconds longest);
  // After its end: throws what it has thrown.
  void rethrow() const;
  // Called with Python's lock, in the caller's thread: passes the progress to Python. False ends the work.
  virtual bool ask() { return true; }

 protected:
  virtual void work() = 0;
  std::mutex mutex_;  // for what both threads use

 private:
  std::atomic<bool> goes_on_ = true, given_up_ = false;
  std::condition_variable changed_;
  bool ended_ = false;
  std::exception_ptr fault_;
};

// Makes the work. `ask()` is called a few times a second. Raises what it or a signal raises, and what the work throws.
void work_interruptibly(const std::shared_ptr<Work>& work);

// Gives up all work, and waits until it has ended. Called with the lock, before Python ends; other threads get
// SystemExit from their calls from then on.
void end_all_work();

template <class Task>
class Aside final : public Work {
 public:
  explicit Aside(Task task) : task_(std::move(task)) {}
  auto value() { return std::move(*value_); }

 private:
  void work() override { value_.emplace(task_()); }
  Task task_;
  std::optional<std::invoke_result_t<Task&>> value_;
};

// Returns `task()`, which is called in another thread. It must own everything that it uses, because it may outlive this
// call, and must not touch Python.
template <class Task>
auto aside(Task task) {
  const auto work = std::make_shared<Aside<Task>>(std::move(task));
  work_interruptibly(work);
  return work->value();
}

// The value of the Result that `task()` returns, as aside().
template <class Task>
auto value_aside(Task task) {
  auto result = aside(std::move(task));
  tell(result.value.has_value(), result.diagnostics, result.text);
  return std::move(*result.value);
}

}  // namespace ssd::python
