// ssdc completion: a script by which a shell completes commands, options, files and names.
#include "tools/ssdc/completion.h"

#include <fmt/format.h>

#include "tools/ssdc/explain_name.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

void print_completion(const CLI::App& app, Session& session, const std::string& shell) {
  std::vector<CompletedCommand> commands = completed_commands(app);
  const auto explain = std::ranges::find(commands, "explain", &CompletedCommand::path);
  explain->words = explainable_names(session);
  for (std::size_t i = 0; i < diag::row_count(); ++i) explain->words.emplace_back(diag::row_at(i).name);
  const std::string text = shell == "bash" ? bash_completion(commands) : shell == "zsh" ? zsh_completion(commands) : fish_completion(commands);
  fmt::print("{}", text);
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("completion", "Print a script by which a shell completes commands, options, files and names");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell; in bash: source <(ssdc completion bash)")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("bash|zsh|fish");
  // What the scripts ask: the names that a file knows. Not shown in the helps.
  auto kind = std::make_shared<std::string>();
  auto file = std::make_shared<std::string>();
  CLI::Option* names = command->add_option("--names", *kind)->check(CLI::IsMember({"workload", "param"}))->group("");
  names->needs(command->add_option("--of", *file)->group(""));
  command->callback([&app, &session, shell, kind, file] {
    if (!kind->empty()) {
      fmt::print("{}", completed_names(*kind == "workload" ? Completed::kWorkload : Completed::kParam, *file, session));
    } else if (shell->empty()) {
      throw CLI::RequiredError("SHELL");
    } else {
      print_completion(app, session, *shell);
    }
  });
}

}  // namespace ssd::cli
