// ssdc check: finds every mistake in files, without running anything.
#include <fmt/format.h>

#include "compiler/explain/verdict.h"
#include "runtime/base/output_file.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

void print_verdict(const Session& session, const explain::Verdict& verdict) {
  session.print_diagnostics(verdict.sink);
  if (verdict.passed()) print_text(explain::verdict_text(verdict));
}

// The JSON includes the diagnostics of the call itself, so they are not printed again.
void print_json(Session& session, const std::vector<explain::Verdict>& verdicts) {
  print_result(Rendering::kJson, explain::verdicts_json(session.sink, verdicts, session.sources));
  if (session.sink.has_errors()) session.exit_code = kUserError;
  session.sink = diag::Sink{};
}

void run_check(Session& session, const std::vector<std::string>& files) {
  const check::Options options = check_options(session);
  std::vector<explain::Verdict> verdicts;
  for (const std::string& file : files) {
    if (session.sink.has_errors()) break;  // an option is wrong, so no verdict on the files would be valid
    const Target target = parse_target(file);
    verdicts.push_back(explain::verdict(target.file, target.name, options, session.sources));
    if (!verdicts.back().passed()) session.exit_code = kUserError;
    if (session.format == Rendering::kText) print_verdict(session, verdicts.back());
  }
  if (session.format == Rendering::kJson) print_json(session, verdicts);
}

}  // namespace

void add_check(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("check", "Find every mistake in designs, without running them");
  auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "One or more .ssd files, or FILE:NAME for one of several designs in a file")
      ->required()
      ->type_name("");
  session.add_definitions(*command);
  session.add_format(*command);
  command->callback([&session, files] { run_check(session, *files); });
}

}  // namespace ssd::cli
