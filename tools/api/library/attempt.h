// The border between the library's callers and the rooms: a task runs with an Environment of its own, and what its sink
// was told becomes values.
#pragma once
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/environment.h"
#include "tools/api/library/settings.h"
#include "tools/api/ssd.hpp"

namespace ssd::api {

// No caller of the library sees these.
#pragma GCC visibility push(hidden)

SourceMap copied(const SourceMap& sources);
api::Span span_of(ssd::Span span, const SourceMap& sources);
// What the sink holds.
std::vector<Diagnostic> told(const Environment& environment);
std::string told_as_text(const Environment& environment);
// What the catalogue has no row for.
void tell_fault(std::string message, std::vector<Diagnostic>& diagnostics, std::string& text);
void tell_missing_memory(std::string_view doing, Environment& environment);

// `task(environment)` gives an optional<T>. Nothing that it throws gets out.
template <class T, class Task>
Result<T> attempt(std::string_view doing, const SourceMap& sources, Task task) {
  Result<T> result;
  Environment environment{.sources = copied(sources), .sink = {}};
  std::string fault;
  try {
    result.value = task(environment);
  } catch (const std::bad_alloc&) {
    tell_missing_memory(doing, environment);
  } catch (const std::exception& error) {
    fault = std::string("internal error: ") + error.what();
  }
  environment.sink = in_fields(environment.sink);
  result.diagnostics = told(environment);
  result.text = told_as_text(environment);
  if (!fault.empty()) tell_fault(std::move(fault), result.diagnostics, result.text);
  return result;
}
template <class T, class Task>
Result<T> attempt(std::string_view doing, Task task) {
  return attempt<T>(doing, SourceMap{}, std::move(task));
}

#pragma GCC visibility pop

}  // namespace ssd::api
