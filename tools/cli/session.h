// What the subcommands share: the texts and diagnostics of one call of ssdc, common options, the printing of
// diagnostics, and the exit code. Results go to the standard output, all other text to standard error.
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

// An interrupted program has a code of its own: interrupt.h.
enum ExitCode : int { kFine = 0, kUserError = 1, kOurBug = 2, kExpectationFailed = 3 };

enum class Rendering : std::uint8_t { kText, kJson };
inline constexpr std::array kRenderings{Word{"text", Rendering::kText}, Word{"json", Rendering::kJson}};

struct Session : Environment {
  int exit_code = kFine;
  bool printed = false;         // the command's result has been printed on the standard output
  std::string program{"ssdc"};  // the name that it was called by
  bool is_built = false;        // the program was made by `ssdc build` and runs one design only

  // Options that commands share.
  std::string target;
  std::vector<std::string> definitions;  // values of -D
  std::string stdlib;                    // value of --stdlib
  Rendering format = Rendering::kText;
  std::string output;
  bool quiet = false;

  void add_target(CLI::App& command);
  void add_definitions(CLI::App& command);
  void add_format(CLI::App& command);
  void add_output(CLI::App& command, const std::string& what);

  void print_diagnostics(const diag::Sink& found) const;
  // Prints the diagnostics of the session's sink that were not printed before. Tasks that may take long call this
  // before they begin.
  void print_new_diagnostics();
  // Prints the diagnostics that were not printed before: as text to stderr, or, if JSON was asked for and errors
  // prevented a result, as JSON to stdout. Sets the exit code if there are errors. Called once, after a command's work.
  void finish();

 private:
  // The diagnostics of `found` as text, without the first `since`.
  std::string shown(const diag::Sink& found, std::size_t since) const;
  std::size_t seen_ = 0;  // number of diagnostics of the sink that were printed or suppressed by --quiet
  bool has_shown_ = false;
};

// Runs a long task with a watcher on the terminal. What the watcher has drawn is erased when the task ends.
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
