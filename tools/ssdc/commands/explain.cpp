// ssdc explain: a design with every value and where it came from, an experiment's points and claims, the metrics, or the page of a diagnostic.
#include <fmt/format.h>

#include <filesystem>
#include <regex>

#include "tools/ssdc/explain_design.h"
#include "tools/ssdc/explain_experiment.h"
#include "tools/ssdc/explain_metrics.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

bool looks_like_a_code(const std::string& text) {
  static const std::regex kCode("[EWew][0-9]{4}");
  return std::regex_match(text, kCode);
}

void explain_code(Session& session) {
  const diag::Row* row = diag::find_row(session.target);
  if (row == nullptr) {
    session.sink.report(diag::Code::E0507, {}, session.target).help("the code stands in brackets: `error[E0105]: …`");
    return;
  }
  const char* severity = row->severity == diag::Severity::kError ? "error" : row->severity == diag::Severity::kWarning ? "warning" : "note";
  const std::string sentence = std::regex_replace(std::string(row->sentence), std::regex("\\{[^}]*\\}"), "…");
  fmt::print("{} {}: {}\n{}", severity, row->name, sentence, row->page.starts_with('\n') ? "" : "\n");
  fmt::print("{}{}", row->page, row->page.ends_with('\n') ? "" : "\n");
}

void run_explain(Session& session) {
  if (looks_like_a_code(session.target)) return explain_code(session);
  std::error_code ignored;
  if (const auto page = explain_metrics(session.target); page && !std::filesystem::exists(session.target, ignored)) {
    fmt::print("{}", *page);
  } else if (const auto opened = session.open()) {
    fmt::print("{}", opened->design != nullptr ? explain_design(*opened->design, session.sources) : explain_experiment(*opened->experiment));
  }
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("explain", "Show a design with every default filled in, an experiment, the metrics (explain metrics), "
                                                  "or a diagnostic's page (explain E0105)");
  command->add_option("FILE|CODE|METRIC", session.target, "A .ssd file (or FILE:NAME), the code of a diagnostic, `metrics`, or the name of one")->required()->type_name("");
  session.add_definitions(*command);
  command->callback([&session] { run_explain(session); });
}

}  // namespace ssd::cli
