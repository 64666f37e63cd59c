// ssdc fmt: files in their canonical form, in place, or only told.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/format/format.h"
#include "compiler/sema/load.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

struct FormatOptions {
  std::vector<std::string> files;
  bool check = false;
};

// A formatted file may take another's place, but not that of one that it imports.
bool spares_imports(Session& session, const std::string& path, const ast::File& tree) {
  std::vector<std::string> imports;
  for (const ast::Decl& decl : tree.decls) {
    const auto* import = std::get_if<ast::Import>(&decl.node);
    if (import != nullptr) imports.push_back((std::filesystem::path(path).parent_path() / import->path).string());
  }
  std::error_code ignored;
  const auto is_output = [&](const std::string& import) { return std::filesystem::equivalent(import, session.output, ignored); };
  return std::ranges::none_of(imports, is_output) || spares_inputs(session.output, imports, ".tidy.ssd", session.sink);
}

void put(Session& session, const std::string& path, const ast::File& tree, const std::string& text, bool changed) {
  if (session.output == "-") {
    fmt::print("{}", text);
  } else if (!session.output.empty()) {
    if (spares_imports(session, path, tree)) write_file(session.output, text, session.sink);
  } else if (changed && write_file(path, text, session.sink)) {
    print_text(path + "\n");
  }
}

// A file with a mistake in it stays as it is.
void format_file(Session& session, const std::string& path, const FormatOptions& options) {
  const std::size_t errors = session.sink.error_count();
  const auto tree = sema::load_alone(path, session.sema_options(), session.sources, session.sink);
  if (!tree || session.sink.error_count() != errors) return;
  const std::string text = format::format(*tree, session.sources);
  const bool changed = text != session.sources.file(tree->file).text();
  if (!options.check) return put(session, path, *tree, text, changed);
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
