// What the subcommands share: the texts and diagnostics of one call of ssdc, the options that many have, how
// diagnostics are printed, and the exit code. Text for people goes to stdout when it is the result and to stderr when
// it is talk.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/environment.h"
#include "runtime/base/words.h"

namespace CLI {
class App;
}

namespace ssd::cli {

enum ExitCode : int { kFine = 0, kUserError = 1, kOurBug = 2, kExpectationFailed = 3, kInterrupted = 130 };

enum class Rendering : std::uint8_t { kText, kJson };
inline constexpr std::array kRenderings{Word{"text", Rendering::kText}, Word{"json", Rendering::kJson}};

struct Session : Environment {
  int exit_code = kFine;
  bool printed = false;         // the command's result is on the standard output
  std::string program{"ssdc"};  // as it is called
  bool is_built = false;        // the program runs one design only: `ssdc build` has made it

  // Options that commands share.
  std::string target;
  std::vector<std::string> definitions;  // of -D
  std::string stdlib;                    // of --stdlib
  Rendering format = Rendering::kText;
  std::string output;
  bool quiet = false;

  void add_target(CLI::App& command);
  void add_definitions(CLI::App& command);
  void add_format(CLI::App& command);
  void add_output(CLI::App& command, const std::string& what);

  void print_diagnostics(const diag::Sink& found) const;
  // Prints the diagnostics of the session's sink that it has not printed yet. A task that may take long calls it before
  // it begins.
  void print_new_diagnostics();
  // Prints the rest of what the sink holds (text to stderr; errors that left no result as JSON to stdout, if JSON was
  // asked for) and, if there are errors, sets the exit code. To be called once, after a command's work.
  void finish();

 private:
  // As text, those that were reported since the sink held `since`.
  std::string shown(const diag::Sink& found, std::size_t since) const;
  std::size_t seen_ = 0;  // diagnostics of the sink that were printed, or that --quiet leaves out
  bool has_shown_ = false;
};

// A long task on the terminal: what the watcher has drawn there is gone when it ends.
template <class ToWatch, class Task>
auto watched(Session& session, Task task) {
  ToWatch watcher(session);
  session.watcher = &watcher;
  auto result = task();
  session.watcher = nullptr;
  return result;
}

void add_commands(CLI::App& app, Session& session);

}  // namespace ssd::cli
