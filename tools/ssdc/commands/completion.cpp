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
  explain->words = NameIndex(session, app).names();
  std::erase_if(explain->words, [](const std::string& name) { return name.find(' ') != std::string::npos; });  // a shell's word has none
  for (std::size_t i = 0; i < diag::row_count(); ++i) explain->words.emplace_back(diag::row_at(i).name);
  const std::string text = shell == "bash" ? bash_completion(commands) : shell == "zsh" ? zsh_completion(commands) : fish_completion(commands);
  fmt::print("{}", text);
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("completion", "Print a script by which a shell completes commands, options, files and names");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell; in bash: source <(ssdc completion bash)")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("bash|zsh|fish");
  command->callback([&app, &session, shell] { print_completion(app, session, *shell); });
}

}  // namespace ssd::cli
