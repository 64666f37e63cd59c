// ssdc diff: what two designs differ in, by meaning.
#include <fmt/format.h>

#include "tools/ssdc/diff_report.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

struct DiffOptions {
  std::string before, after;
  bool exit_code = false;
};

// A file that holds both designs is checked once, so that what is odd about it is told once.
void run_diff(Session& session, const DiffOptions& options) {
  const Target before = parse_target(options.before), after = parse_target(options.after);
  const sema::Options how = session.sema_options();
  const sema::Checked first = sema::check(before.file, how, session.sources, session.sink);
  sema::Checked other;
  const bool one_file = before.file == after.file;
  if (!one_file) other = sema::check(after.file, how, session.sources, session.sink);
  if (session.sink.has_errors()) return;
  const design::Design* a = sema::select_design(first, before.name, session.sink);
  const design::Design* b = sema::select_design(one_file ? first : other, after.name, session.sink);
  if (a == nullptr || b == nullptr) return;
  const Compared compared{before.file + ":" + a->name, after.file + ":" + b->name, *a, *b, design::compare(*a, *b)};
  print_result(session.format, session.format == Rendering::kJson ? diff_json(compared) : diff_text(compared));
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
