// ssdc check: every mistake in files, nothing run. Each file is checked by itself, so that what is wrong with one says nothing about others.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "compiler/sema/select.h"
#include "runtime/results/quantity.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

using Json = nlohmann::json;

// Experiments are counted where there are any.
std::string what_it_holds(const sema::Checked& checked) {
  using results::counted_text;
  const std::string designs = counted_text(checked.designs.size(), "design"), workloads = counted_text(checked.workloads.size(), "workload");
  if (checked.experiments.empty()) return fmt::format("{} and {}", designs, workloads);
  return fmt::format("{}, {} and {}", designs, workloads, counted_text(checked.experiments.size(), "experiment"));
}

struct Verdict {
  Target target;
  sema::Checked checked;
  diag::Sink sink;
};

Verdict check_file(Session& session, sema::Options options, const std::string& text) {
  Verdict verdict{.target = parse_target(text), .checked = {}, .sink = {}};
  options.design = verdict.target.name;
  verdict.checked = sema::check(verdict.target.file, options, session.sources, verdict.sink);
  const bool named = !verdict.target.name.empty() && !verdict.sink.has_errors() && !sema::names_experiment(verdict.checked, verdict.target.name);
  if (named) sema::select_design_beside_experiments(verdict.checked, verdict.target.name, verdict.sink);
  if (verdict.sink.has_errors()) session.exit_code = kUserError;
  return verdict;
}

void print_verdict(const Session& session, const Verdict& verdict) {
  session.print_diagnostics(verdict.sink);
  if (verdict.sink.has_errors()) return;
  print_text(fmt::format("{}: no mistakes in {}\n", verdict.target.file, what_it_holds(verdict.checked)));
}

// One object for all files: the diagnostics of each, one after another, and which files passed.
void print_json(Session& session, const std::vector<Verdict>& verdicts) {
  Json all = Json::parse(diag::render_json(session.sink, session.sources));
  if (session.sink.has_errors()) session.exit_code = kUserError;
  session.sink = diag::Sink{};
  for (const Verdict& verdict : verdicts) {
    const Json one = Json::parse(diag::render_json(verdict.sink, session.sources));
    for (const Json& diagnostic : one["diagnostics"]) all["diagnostics"].push_back(diagnostic);
    all["files"].push_back({{"file", verdict.target.file}, {"passed", !verdict.sink.has_errors()}});
  }
  fmt::print("{}\n", all.dump(2, ' ', false, Json::error_handler_t::replace));
}

void run_check(Session& session, const std::vector<std::string>& files) {
  const sema::Options options = session.sema_options();
  std::vector<Verdict> verdicts;
  for (const std::string& file : files) {
    if (session.sink.has_errors()) break;  // an option is wrong, so nothing said about the files would hold
    verdicts.push_back(check_file(session, options, file));
    if (session.format == Rendering::kText) print_verdict(session, verdicts.back());
  }
  if (session.format == Rendering::kJson) print_json(session, verdicts);
}

}  // namespace

void add_check(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("check", "Find every mistake in designs, without running them");
  auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "One or more .ssd files, or FILE:NAME for one of several designs in a file")->required()->type_name("");
  session.add_definitions(*command);
  session.add_format(*command);
  command->callback([&session, files] { run_check(session, *files); });
}

}  // namespace ssd::cli
