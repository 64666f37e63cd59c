// Python's lock (GIL). When Python ends, it ends each other thread that wants the lock, by pthread_exit(), which
// unwinds the thread's stack. Frames of C++ cannot be unwound so: std::terminate() would end the process. Such a thread
// sleeps here for ever instead, as it does in CPython 3.14, and ends with the process.
#pragma once
#include <Python.h>
#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace ssd::python {

[[noreturn]] void sleep_for_ever() noexcept;

// Returns `call()`, which runs code of Python or waits for the lock.
template <class Call>
auto unless_python_ends(Call call) {
#if defined(__GLIBCXX__)
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    sleep_for_ever();
  }
#else
  return call();
#endif
}

// Without the lock until the end of the block.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  ~Unlocked() {
    unless_python_ends([this] { PyEval_RestoreThread(thread_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  // Takes the lock for a moment. Raises what a signal raises.
  void look_for_signals();

 private:
  PyThreadState* thread_;
};

}  // namespace ssd::python
