// What all bindings share: how a Result becomes a value or an exception. The functions of the library run without
// Python's lock (GIL; see aside() in background.h); everything here that touches Python holds it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "tools/api/ssd.hpp"
#include "tools/python/core/lock.h"

namespace ssd::python {

namespace nb = nanobind;

// Raises ssdc.Error if there is no value; otherwise issues what the diagnostics warn of.
void tell(bool has_value, const std::vector<api::Diagnostic>& diagnostics, const std::string& text);

// Raises ssdc.Error with one diagnostic without a place. `code`: a row of the catalogue, or empty.
[[noreturn]] void refuse(const std::string& code, const std::string& message, const std::string& help);

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

template <class Words, class Value>
std::string word_of(const Words& words, Value value) {
  return std::ranges::find(words, value, &Words::value_type::second)->first;
}

inline constexpr std::array kDirections{
    std::pair("write", api::Direction::kWrite), std::pair("read", api::Direction::kRead),
    std::pair("trim", api::Direction::kTrim), std::pair("flush", api::Direction::kFlush)};
inline constexpr const char* kForcedWrite = "fua";

// The word of a record in the column `op`.
inline std::string op_of(const api::Record& record) {
  return record.forced ? kForcedWrite : word_of(kDirections, record.direction);
}

inline constexpr std::array kEngines{std::pair("auto", api::Engine::kAuto), std::pair("generic", api::Engine::kGeneric),
                                     std::pair("jit", api::Engine::kJit)};

// Calls `task()` without Python's lock, and returns its value. For short calls: Ctrl-C raises after it.
template <class Task>
auto value_of(Task task) {
  auto result = [&] {
    const Unlocked unlocked;
    return task();
  }();
  tell(result.value.has_value(), result.diagnostics, result.text);
  return std::move(*result.value);
}

void bind_files(nb::module_& module);
void bind_runs(nb::module_& module);
void bind_experiments(nb::module_& module);
void bind_traces(nb::module_& module);
void bind_probes(nb::module_& module);

}  // namespace ssd::python
