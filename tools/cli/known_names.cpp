// See known_names.h.
#include "tools/cli/known_names.h"

#include <fmt/format.h>

#include "tools/cli/open.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

// Adds a page for each command: "run", "trace info", …
void add_pages(const CLI::App& app, const std::string& before, std::vector<explain::NamedPage>& pages) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string path = before + command->get_name();
    pages.push_back({path, fmt::format("command {}: {}\n  `ssdc {} --help` lists its arguments and options\n", path,
                                       command->get_description(), path)});
    add_pages(*command, path + " ", pages);
  }
}

}  // namespace

explain::NameIndex name_index(const CLI::App& app, Session& session) {
  check::Options options;
  options.stdlib_directory = stdlib_directory(session);
  std::vector<explain::NamedPage> commands;
  add_pages(app, "", commands);
  return {options, session.sources, session.sink, commands};
}

}  // namespace ssd::cli
