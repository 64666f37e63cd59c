// Options that commands share: see options.h and session.h.
#include "tools/ssdc/options.h"

#include <fmt/format.h>

#include "tools/ssdc/session.h"

namespace ssd::cli {

CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& texts, std::function<void(std::size_t)> choose,
                        const std::string& description) {
  const auto chosen = [texts, choose = std::move(choose)](const std::string& text) {
    choose(static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin()));
  };
  return command.add_option_function<std::string>(name, chosen, description)
      ->check(CLI::IsMember(texts))
      ->type_name(fmt::format("{}", fmt::join(texts, "|")));
}

void Session::add_target(CLI::App& command) {
  command.add_option("FILE", target, "A .ssd file, or FILE:NAME for one of several designs in it")->required()->type_name("");
}

void Session::add_definitions(CLI::App& command) {
  command.add_option("-D", definitions, "Give a param of the file another value")->type_name("NAME=VALUE")->allow_extra_args(false);
}

void Session::add_format(CLI::App& command) {
  add_choice(command, "--format", format, kRenderings, "Print for people or for programs");
}

void Session::add_output(CLI::App& command, const std::string& what) {
  command.add_option("-o,--output", output, what)->type_name("FILE");
}

}  // namespace ssd::cli
