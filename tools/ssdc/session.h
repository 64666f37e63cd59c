// What the subcommands share: the texts and diagnostics of one call of ssdc, how a `FILE[:NAME]` is opened, how output is written,
// and the exit code. Text for people goes to stdout when it is the result and to stderr when it is talk.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/diag/diag.h"
#include "compiler/sema/sema.h"
#include "compiler/source/source.h"
#include "compiler/source/words.h"
#include "tools/ssdc/built_in.h"

namespace CLI {
class App;
}

namespace ssd::cli {

enum ExitCode : int { kFine = 0, kUserError = 1, kOurBug = 2, kExpectationFailed = 3, kInterrupted = 130 };

enum class Rendering : std::uint8_t { kText, kJson };
inline constexpr std::array kRenderings{Word{"text", Rendering::kText}, Word{"json", Rendering::kJson}};

// `FILE` or `FILE:NAME`; the colon counts only if no file has the whole text as its name.
struct Target {
  std::string file, name;
};
Target parse_target(const std::string& text);

struct Session {
  SourceMap sources;
  diag::Sink sink;
  int exit_code = kFine;
  bool printed = false;  // the command's result is on the standard output
  std::string program{"ssdc"};          // as it is called
  bool library = false;                 // there is no command line: ways out are fields and functions of ssd_sim.h
  const BuiltIn* built_in = nullptr;    // of a program that `ssdc build` has made: it runs this design only

  // Options that commands share.
  std::string target;
  std::vector<std::string> definitions;  // of -D
  Rendering format = Rendering::kText;
  std::string output;
  bool quiet = false;

  void add_target(CLI::App& command);
  void add_definitions(CLI::App& command);
  void add_format(CLI::App& command);
  void add_output(CLI::App& command, const std::string& what);

  sema::Options sema_options();
  // The checked file of `target`, and the design or experiment it names: one of the two. Nothing after a diagnostic.
  struct Opened {
    sema::Checked checked;
    const design::Design* design = nullptr;
    const design::Experiment* experiment = nullptr;
  };
  std::optional<Opened> open();
  // For what can be done with a design only.
  std::optional<Opened> open_design();

  void print_diagnostics(const diag::Sink& found) const;
  // Prints what the sink holds (text to stderr; errors that left no result as JSON to stdout, if JSON was asked for) and, if there are
  // errors, sets the exit code. To be called once, after a command's work.
  void finish();
};

// Where `std/…` imports come from: beside the installed program, or in the source tree it was built in.
std::string stdlib_directory();

void add_commands(CLI::App& app, Session& session);

}  // namespace ssd::cli
