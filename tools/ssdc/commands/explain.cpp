// ssdc explain: a design with every value and where it came from, or the page of a diagnostic.
#include <fmt/format.h>

#include <regex>

#include "tools/ssdc/explain_design.h"
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
  if (const auto opened = session.open_design()) fmt::print("{}", explain_design(*opened->design, session.sources));
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("explain", "Show a design with every default filled in, or a diagnostic's page (explain E0105)");
  command->add_option("FILE|CODE", session.target, "A .ssd file (or FILE:NAME), or the code of a diagnostic")->required()->type_name("");
  session.add_definitions(*command);
  command->callback([&session] { run_explain(session); });
}

}  // namespace ssd::cli
