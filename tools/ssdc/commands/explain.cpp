// ssdc explain: a design with every value and where it came from, an experiment, a name of the language or its library, or the page of a diagnostic.
#include <fmt/format.h>

#include <filesystem>

#include "tools/ssdc/explain_design.h"
#include "compiler/sema/names.h"
#include "compiler/source/suggest.h"
#include "tools/ssdc/explain_experiment.h"
#include "tools/ssdc/explain_metrics.h"
#include "tools/ssdc/explain_name.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

bool looks_like_a_code(const std::string& text) {
  constexpr std::size_t kLength = 5;
  constexpr std::string_view kKinds = "EWew", kDigits = "0123456789";
  return text.size() == kLength && kKinds.find(text[0]) != std::string_view::npos && text.find_first_not_of(kDigits, 1) == std::string::npos;
}

// What a report fills in is left open.
std::string with_gaps(std::string_view sentence) {
  std::string text;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t open = std::min(sentence.find('{', at), sentence.size());
    text += sentence.substr(at, open - at);
    if (open == sentence.size()) break;
    text += "…";
    at = sentence.find('}', open) + 1;
  }
  return text;
}

void explain_code(Session& session) {
  const diag::Row* row = diag::find_row(session.target);
  if (row == nullptr) {
    session.sink.report(diag::Code::E0507, {}, session.target).help("the code stands in brackets: `error[E0105]: …`");
    return;
  }
  fmt::print("{} {}: {}\n{}", diag::name(row->severity), row->name, with_gaps(row->sentence), row->page.starts_with('\n') ? "" : "\n");
  fmt::print("{}{}", row->page, row->page.ends_with('\n') ? "" : "\n");
}

// `MB/s` does not.
bool looks_like_a_file(const std::string& text) {
  if (sema::find_unit(text) != nullptr) return false;
  const std::string file = parse_target(text).file;
  std::error_code ignored;
  return file.ends_with(".ssd") || file.find('/') != std::string::npos || std::filesystem::exists(file, ignored);
}

void explain_any_name(Session& session) {
  if (const auto pages = explain_name(session.target, session)) {
    fmt::print("{}", *pages);
    return;
  }
  const auto near = nearest(session.target, explainable_names(session));
  session.sink.report(diag::Code::E0530, {}, session.target)
      .help(near ? fmt::format("did you mean `{}`?", *near)
                 : "name a section or a key (`gc.trigger`), a record (`block`), a unit, what the standard library declares, or a .ssd file");
}

// `FILE:NAME` of something that is no design and no experiment: a function, a part, a workload, a constant. False if it is none.
bool explain_in_file(Session& session) {
  const Target wanted = parse_target(session.target);
  if (wanted.name.empty()) return false;
  diag::Sink silent;
  for (const sema::LoadedFile& file : sema::load(wanted.file, session.sema_options(), session.sources, silent)) {
    const auto found = std::ranges::find_if(file.tree.decls, [&](const ast::Decl& decl) {
      const ast::Name* name = sema::declared_name(decl);
      return name != nullptr && name->text == wanted.name;
    });
    if (found == file.tree.decls.end()) continue;
    const sema::Kind kind = sema::kind_of(*found);
    if (kind == sema::Kind::kDesign || kind == sema::Kind::kExperiment) return false;
    fmt::print("{}", *explain_declaration(file.tree, wanted.name, session.sources));
    return true;
  }
  return false;
}

void run_explain(Session& session) {
  if (looks_like_a_code(session.target)) return explain_code(session);
  if (const auto page = explain_metrics(session.target)) {
    fmt::print("{}", *page);
    return;
  }
  if (!looks_like_a_file(session.target)) return explain_any_name(session);
  if (explain_in_file(session)) return;
  if (const auto opened = session.open()) {
    fmt::print("{}", opened->design != nullptr ? explain_design(*opened->design, session.sources) : explain_experiment(*opened->experiment));
  }
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("explain",
                                         "Show a design with every default filled in, an experiment, a name of the language or its library, or a diagnostic's page");
  command->add_option("FILE|NAME|CODE", session.target, "A .ssd file (or FILE:NAME), a name such as gc.trigger, or the code of a diagnostic")
      ->required()
      ->type_name("");
  session.add_definitions(*command);
  command->callback([&session] { run_explain(session); });
}

}  // namespace ssd::cli
