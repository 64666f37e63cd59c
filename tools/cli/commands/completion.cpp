// ssdc completion: prints a script with which a shell completes commands, options, files and names.
#include "tools/cli/completion.h"

#include <fmt/format.h>

#include "compiler/explain/declared_names.h"
#include "compiler/explain/diagnostic.h"
#include "tools/cli/known_names.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

using Script = std::string (*)(const std::vector<CompletedCommand>& commands);
constexpr std::array kShells{Word<Script>{"bash", bash_completion}, Word<Script>{"zsh", zsh_completion},
                             Word<Script>{"fish", fish_completion}};
using NamesOf = std::vector<std::string> (*)(const std::string& file, const check::Options& options,
                                             SourceMap& sources);
constexpr std::array kNameKinds{Word<NamesOf>{"workload", explain::workload_names},
                                Word<NamesOf>{"param", explain::param_names}};

void print_completion(const CLI::App& app, Session& session, Script script) {
  std::vector<CompletedCommand> commands = completed_commands(app);
  const auto explain_command = std::ranges::find(commands, "explain", &CompletedCommand::path);
  explain_command->words = name_index(app, session).names();
  std::erase_if(explain_command->words, [](const std::string& name) {
    return name.find(' ') != std::string::npos;
  });  // a word of a shell has no spaces
  const std::vector<std::string> codes = explain::diagnostic_codes();
  explain_command->words.insert(explain_command->words.end(), codes.begin(), codes.end());
  print_bytes(script(commands));
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "completion", "Print a script with which a shell completes commands, options, files and names");
  auto script = std::make_shared<Script>(nullptr);
  add_choice(*command, "SHELL", *script, kShells, "The shell; in bash: source <(ssdc completion bash)");
  // The scripts call these to get the names that a file knows. Helps do not show them.
  auto kind = std::make_shared<NamesOf>(nullptr);
  auto file = std::make_shared<std::string>();
  CLI::Option* names =
      add_choice(*command, "--names", *kind, kNameKinds, "The names that a file declares or imports")->group("");
  names->needs(command->add_option("--of", *file)->group(""));
  command->callback([&app, &session, script, kind, file] {
    if (*kind != nullptr)
      for (const std::string& name : (*kind)(*file, check_options(session), session.sources)) print_bytes(name + "\n");
    else if (*script == nullptr)
      throw CLI::RequiredError("SHELL");
    else
      print_completion(app, session, *script);
  });
}

}  // namespace ssd::cli
