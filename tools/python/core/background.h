// Work in a thread of its own. The caller's thread meanwhile asks Python for signals, so Ctrl-C raises at once in
// stages of a run, too, that ask nobody (a trace is read, requests are generated). Such work ends by itself at the next
// question; nobody waits for it except the end of the process.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include "tools/python/core/bound.h"

namespace ssd::python {

class Work {
 public:
  virtual ~Work() = default;
  // Makes all of it, in any thread. It ends as soon as goes_on() is false.
  void make() noexcept;
  bool goes_on() const { return goes_on_; }
  void end() { goes_on_ = false; }
  // Whether it ended within that time.
  bool wait(std::chrono::milliseconds longest);
  // After its end: throws what it has thrown.
  void rethrow() const;
  // Called with Python's lock, in the caller's thread: passes the progress to Python. False ends the work.
  virtual bool ask() = 0;

 protected:
  virtual void work() = 0;
  std::mutex mutex_;  // for what both threads use

 private:
  std::atomic<bool> goes_on_ = true;
  std::condition_variable changed_;
  bool ended_ = false;
  std::exception_ptr fault_;
};

// Makes the work. `ask()` is called a few times a second. Raises what it or a signal raises, and what the work throws.
void work_interruptibly(const std::shared_ptr<Work>& work);

// Ends the work that nobody waits for, and waits until it has ended. Called with the lock, when Python ends.
void end_work_left();

}  // namespace ssd::python
