// ssdc explain: a design or workload with every value and where it came from, an experiment, any name of the language, of its library or of the
// command line, or the page of a diagnostic.
#include <fmt/format.h>

#include <filesystem>

#include "compiler/sema/value.h"
#include "compiler/source/suggest.h"
#include "tools/ssdc/explain_file.h"
#include "tools/ssdc/explain_name.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

bool looks_like_a_code(const std::string& text) {
  constexpr std::size_t kLength = 5;
  constexpr std::string_view kKinds = "EWew", kDigits = "0123456789";
  return text.size() == kLength && kKinds.find(text[0]) != std::string_view::npos && text.find_first_not_of(kDigits, 1) == std::string::npos;
}

// What a report fills in is left open. The sentence is a format string: a brace of its own stands there twice.
std::string with_gaps(std::string_view sentence) {
  std::string text;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const std::string_view rest = sentence.substr(at);
    if (rest.starts_with("{{") || rest.starts_with("}}")) {
      text += rest[0];
      ++at;
    } else if (rest[0] == '{') {
      text += "…";
      at += rest.find('}');
    } else {
      text += rest[0];
    }
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
bool must_be_a_file(const std::string& text) {
  return text.find(".ssd") != std::string::npos || (text.find('/') != std::string::npos && sema::find_unit(text) == nullptr);
}

bool is_a_file(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(parse_target(text).file, ignored);
}

void report_unknown_name(Session& session, const NameIndex& index) {
  constexpr std::size_t kMostShown = 3;
  const std::vector<std::string> near = nearest_names(session.target, index.names(), kMostShown);
  const std::string help = near.empty() ? "`ssdc explain --help` says what has a name; `ssdc explain design` begins with the sections"
                                        : fmt::format("did you mean `{}`?", fmt::join(near, "`, or `"));
  session.sink.report(diag::Code::E0530, {}, session.target).help(help);
}

// A name of the language comes before a file of that name without an ending.
void run_explain(Session& session, const CLI::App& app) {
  if (looks_like_a_code(session.target)) return explain_code(session);
  if (must_be_a_file(session.target)) return explain_file(session);
  const NameIndex index(session, app);
  if (const auto pages = index.explain(session.target)) {
    print_text(*pages);
    return;
  }
  if (is_a_file(session.target)) return explain_file(session);
  report_unknown_name(session, index);
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "explain", "Show a design or workload with every default filled in, an experiment, any name of the language, or a diagnostic's page");
  command->add_option("FILE|NAME|CODE", session.target,
                      "A .ssd file (or FILE:NAME), a name such as gc.trigger, zipf or waf, a list (types, units, operators, records, functions, policies, "
                      "metrics, formats, limits), or the code of a diagnostic")
      ->required()
      ->type_name("");
  session.add_definitions(*command);
  command->callback([&session, &app] { run_explain(session, app); });
}

}  // namespace ssd::cli
