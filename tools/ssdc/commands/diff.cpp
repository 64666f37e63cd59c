// ssdc diff: what two designs differ in, by meaning.
#include <fmt/format.h>

#include "tools/ssdc/diff_report.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

struct DiffOptions {
  std::string before, after;
  bool exit_code = false;
};

std::optional<Session::Opened> open(Session& session, const std::string& target) {
  session.target = target;
  return session.open_design();
}

void run_diff(Session& session, const DiffOptions& options) {
  const auto before = open(session, options.before);
  const auto after = open(session, options.after);
  if (!before || !after) return;
  const auto shown = [](const std::string& target, const design::Design& design) { return parse_target(target).file + ":" + design.name; };
  const Compared compared{shown(options.before, *before->design), shown(options.after, *after->design), *before->design, *after->design,
                          design::compare(*before->design, *after->design)};
  fmt::print("{}", session.format == "json" ? diff_json(compared) : diff_text(compared));
  if (options.exit_code && !compared.difference.none()) session.exit_code = kUserError;
}

}  // namespace

void add_diff(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("diff", "Say what two designs differ in, in meaning and not in text, and what follows");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("BEFORE", options->before, "A .ssd file, or FILE:NAME")->required()->type_name("");
  command->add_option("AFTER", options->after, "Another one, or the same file with another name")->required()->type_name("");
  command->add_flag("--exit-code", options->exit_code, "Exit with 1 if they differ");
  session.add_definitions(*command);
  session.add_format(*command);
  command->callback([&session, options] { run_diff(session, *options); });
}

}  // namespace ssd::cli
