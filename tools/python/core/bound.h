// What all bindings share: how a Result becomes a value or an exception, and how a long call is interrupted. The
// functions of the library run without Python's lock (GIL); everything here that touches Python takes it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <chrono>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "tools/api/ssd.hpp"

namespace ssd::python {

namespace nb = nanobind;

// Raises ssdc.Error if there is no value; otherwise issues what the diagnostics warn of.
void tell(bool has_value, const std::vector<api::Diagnostic>& diagnostics, const std::string& text);

// The value of a word; raises ValueError for a word that the table does not have. `what`: what the words are.
template <class Words>
auto chosen(const Words& words, const std::string& word, const char* what) {
  for (const auto& [name, value] : words) {
    if (word == name) return value;
  }
  std::string all;
  for (const auto& [name, value] : words) all += (all.empty() ? "" : ", ") + std::string(name);
  throw nb::value_error(("`" + word + "` is no " + what + "; it is one of " + all).c_str());
}

// Calls `task()` without Python's lock, and returns its value.
template <class Task>
auto value_of(Task task) {
  auto result = [&] {
    const nb::gil_scoped_release unlocked;
    return task();
  }();
  tell(result.value.has_value(), result.diagnostics, result.text);
  return std::move(*result.value);
}

// The progress of a long call. Signals are looked at a few times a second, so Ctrl-C ends the call; so does an
// exception of the caller's function, or its result False.
class Watch {
 public:
  explicit Watch(nb::object told) : told_(std::move(told)) {}
  bool goes_on(const api::Progress& at);
  // Raises what ended the call, if it was an exception. Called with the lock.
  void raise_if_interrupted() const;

 private:
  bool ask(const api::Progress& at);

  nb::object told_;  // called with the stage and the share of it that is done; or None
  std::exception_ptr raised_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void bind_files(nb::module_& module);
void bind_runs(nb::module_& module);

}  // namespace ssd::python
