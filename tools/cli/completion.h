// Makes completion scripts for shells from the command line's own tree, so a new command, option or choice needs no
// list here.
#pragma once
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace ssd::cli {

// What an option takes. The name of its value in the helps decides (`FILE`, `WORKLOAD`, `NAME=VALUE`).
enum class Completed : unsigned char { kNothing, kChoices, kFile, kWorkload, kParam };

// A command with its options, as the scripts need them.
struct CompletedOption {
  std::vector<std::string> names;    // with their dashes
  std::vector<std::string> choices;  // the words that its value may be
  bool takes_value = false;
  Completed value = Completed::kNothing;
  std::string doc;
};
struct CompletedCommand {
  std::string path;  // "run", "trace info"; empty: ssdc itself
  std::string doc;
  std::vector<std::string> subcommands;
  std::vector<CompletedOption> options;
  bool files = false;              // its arguments are files
  bool design_files = false;       // these files are .ssd files
  std::vector<std::string> words;  // words that its argument may be
};
std::vector<CompletedCommand> completed_commands(const CLI::App& app);

std::string bash_completion(const std::vector<CompletedCommand>& commands);
std::string zsh_completion(const std::vector<CompletedCommand>& commands);
std::string fish_completion(const std::vector<CompletedCommand>& commands);

}  // namespace ssd::cli
