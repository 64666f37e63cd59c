// See python_calls.h.
#include "tools/api/library/python_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "runtime/base/words.h"

namespace ssd::api {
namespace {

constexpr std::string_view kUnnamed = "…";  // what stands in a command for a file that has no name there

// The words of a command, as a shell reads them (runtime/base/shell_word.h writes them).
std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words(1);
  bool quoted = false, escaped = false;
  for (const char c : command) {
    if (escaped || (quoted && c != '\'')) {
      words.back() += c;
      escaped = false;
    } else if (c == '\'') {
      quoted = !quoted;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// An option of `ssdc run` and the argument of Design.run that stands for it.
struct Argument {
  std::string_view option, argument;
};
constexpr std::array kArguments{Argument{"--requests", "requests"}, Argument{"--save-snapshot", "save_snapshot"},
                                Argument{"--seed", "seed"}, Argument{"--workload", "workload"}};
constexpr std::string_view kDefinition = "-D", kOnly = "--only";  // of `--only` there is `ftl` alone

// A command that was taken apart.
struct Parts {
  std::string target, params, arguments;
};

void add(std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; }

// False if no argument stands for the option.
bool add_option(const std::string& option, const std::string& value, Parts& parts) {
  if (option == kDefinition) {
    const std::size_t equals = std::min(value.find('='), value.size());
    const std::string_view given = std::string_view(value).substr(std::min(equals + 1, value.size()));
    add(parts.params, fmt::format("{}: {}", python_text(value.substr(0, equals)), python_literal(given)));
    return true;
  }
  if (option == kOnly) {
    add(parts.arguments, "only_ftl=True");
    return true;
  }
  const auto* const known = std::ranges::find(kArguments, option, &Argument::option);
  if (known == kArguments.end()) return false;
  add(parts.arguments, fmt::format("{}={}", known->argument, python_literal(value)));
  return true;
}

std::optional<Parts> parts_of(const std::vector<std::string>& words) {
  Parts parts;
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i].starts_with('-')) {
      if (i + 1 == words.size() || !add_option(words[i], words[i + 1], parts)) return std::nullopt;
      ++i;
    } else if (parts.target.empty()) {
      parts.target = words[i];
    } else {
      return std::nullopt;
    }
  }
  return parts;
}

std::string loading(const std::string& file, const Parts& parts) {
  const std::string params = parts.params.empty() ? "" : fmt::format(", params={{{}}}", parts.params);
  return fmt::format("ssdc.load({}{})", python_text(file), params);
}

std::string running(const Parts& parts) {
  const std::size_t colon = parts.target.rfind(':');
  if (parts.target == kUnnamed || colon == std::string::npos) return fmt::format("Design.run({})", parts.arguments);
  return fmt::format("{}[{}].run({})", loading(parts.target.substr(0, colon), parts),
                     python_text(parts.target.substr(colon + 1)), parts.arguments);
}

std::string explaining(const Parts& parts) { return fmt::format("ssdc.explain({})", python_text(parts.target)); }

// What stands for the commands that have a target, and without one.
struct Calls {
  std::string (*with_target)(const Parts&);
  std::string_view alone;  // empty: the command needs a target
};
constexpr std::array kCommands{
    Word{"run", Calls{running, "Design.run"}},
    Word{"check", Calls{[](const Parts& parts) { return loading(parts.target, parts); }, ""}},
    Word{"explain", Calls{explaining, ""}},
};
constexpr std::string_view kTraceInfo = "ssdc trace info ";

}  // namespace

std::string python_text(std::string_view text) {
  const char quote = text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string literal(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + quote;
}

std::string python_literal(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point), rest = text.substr(std::min(point + 1, text.size()));
  const bool is_number = !whole.empty() && (whole == "0" || !whole.starts_with('0')) &&
                         whole.find_first_not_of(kDigits) == std::string_view::npos &&
                         rest.find_first_not_of(kDigits) == std::string_view::npos;
  return is_number ? std::string(text) : python_text(text);
}

std::string python_call(std::string_view command) {
  const std::vector<std::string> words = words_of(command);
  if (command.starts_with(kTraceInfo)) return fmt::format("ssdc.load_trace({}).text", python_text(words.back()));
  const auto* const known = words.size() < 2 ? nullptr : find_word(kCommands, words[1]);
  const auto parts = known == nullptr ? std::nullopt : parts_of(words);
  if (!parts) return std::string(command);
  const bool is_alone = words.size() == 2;
  if (is_alone && !known->value.alone.empty()) return std::string(known->value.alone);
  return parts->target.empty() ? std::string(command) : known->value.with_target(*parts);
}

}  // namespace ssd::api
