// ssdc diff: what two designs differ in, by meaning and not by text.
#include "compiler/explain/difference.h"
#include "runtime/base/output_file.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

struct DiffOptions {
  std::string before, after;
  bool exit_code = false;
};

void run_diff(Session& session, const DiffOptions& options) {
  const Target before = parse_target(options.before), after = parse_target(options.after);
  const auto compared = explain::compared({before.file, before.name}, {after.file, after.name}, check_options(session),
                                          session.sources, session.sink);
  if (!compared) return;
  print_result(session.format, session.format == Rendering::kJson ? explain::difference_json(*compared)
                                                                  : explain::difference_text(*compared));
  if (options.exit_code && !compared->difference.none()) session.exit_code = kUserError;
}

}  // namespace

void add_diff(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("diff", "Print how two designs differ in meaning (not in text), and the consequences");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("BEFORE", options->before, "A .ssd file, or FILE:NAME")->required()->type_name("");
  command->add_option("AFTER", options->after, "Another one, or the same file with another name")
      ->required()
      ->type_name("");
  command->add_flag("--exit-code", options->exit_code, "Exit with 1 if they differ");
  session.add_definitions(*command);
  session.add_format(*command);
  command->callback([&session, options] { run_diff(session, *options); });
}

}  // namespace ssd::cli
