// See settings.h.
#include "tools/api/library/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "tools/api/library/python_calls.h"
#include "tools/api/ssd.hpp"

namespace ssd::api {
namespace {

// An option of the command line, the field of ssd.hpp that stands for it, and the argument of the Python package. A
// flag that sets its field to a value other than `true` names that value, too.
struct Setting {
  std::string_view name, field, argument;
};
constexpr std::array kSettings{Setting{"--check", "check", "check=True"},
                               Setting{"--closed", "closed", "closed"},
                               Setting{"--dry-run", "dry_run()", "ssdc.dry_run"},
                               Setting{"--engine", "engine", "engine"},
                               Setting{"--fold", "fold", "fold"},
                               Setting{"--jobs", "jobs", "jobs"},
                               Setting{"--memory", "memory", "memory"},
                               Setting{"--no-cache", "cache = false", "cache=False"},
                               Setting{"--only", "only_ftl", "only_ftl=True"},
                               Setting{"--points", "points", "points"},
                               Setting{"--requests", "RunOptions::requests", "requests"},
                               Setting{"--save-snapshot", "save_snapshot", "save_snapshot"},
                               Setting{"--seed", "seed", "seed"},
                               Setting{"--skip-bad-lines", "skip_bad_lines", "skip_bad_lines=True"},
                               Setting{"--sort-trace", "sort_trace", "sort_trace=True"},
                               Setting{"--timeline-from", "from", "begin"},
                               Setting{"--timeline-size", "TimelineOptions::bytes", "timeline"},
                               Setting{"--timeline-until", "until", "until"},
                               Setting{"--to", "format", "format"},
                               Setting{"--trace-format", "format", "trace_format"},
                               Setting{"--until", "until_end_of_life", "until_end_of_life=True"},
                               Setting{"--workload", "workload", "workload"},
                               Setting{"-D", "definitions", "params"},
                               Setting{"-o", "folder", "folder"}};

std::atomic<Names> g_names = Names::kFields;

// Whether the argument only stands for a value, as `N`, `DIR` and `NAME=VALUE` do.
bool is_placeholder(std::string_view argument) {
  return argument.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ=") == std::string_view::npos;
}

std::string_view without_quotes(std::string_view argument) {
  const bool quoted = argument.size() >= 2 && argument.front() == '\'' && argument.back() == '\'';
  return quoted ? argument.substr(1, argument.size() - 2) : argument;
}

std::string argument_for(const Setting& setting, std::string_view value) {
  if (value.empty() || setting.argument.find('=') != std::string_view::npos || setting.name == "--dry-run")
    return std::string(setting.argument);
  // A folder of results is never named in a help, but files that are written are.
  if (setting.name == "-o") return fmt::format("path={}", python_text(value));
  if (setting.name != "-D") return fmt::format("{}={}", setting.argument, python_literal(value));
  const std::size_t equals = value.find('=');
  const std::string name = python_text(value.substr(0, equals));
  if (equals == std::string_view::npos) return fmt::format("params[{}]", name);
  return fmt::format("params={{{}: {}}}", name, python_literal(value.substr(equals + 1)));
}

// The replacement for a text between two backquotes.
std::string name_for(std::string_view quoted) {
  if (g_names == Names::kPython && quoted.starts_with("ssdc ")) return python_call(quoted);
  const std::size_t blank = quoted.find(' ');
  const auto known = std::ranges::find(kSettings, quoted.substr(0, blank), &Setting::name);
  if (known == kSettings.end()) return std::string(quoted);
  std::string_view value = blank == std::string_view::npos ? "" : without_quotes(quoted.substr(blank + 1));
  if (is_placeholder(value)) value = {};
  if (g_names == Names::kPython) return argument_for(*known, value);
  return value.empty() ? std::string(known->field) : fmt::format("{}: {}", known->field, value);
}

}  // namespace

std::string in_fields(const std::string& text) {
  std::string result;
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = text.find('`', at);
    const std::size_t end = begin == std::string::npos ? begin : text.find('`', begin + 1);
    if (end == std::string::npos) return result + text.substr(at);
    result +=
        text.substr(at, begin + 1 - at) + name_for(std::string_view(text).substr(begin + 1, end - begin - 1)) + '`';
    at = end + 1;
  }
}

std::string place_in_fields(const std::string& path) {
  constexpr std::string_view kDefinition = "-D ";
  return path.starts_with(kDefinition) ? name_for(path) : path;
}

void name_settings(Names names) { g_names = names; }

diag::Sink in_fields(const diag::Sink& sink) {
  diag::Sink result;
  for (diag::Diagnostic d : sink.all()) {
    d.message = in_fields(d.message);
    d.caret = in_fields(d.caret);
    d.fix = in_fields(d.fix);
    for (diag::Note& note : d.notes) note.text = in_fields(note.text);
    result.repeat(d);
  }
  return result;
}

}  // namespace ssd::api
