// See settings.h.
#include "tools/api/library/settings.h"

#include <fmt/format.h>

#include "runtime/base/words.h"

namespace ssd::api {
namespace {

// An option of the command line, and the field of ssd.hpp that stands for it. A flag that sets its field to a value
// other than `true` names that value, too.
constexpr std::array kFields{Word<std::string_view>{"--check", "check"},
                             Word<std::string_view>{"--closed", "closed"},
                             Word<std::string_view>{"--dry-run", "dry_run()"},
                             Word<std::string_view>{"--engine", "engine"},
                             Word<std::string_view>{"--jobs", "jobs"},
                             Word<std::string_view>{"--memory", "memory"},
                             Word<std::string_view>{"--no-cache", "cache = false"},
                             Word<std::string_view>{"--only", "only_ftl"},
                             Word<std::string_view>{"--points", "points"},
                             Word<std::string_view>{"--requests", "RunOptions::requests"},
                             Word<std::string_view>{"--save-snapshot", "save_snapshot"},
                             Word<std::string_view>{"--seed", "seed"},
                             Word<std::string_view>{"--skip-bad-lines", "skip_bad_lines"},
                             Word<std::string_view>{"--sort-trace", "sort_trace"},
                             Word<std::string_view>{"--timeline-from", "from"},
                             Word<std::string_view>{"--timeline-size", "TimelineOptions::bytes"},
                             Word<std::string_view>{"--timeline-until", "until"},
                             Word<std::string_view>{"--to", "format"},
                             Word<std::string_view>{"--trace-format", "format"},
                             Word<std::string_view>{"--until", "until_end_of_life"},
                             Word<std::string_view>{"--workload", "workload"},
                             Word<std::string_view>{"-D", "definitions"},
                             Word<std::string_view>{"-o", "folder"}};

// Whether the argument only stands for a value, as `N`, `DIR` and `NAME=VALUE` do.
bool is_placeholder(std::string_view argument) {
  return argument.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ=") == std::string_view::npos;
}

std::string_view without_quotes(std::string_view argument) {
  const bool quoted = argument.size() >= 2 && argument.front() == '\'' && argument.back() == '\'';
  return quoted ? argument.substr(1, argument.size() - 2) : argument;
}

// The replacement for a text between two backquotes.
std::string field_for(std::string_view quoted) {
  const std::size_t blank = quoted.find(' ');
  const Word<std::string_view>* known = find_word(kFields, quoted.substr(0, blank));
  if (known == nullptr) return std::string(quoted);
  const std::string_view argument = blank == std::string_view::npos ? "" : without_quotes(quoted.substr(blank + 1));
  return is_placeholder(argument) ? std::string(known->value) : fmt::format("{}: {}", known->value, argument);
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
        text.substr(at, begin + 1 - at) + field_for(std::string_view(text).substr(begin + 1, end - begin - 1)) + '`';
    at = end + 1;
  }
}

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
