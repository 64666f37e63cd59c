// See wrong_call.h. Invariant: only the first wrong word is reported, because it may be the cause of errors behind it.
#include "tools/cli/wrong_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/base/suggest.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

using diag::Code;

// A command, and the words that call it: "ssdc", "ssdc run".
struct Level {
  const CLI::App* command;
  std::string path;
};

// All commands from the program down to the one that the call reached.
std::vector<Level> levels_of(const CLI::App& app, const std::string& program) {
  std::vector<Level> levels{{&app, program}};
  while (!levels.back().command->get_subcommands().empty()) {
    const CLI::App* next = levels.back().command->get_subcommands().front();
    levels.push_back({next, levels.back().path + " " + next->get_name()});
  }
  return levels;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // for the shells' scripts, not for people
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// For an option of one letter only the same letter in the other case is close enough.
std::optional<std::string> nearest_option(const std::string& written, const std::vector<std::string>& names) {
  const auto near = nearest(written, names);
  return near && (written.starts_with("--") || edit_distance(written, *near) == 0) ? near : std::nullopt;
}

bool is_option(const std::string& word) { return word.size() > 1 && word.starts_with("-"); }

void tell_command(const Level& above, const std::string& word, Session& session) {
  const std::string inside = above.path.substr(std::min(above.path.size(), std::string_view("ssdc ").size()));
  const std::string path = inside.empty() ? word : inside + " " + word;
  const std::vector<std::string> names = command_names(*above.command);
  const std::string list = fmt::format("`{} --help` lists the commands: {}", above.path, fmt::join(names, ", "));
  const auto near = nearest(word, names);
  session.sink.report(Code::E0515, {}, path)
      .help(near ? fmt::format("did you mean `{} {}`?", above.path, *near) : list);
}

// `reached`: the command that the call reached; the option may belong behind its name.
void tell_option(const Level& level, const Level& reached, const std::string& word, Session& session) {
  const std::string name = word.substr(0, word.find('='));
  const std::vector<std::string> own = option_names(*level.command), further = option_names(*reached.command);
  auto& diagnostic = session.sink.report(Code::E0432, {}, level.path, name);
  if (std::ranges::find(further, name) != further.end()) {
    diagnostic.help(fmt::format("it belongs to `{0}`, and must follow it: `{0} {1}`", reached.path, name));
  } else if (const auto near = nearest_option(name, own)) {
    diagnostic.help(fmt::format("did you mean `{}`?", *near));
  } else {
    diagnostic.help(fmt::format("`{} --help` lists its options: {}", level.path, fmt::join(own, ", ")));
  }
}

// Applies `--format` although the call is wrong: it may stand behind the mistake, where CLI11 does not process it.
void use_stated_format(const CLI::App& command, Session& session) {
  const CLI::Option* format = command.get_option_no_throw("--format");
  if (format == nullptr || format->results().empty()) return;
  if (const auto* word = find_word(kRenderings, format->results().back())) session.format = word->value;
}

// Reports a value that the option does not take, a missing value, or one of several values. The message of a validator
// of ours is "OPTION: TAKES\nMEANT" (options.h); CLI11's own message ends in "missing" where no value follows.
bool tell_value(const Level& reached, const CLI::ParseError& error, Session& session) {
  const std::string text = error.what();
  const std::size_t colon = text.find(": "), line = text.find('\n');
  const bool counted = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr,
             checked = dynamic_cast<const CLI::ValidationError*>(&error) != nullptr;
  if (colon == std::string::npos || !(counted || checked)) return false;
  use_stated_format(*reached.command, session);
  const std::string option = text.substr(0, colon), meant = line == std::string::npos ? "" : text.substr(line + 1);
  auto& diagnostic =
      counted && text.ends_with("missing")
          ? session.sink.report(Code::E0552, {}, option)
          : session.sink.report(Code::E0551, {}, option,
                                counted ? "one value, found several" : text.substr(colon + 2, line - colon - 2));
  diagnostic.help(meant.empty() ? fmt::format("`{} --help` explains it", reached.path)
                                : fmt::format("write `{} {}`", is_option(option) ? option : reached.path, meant));
  return true;
}

// Reports an option without the one that it needs. CLI11's message: "--closed requires --trace".
bool tell_alone(const CLI::ParseError& error, Session& session) {
  constexpr std::string_view kBetween = " requires ";
  const std::string text = error.what();
  const std::size_t between = text.find(kBetween);
  if (dynamic_cast<const CLI::RequiresError*>(&error) == nullptr || !is_option(text) || between == std::string::npos)
    return false;
  const std::string option = text.substr(0, between), other = text.substr(between + kBetween.size());
  constexpr std::string_view kTrace = "--trace";  // a workload has keys for the options that need it
  const std::string in_workload = other == kTrace
                                      ? fmt::format("; for a workload of the file write `{}: …` in the workload",
                                                    option == "--trace-format" ? "format" : option.substr(2))
                                      : "";
  session.sink.report(Code::E0436, {}, option, other).help(fmt::format("add `{} FILE`{}", other, in_workload));
  return true;
}

// Reports a missing option or argument. CLI11's messages: "--to is required", "FILE is required".
bool tell_missing(const Level& reached, const CLI::ParseError& error, Session& session) {
  constexpr std::string_view kEnd = " is required";
  const std::string text = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || !text.ends_with(kEnd)) return false;
  use_stated_format(*reached.command, session);
  const std::string name = text.substr(0, text.size() - kEnd.size());
  const std::string wanted =
      is_option(name) ? fmt::format("{} {}", name, reached.command->get_option(name)->get_type_name()) : name;
  session.sink.report(Code::E0433, {}, reached.path, fmt::format("`{}`", name))
      .help(fmt::format("add `{}`; `{} --help` explains it", wanted, reached.path));
  return true;
}

}  // namespace

bool tell_wrong_call(const CLI::App& app, const CLI::ParseError& error, Session& session) {
  const std::vector<Level> levels = levels_of(app, session.program);
  const Level& reached = levels.back();
  const bool wants_command = reached.command->get_require_subcommand_min() != 0;
  const std::vector<std::string> rest = reached.command->remaining();
  if (wants_command && !rest.empty() && !is_option(rest.front())) {
    tell_command(reached, rest.front(), session);
    return true;
  }
  if (error.get_exit_code() == 0) return false;  // help or the version was asked for
  if (tell_value(reached, error, session) || tell_alone(error, session)) return true;
  for (const Level& level : levels) {
    const std::vector<std::string> left = level.command->remaining();
    const auto option = std::ranges::find_if(left, is_option);
    if (option == left.end()) continue;
    tell_option(level, reached, *option, session);
    return true;
  }
  if (!rest.empty()) {
    session.sink.report(Code::E0434, {}, reached.path, rest.front())
        .help(fmt::format("leave it out; `{} --help` lists what the command takes", reached.path));
    return true;
  }
  if (!wants_command) return tell_missing(reached, error, session);
  session.sink.report(Code::E0435, {}, reached.path)
      .help(fmt::format("`{} --help` lists the commands: {}", reached.path,
                        fmt::join(command_names(*reached.command), ", ")));
  return true;
}

}  // namespace ssd::cli
