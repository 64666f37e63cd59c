// The border between the library's callers and the rooms. Each call runs its task with an Environment of its own, and
// turns the diagnostics in its sink, and every exception, into a Result.
#pragma once
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/environment.h"
#include "runtime/base/paged_bytes.h"
#include "tools/api/library/settings.h"
#include "tools/api/ssd.hpp"

namespace ssd::api {

// The shared library does not export these.
#pragma GCC visibility push(hidden)

SourceMap copied(const SourceMap& sources);
api::Span span_of(ssd::Span span, const SourceMap& sources);
// All diagnostics of the environment's sink.
std::vector<Diagnostic> told(const Environment& environment);
std::string told_as_text(const Environment& environment);
// Adds an error that has no row in the catalogue, and so no code.
void tell_fault(std::string message, std::vector<Diagnostic>& diagnostics, std::string& text);
void tell_missing_memory(std::string_view doing, Environment& environment);

// `task(environment)` returns an optional<T>. Exceptions that it throws become diagnostics. `doing`: the command's name
// for the message about missing memory.
template <class T, class Task>
Result<T> attempt(std::string_view doing, const SourceMap& sources, Task task) {
  Result<T> result;
  Environment environment{.sources = copied(sources), .sink = {}};
  std::string fault;
  try {
    result.value = task(environment);
  } catch (const std::bad_alloc&) {
    tell_missing_memory(doing, environment);
  } catch (const RoomLost& lost) {
    tell_missing_room(lost, environment.sink);
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
