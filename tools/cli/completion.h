// Completion scripts of shells, from the command line's own tree: a new command, option or choice needs no list here.
#pragma once
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace ssd::cli {

// What may stand behind an option: by the name of its value in the helps (`FILE`, `WORKLOAD`, `NAME=VALUE`).
enum class Completed : unsigned char { kNothing, kChoices, kFile, kWorkload, kParam };

// One command with its options, as the scripts need it.
struct CompletedOption {
  std::vector<std::string> names;    // with their dashes
  std::vector<std::string> choices;  // of its value
  bool takes_value = false;
  Completed value = Completed::kNothing;
  std::string doc;
};
struct CompletedCommand {
  std::string path;  // "run", "trace info"; empty: ssdc itself
  std::string doc;
  std::vector<std::string> subcommands;
  std::vector<CompletedOption> options;
  bool files = false;              // its arguments are files,
  bool design_files = false;       // and these are .ssd files
  std::vector<std::string> words;  // or one of these
};
std::vector<CompletedCommand> completed_commands(const CLI::App& app);

std::string bash_completion(const std::vector<CompletedCommand>& commands);
std::string zsh_completion(const std::vector<CompletedCommand>& commands);
std::string fish_completion(const std::vector<CompletedCommand>& commands);

}  // namespace ssd::cli
