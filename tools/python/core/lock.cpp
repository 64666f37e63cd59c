// See lock.h.
#include "tools/python/core/lock.h"

#include <nanobind/nanobind.h>
#include <unistd.h>

#include <utility>

namespace ssd::python {

void sleep_for_ever() noexcept {
  for (;;) ::pause();
}

void Unlocked::look_for_signals() {
  unless_python_ends([this] { PyEval_RestoreThread(thread_); });
  const bool is_raised = unless_python_ends([] { return PyErr_CheckSignals() != 0; });
  if (!is_raised) {
    thread_ = PyEval_SaveThread();
    return;
  }
  // The exception is made with the lock, and thrown without: the end of the block takes the lock.
  nanobind::python_error raised;
  thread_ = PyEval_SaveThread();
  throw std::move(raised);
}

}  // namespace ssd::python
