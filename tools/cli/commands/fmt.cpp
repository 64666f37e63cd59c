// ssdc fmt: writes files in their canonical form, in place, or only reports which files are not in it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/explain/canonical.h"
#include "runtime/base/output_file.h"
#include "runtime/base/shell_word.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

struct FormatOptions {
  std::vector<std::string> files;
  bool check = false;
};

// False after a diagnostic, if the output would overwrite a file that the formatted file imports. It may overwrite any
// other file.
bool spares_imports(Session& session, const std::vector<std::string>& imports) {
  std::error_code ignored;
  const auto is_output = [&](const std::string& import) {
    return std::filesystem::equivalent(import, session.output, ignored);
  };
  return std::ranges::none_of(imports, is_output) || spares_inputs(session.output, imports, ".tidy.ssd", session.sink);
}

void put(Session& session, const std::string& path, const explain::Canonical& canonical) {
  if (session.output == kStandardOutput) {
    print_bytes(canonical.text);
  } else if (!session.output.empty()) {
    if (spares_imports(session, canonical.imports)) write_file(session.output, canonical.text, session.sink);
  } else if (canonical.changed && write_file(path, canonical.text, session.sink)) {
    print_text(path + "\n");
  }
}

// A file with a mistake is not changed.
void format_file(Session& session, const std::string& path, const FormatOptions& options) {
  const auto canonical = explain::canonical(path, check_options(session), session.sources, session.sink);
  if (!canonical) return;
  if (!options.check) return put(session, path, *canonical);
  if (canonical->changed)
    session.sink.report(diag::Code::E0531, {}, path).help(fmt::format("run `ssdc fmt {}`", shell_word(path)));
}

void run_format(Session& session, const FormatOptions& options) {
  if (options.check && !session.output.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--check`", "`-o`").help("use only one of the two");
  } else if (!session.output.empty() && options.files.size() > 1) {
    session.sink.report(diag::Code::E0534, {}, options.files.size()).help("name one file, or leave `-o` out");
  } else {
    for (const std::string& path : options.files) format_file(session, path, options);
  }
}

}  // namespace

void add_fmt(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "fmt", "Rewrite files in the canonical form (spaces, indentation, columns); comments are kept");
  auto options = std::make_shared<FormatOptions>();
  command->add_option("FILE", options->files, "The .ssd files; files that change are listed")
      ->required()
      ->type_name("");
  command->add_flag("--check", options->check, "Change nothing; exit with 1 if a file is not in the canonical form");
  session.add_output(*command, "The file to write, instead of in place; - is the standard output");
  command->callback([&session, options] { run_format(session, *options); });
}

}  // namespace ssd::cli
