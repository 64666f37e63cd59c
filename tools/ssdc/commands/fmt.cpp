// ssdc fmt: files in their canonical form, in place, or only told.
#include <fmt/format.h>

#include "compiler/format/format.h"
#include "compiler/sema/load.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

struct FormatOptions {
  std::vector<std::string> files;
  bool check = false;
};

void put(Session& session, const std::string& path, const std::string& text, bool changed) {
  if (session.output == "-") {
    fmt::print("{}", text);
  } else if (!session.output.empty()) {
    write_file(session.output, text, session.sink);
  } else if (changed && write_file(path, text, session.sink)) {
    fmt::print("{}\n", path);
  }
}

// A file with a mistake in it stays as it is.
void format_file(Session& session, const std::string& path, const FormatOptions& options) {
  const std::size_t errors = session.sink.error_count();
  const auto tree = sema::load_alone(path, session.sema_options(), session.sources, session.sink);
  if (!tree || session.sink.error_count() != errors) return;
  const std::string text = format::format(*tree, session.sources);
  const bool changed = text != session.sources.file(tree->file).text();
  if (!options.check) return put(session, path, text, changed);
  if (changed) session.sink.report(diag::Code::E0531, {}, path).help(fmt::format("run `ssdc fmt {}`", path));
}

void run_format(Session& session, const FormatOptions& options) {
  if (options.check && !session.output.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--check`", "`-o`").help("give one of the two");
  } else if (!session.output.empty() && options.files.size() > 1) {
    session.sink.report(diag::Code::E0534, {}, options.files.size()).help("name one file, or leave `-o` out");
  } else {
    for (const std::string& path : options.files) format_file(session, path, options);
  }
}

}  // namespace

void add_fmt(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("fmt", "Write files in the canonical form: spaces, indent and columns, comments kept");
  auto options = std::make_shared<FormatOptions>();
  command->add_option("FILE", options->files, "The .ssd files; those that change are listed")->required()->type_name("");
  command->add_flag("--check", options->check, "Change nothing; exit with 1 if a file is not in the canonical form");
  session.add_output(*command, "Where to write instead of in place; - is the standard output");
  command->callback([&session, options] { run_format(session, *options); });
}

}  // namespace ssd::cli
