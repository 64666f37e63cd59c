// ssdc check: every mistake in a file, nothing run.
#include <fmt/format.h>

#include "runtime/results/quantity.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

void run_check(Session& session) {
  const Target wanted = parse_target(session.target);
  sema::Options options = session.sema_options();
  options.design = wanted.name;
  const sema::Checked checked = sema::check(wanted.file, options, session.sources, session.sink);
  if (!wanted.name.empty() && !session.sink.has_errors()) sema::select_design(checked, wanted.name, session.sink);
  if (session.format == "text" && !session.sink.has_errors()) {
    fmt::print("{}: no mistakes in {} and {}\n", wanted.file, results::counted_text(checked.designs.size(), "design"), results::counted_text(checked.workloads.size(), "workload"));
  }
  if (session.format == "json") {
    fmt::print("{}", diag::render_json(session.sink, session.sources));
    session.quiet = true;
    if (session.sink.has_errors()) session.exit_code = kUserError;
    session.sink = diag::Sink{};
  }
}

}  // namespace

void add_check(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("check", "Find every mistake in a design, without running it");
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_format(*command);
  command->callback([&session] { run_check(session); });
}

}  // namespace ssd::cli
