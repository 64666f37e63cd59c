// ssdc check: every mistake in a file, nothing run.
#include <fmt/format.h>

#include "runtime/results/quantity.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

// Experiments are counted where there are any.
std::string what_it_holds(const sema::Checked& checked) {
  using results::counted_text;
  const std::string designs = counted_text(checked.designs.size(), "design"), workloads = counted_text(checked.workloads.size(), "workload");
  if (checked.experiments.empty()) return fmt::format("{} and {}", designs, workloads);
  return fmt::format("{}, {} and {}", designs, workloads, counted_text(checked.experiments.size(), "experiment"));
}

void run_check(Session& session) {
  const Target wanted = parse_target(session.target);
  sema::Options options = session.sema_options();
  options.design = wanted.name;
  const sema::Checked checked = sema::check(wanted.file, options, session.sources, session.sink);
  const bool named = !wanted.name.empty() && !sema::names_experiment(checked, wanted.name);
  if (named && !session.sink.has_errors()) sema::select_design(checked, wanted.name, session.sink);
  if (session.format == "text" && !session.sink.has_errors()) {
    fmt::print("{}: no mistakes in {}\n", wanted.file, what_it_holds(checked));
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
