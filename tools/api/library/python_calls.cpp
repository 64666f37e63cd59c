// See python_calls.h.
#include "tools/api/library/python_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

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
                                Argument{"--seed", "seed"}};

// A command that was taken apart.
struct Parts {
  std::string target, params, arguments;
};

void add(std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; }

// False if no argument stands for the option.
bool add_option(const std::string& option, const std::string& value, Parts& parts) {
  if (option == "-D") {
    const std::size_t equals = std::min(value.find('='), value.size());
    const std::string_view given = std::string_view(value).substr(std::min(equals + 1, value.size()));
    add(parts.params, fmt::format("{}: {}", python_literal(value.substr(0, equals)), python_literal(given)));
    return true;
  }
  if (option == "--workload" || (option == "--only" && value == "ftl")) {
    add(parts.arguments, option == "--only" ? "only_ftl=True" : fmt::format("workload={}", python_literal(value)));
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
  return fmt::format("ssdc.load({}{})", python_literal(file), params);
}

std::string running(const Parts& parts) {
  const std::size_t colon = parts.target.rfind(':');
  if (parts.target == kUnnamed || colon == std::string::npos) return fmt::format("Design.run({})", parts.arguments);
  return fmt::format("{}[{}].run({})", loading(parts.target.substr(0, colon), parts),
                     python_literal(parts.target.substr(colon + 1)), parts.arguments);
}

}  // namespace

std::string python_literal(std::string_view text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_number) return std::string(text);
  return text.find('"') == std::string_view::npos ? fmt::format("\"{}\"", text) : fmt::format("'{}'", text);
}

std::string python_call(std::string_view command) {
  const std::vector<std::string> words = words_of(command);
  if (words.size() == 4 && words[1] == "trace" && words[2] == "info")
    return fmt::format("ssdc.load_trace({}).text", python_literal(words[3]));
  const auto parts = words.size() < 2 || words[0] != "ssdc" ? std::nullopt : parts_of(words);
  if (!parts) return std::string(command);
  if (words[1] == "run") return words.size() == 2 ? "Design.run" : running(*parts);
  if (words[1] == "check" && !parts->target.empty()) return loading(parts->target, *parts);
  if (words[1] == "explain" && !parts->target.empty())
    return fmt::format("ssdc.explain({})", python_literal(parts->target));
  return std::string(command);
}

}  // namespace ssd::api
