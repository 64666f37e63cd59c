// ssdc completion: a script by which a shell completes commands, options, files and names.
#include "tools/ssdc/completion.h"

#include <fmt/format.h>

#include "tools/ssdc/explain_name.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

using Script = std::string (*)(const std::vector<CompletedCommand>& commands);
constexpr std::array kShells{Word<Script>{"bash", bash_completion}, Word<Script>{"zsh", zsh_completion}, Word<Script>{"fish", fish_completion}};
constexpr std::array kNameKinds{Word{"workload", Completed::kWorkload}, Word{"param", Completed::kParam}};

void print_completion(const CLI::App& app, Session& session, Script script) {
  std::vector<CompletedCommand> commands = completed_commands(app);
  const auto explain = std::ranges::find(commands, "explain", &CompletedCommand::path);
  explain->words = NameIndex(session, app).names();
  std::erase_if(explain->words, [](const std::string& name) { return name.find(' ') != std::string::npos; });  // a shell's word has none
  for (std::size_t i = 0; i < diag::row_count(); ++i) explain->words.emplace_back(diag::row_at(i).name);
  fmt::print("{}", script(commands));
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("completion", "Print a script by which a shell completes commands, options, files and names");
  auto script = std::make_shared<Script>(nullptr);
  add_choice(*command, "SHELL", *script, kShells, "The shell; in bash: source <(ssdc completion bash)");
  // What the scripts ask: the names that a file knows. Not shown in the helps.
  auto kind = std::make_shared<Completed>(Completed::kNothing);
  auto file = std::make_shared<std::string>();
  CLI::Option* names = add_choice(*command, "--names", *kind, kNameKinds, "The names that a file knows")->group("");
  names->needs(command->add_option("--of", *file)->group(""));
  command->callback([&app, &session, script, kind, file] {
    if (*kind != Completed::kNothing)
      fmt::print("{}", completed_names(*kind, *file, session));
    else if (*script == nullptr)
      throw CLI::RequiredError("SHELL");
    else
      print_completion(app, session, *script);
  });
}

}  // namespace ssd::cli
