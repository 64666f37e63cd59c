// See completion.h.
#include "tools/cli/completion.h"

#include <fmt/format.h>

#include "runtime/base/shell_word.h"
#include "runtime/base/words.h"

namespace ssd::cli {
namespace {

constexpr const char* kAnyFile = "FILE";  // the name of an argument that takes a file of any kind

// The values of an option with a closed list, which helps show as `text|json`. CLI11 appends a colon and the name of
// its check; that part is cut off.
std::vector<std::string> choices_of(const std::string& shown) {
  const std::string type_name = shown.substr(0, shown.find(':'));
  std::vector<std::string> list;
  if (type_name.find('|') == std::string::npos) return list;
  for (std::size_t begin = 0; begin <= type_name.size();) {
    const std::size_t end = std::min(type_name.find('|', begin), type_name.size());
    list.push_back(type_name.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

// The names that helps give to the values of options.
constexpr std::array kKinds{Word{"FILE", Completed::kFile}, Word{"WORKLOAD", Completed::kWorkload},
                            Word{"NAME=VALUE", Completed::kParam}};

Completed value_of(const CLI::Option& option) {
  const std::string name = option.get_type_name().substr(0, option.get_type_name().find(':'));
  if (name.find('|') != std::string::npos) return Completed::kChoices;
  const Word<Completed>* kind = find_word(kKinds, name);
  return kind == nullptr ? Completed::kNothing : kind->value;
}

CompletedOption option_of(const CLI::Option& option) {
  CompletedOption result;
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  result.takes_value = option.get_items_expected_max() > 0;
  if (result.takes_value) {
    result.value = value_of(option);
    result.choices = choices_of(option.get_type_name());
  }
  result.doc = option.get_description();
  return result;
}

void add_command(std::vector<CompletedCommand>& list, const CLI::App& app, const std::string& path) {
  CompletedCommand command;
  command.path = path;
  command.doc = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // for the scripts, not for people
    if (option->nonpositional()) {
      command.options.push_back(option_of(*option));
    } else {
      command.design_files |= option->get_description().find(".ssd") != std::string::npos;
      command.files |= command.design_files || option->get_name() == kAnyFile;
      const std::vector<std::string> choices = choices_of(option->get_type_name());
      command.words.insert(command.words.end(), choices.begin(), choices.end());
    }
  }
  const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* sub : subcommands) command.subcommands.push_back(sub->get_name());
  list.push_back(std::move(command));
  for (const CLI::App* sub : subcommands)
    add_command(list, *sub, path.empty() ? sub->get_name() : path + " " + sub->get_name());
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::vector<std::string> option_names(const CompletedCommand& command) {
  std::vector<std::string> names;
  for (const CompletedOption& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// The KIND of `ssdc completion --names KIND --of FILE`. The scripts call that with the name by which the program was
// called.
std::string_view kind_word(Completed value) { return value == Completed::kWorkload ? "workload" : "param"; }

// A function for bash and zsh that lists names from a .ssd file: from the first word of the line that is such a file,
// with or without the name of a design behind it.
std::string names_function(std::string_view words, std::string_view program) {
  return fmt::format(
      "_ssdc_names() {{\n  local word\n  for word in \"{}\"; do\n    case \"$word\" in *.ssd|*.ssd:*)\n"
      "      \"{}\" completion --names \"$1\" --of \"${{word%.ssd*}}.ssd\" 2>/dev/null\n      return ;;\n    esac\n  "
      "done\n}}\n",
      words, program);
}

std::string bash_found(const CompletedOption& option) {
  switch (option.value) {
    case Completed::kChoices:
      return fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))", shell_word(joined(option.choices)));
    case Completed::kFile: return "COMPREPLY=($(compgen -f -- \"$current\"))";
    case Completed::kWorkload: return "COMPREPLY=($(compgen -W \"$(_ssdc_names workload)\" -- \"$current\"))";
    case Completed::kParam:
      return "COMPREPLY=($(compgen -W \"$(_ssdc_names param)\" -S = -- \"$current\")); compopt -o nospace 2>/dev/null";
    case Completed::kNothing: break;
  }
  return "COMPREPLY=()";
}

std::string bash_values(const std::vector<CompletedCommand>& commands) {
  std::string text = "  case \"$command $previous\" in\n";
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) {
      if (!option.takes_value) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(shell_word(command.path + " " + name));
      text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, "|"), bash_found(option));
    }
  }
  return text + "  esac\n";
}

std::string bash_arguments(const std::vector<CompletedCommand>& commands) {
  std::string text = "  case \"$command\" in\n";
  for (const CompletedCommand& command : commands) {
    std::vector<std::string> words = command.subcommands;
    words.insert(words.end(), command.words.begin(), command.words.end());
    std::string found = words.empty() ? "" : fmt::format("$(compgen -W {} -- \"$current\")", shell_word(joined(words)));
    if (command.design_files)
      found += " $(compgen -f -X '!*.ssd' -- \"$current\") $(compgen -d -S / -- \"$current\")";
    else if (command.files)
      found += " $(compgen -f -- \"$current\")";
    text += fmt::format("    {}) COMPREPLY=({}) ;;\n", shell_word(command.path), found);
  }
  return text + "  esac\n";
}

// In zsh descriptions stand between brackets or after a colon, so both are escaped.
std::string zsh_doc(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_option(const CompletedOption& option, const std::string& name) {
  std::string spec = fmt::format("{}[{}]", name, zsh_doc(option.doc));
  switch (option.takes_value ? option.value : Completed::kNothing) {
    case Completed::kChoices: spec += fmt::format(":value:({})", joined(option.choices)); break;
    case Completed::kFile: spec += ":file:_files"; break;
    case Completed::kWorkload: spec += ":workload:{ compadd -- $(_ssdc_names workload) }"; break;
    case Completed::kParam: spec += ":param:{ compadd -S = -- $(_ssdc_names param) }"; break;
    case Completed::kNothing: spec += option.takes_value ? ":value: " : ""; break;
  }
  return shell_word(spec);
}

std::string zsh_arguments(const CompletedCommand& command) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    for (const std::string& name : option.names) text += " " + zsh_option(option, name);
  }
  const std::string files = command.design_files ? "_files -g \"*.ssd\"" : command.files ? "_files" : "";
  const std::string words =
      command.words.empty() ? "" : fmt::format("_alternative \"words:name:({})\" ", joined(command.words));
  const std::string both = words.empty() ? files : words + (command.design_files ? "\"files:file:_files\"" : "");
  return both.empty() ? text : text + " " + shell_word("*:argument:{ " + both + " }");
}

}  // namespace

std::vector<CompletedCommand> completed_commands(const CLI::App& app) {
  std::vector<CompletedCommand> list;
  add_command(list, app, "");
  return list;
}

// The script does not use the bash-completion library, which not every machine has. A word that is a command's name
// changes what is completed after it.
std::string bash_completion(const std::vector<CompletedCommand>& commands) {
  std::string known;
  for (const CompletedCommand& command : commands) {
    if (!command.path.empty()) known += (known.empty() ? "" : "|") + shell_word(command.path);
  }
  std::string options = "    case \"$command\" in\n";
  for (const CompletedCommand& command : commands)
    options += fmt::format("      {}) COMPREPLY=($(compgen -W {} -- \"$current\")) ;;\n", shell_word(command.path),
                           shell_word(joined(option_names(command))));
  options += "    esac\n    return\n";
  const std::string names = names_function("${COMP_WORDS[@]:1}", "${COMP_WORDS[0]}");
  return "# Completion of ssdc in bash, made by `ssdc completion bash`. To be read by the shell: source <(ssdc "
         "completion bash)\n" +
         names +
         "_ssdc() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' longer i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    longer=\"${command:+$command }${COMP_WORDS[i]}\"\n"
         "    case \"$longer\" in " +
         known +
         ") command=$longer ;; esac\n"
         "  done\n" +
         bash_values(commands) + "  if [[ $current == -* ]]; then\n" + options + "  fi\n" + bash_arguments(commands) +
         "}\ncomplete -o filenames -F _ssdc ssdc\n";
}

std::string zsh_completion(const std::vector<CompletedCommand>& commands) {
  std::string text =
      "#compdef ssdc\n# Completion of ssdc in zsh, made by `ssdc completion zsh`. To be put into a folder of $fpath as "
      "_ssdc.\n" +
      names_function("${(@)words[2,-1]}", "${words[1]}") + "_ssdc() {\n";
  std::string cases;
  for (const CompletedCommand& command : commands) {
    if (command.subcommands.empty()) {
      cases += fmt::format("    {}) _arguments{} ;;\n", shell_word(command.path), zsh_arguments(command));
      continue;
    }
    std::vector<std::string> list;
    for (const CompletedCommand& sub : commands) {
      const std::string prefix = command.path.empty() ? "" : command.path + " ";
      const bool below = sub.path.starts_with(prefix) && !sub.path.empty() && sub.path != command.path &&
                         sub.path.find(' ', prefix.size()) == std::string::npos;
      if (below) list.push_back(shell_word(sub.path.substr(prefix.size()) + ":" + zsh_doc(sub.doc)));
    }
    cases +=
        fmt::format("    {}) local -a list=({}); _describe command list ;;\n", shell_word(command.path), joined(list));
  }
  std::string known;
  for (const CompletedCommand& command : commands) {
    if (!command.path.empty()) known += (known.empty() ? "" : "|") + shell_word(command.path);
  }
  text +=
      "  local command='' longer i\n  for ((i = 2; i < CURRENT; i++)); do\n    longer=\"${command:+$command "
      "}${words[i]}\"\n"
      "    case \"$longer\" in " +
      known + ") command=$longer ;; esac\n  done\n";
  return text + "  case \"$command\" in\n" + cases + "  esac\n}\n_ssdc \"$@\"\n";
}

namespace {

std::string fish_value(const CompletedOption& option) {
  if (!option.takes_value) return "";
  switch (option.value) {
    case Completed::kChoices: return " -xa " + shell_word(joined(option.choices));
    case Completed::kFile: return " -rF";
    case Completed::kWorkload:
    case Completed::kParam: {
      const std::string_view behind = option.value == Completed::kParam ? "=" : "";
      return fmt::format(" -xa '(__ssdc_names {}){}'", kind_word(option.value), behind);
    }
    case Completed::kNothing: break;
  }
  return " -x";
}

}  // namespace

std::string fish_completion(const std::vector<CompletedCommand>& commands) {
  std::string text =
      "# Completion of ssdc in fish, made by `ssdc completion fish`. To be put into "
      "~/.config/fish/completions/ssdc.fish.\n"
      "function __ssdc_names\n  set -l line (commandline -opc)\n  for word in $line[2..-1]\n"
      "    if string match -qr '\\.ssd(:|$)' -- $word\n"
      "      set -l file (string replace -r '\\.ssd(:.*)?$' '.ssd' -- $word)\n"
      "      $line[1] completion --names $argv[1] --of $file 2>/dev/null\n"
      "      return\n    end\n  end\nend\n"
      "complete -c ssdc -f\n";
  for (const CompletedCommand& command : commands) {
    std::string seen = command.path.empty() ? "__fish_use_subcommand" : "";
    for (std::size_t begin = 0; begin < command.path.size();) {
      const std::size_t end = std::min(command.path.find(' ', begin), command.path.size());
      seen += (seen.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") +
              command.path.substr(begin, end - begin);
      begin = end + 1;
    }
    const std::string condition = "complete -c ssdc -n " + shell_word(seen);
    for (const CompletedCommand& sub : commands) {
      const std::string prefix = command.path.empty() ? "" : command.path + " ";
      const bool below = !sub.path.empty() && sub.path != command.path && sub.path.starts_with(prefix) &&
                         sub.path.find(' ', prefix.size()) == std::string::npos;
      if (below)
        text += fmt::format("{} -a {} -d {}\n", condition, sub.path.substr(prefix.size()), shell_word(sub.doc));
    }
    for (const CompletedOption& option : command.options) {
      text += condition;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fish_value(option);
      text += " -d " + shell_word(option.doc) + "\n";
    }
    if (!command.words.empty()) text += fmt::format("{} -a {}\n", condition, shell_word(joined(command.words)));
    if (command.files)
      text += condition + (command.design_files ? " -k -a '(__fish_complete_suffix .ssd)'\n" : " -F\n");
  }
  return text;
}

}  // namespace ssd::cli
