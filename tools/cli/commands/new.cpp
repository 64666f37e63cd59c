// ssdc new: writes a first design for the user to change. It never overwrites a file.
#include <fmt/format.h>

#include <filesystem>

#include "compiler/syntax/parse/new_name.h"
#include "runtime/base/output_file.h"
#include "tools/api/templates.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

// The name that was probably meant: `my_drive` for `my-drive.ssd`.
std::string mended(std::string text) {
  if (text.ends_with(".ssd")) text.resize(text.size() - 4);
  return parse::mended_name(text, "Drive", "FirstDrive");
}

void write_starter(Session& session, const std::string& name, const std::string& kind) {
  if (!parse::may_be_a_name(name))
    return parse::report_bad_name(session.sink, "design", name, "ssdc new " + mended(name));
  const std::string path = session.output.empty() ? name + ".ssd" : session.output;
  std::error_code ignored;
  const bool file = path != kStandardOutput;
  if (file && std::filesystem::exists(path, ignored)) {
    session.sink.report(diag::Code::E0532, {}, path)
        .help(session.output.empty() ? "choose another name, or another file with `-o FILE`"
                                     : "name another file with `-o`, or leave it out");
    return;
  }
  const std::string text = starters::filled_in(starters::find_template(kind)->text, name, file ? path : name + ".ssd");
  if (write_file(path, text, session.sink) && file) print_text(path + "\n");
}

}  // namespace

void add_new(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("new", "Write a first design to start from");
  auto name = std::make_shared<std::string>();
  auto kind = std::make_shared<std::string>("minimal");
  std::vector<std::string> names;
  for (const starters::Template& one : starters::templates()) names.emplace_back(one.name);
  command->add_option("NAME", *name, "The name of the design")->required()->type_name("");
  command->add_option("--template", *kind, "The kind of design (default: minimal)")
      ->check(one_of(names))
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
  session.add_output(*command, "The file to write (default: NAME.ssd); - is the standard output");
  command->callback([&session, name, kind] { write_starter(session, *name, *kind); });
}

}  // namespace ssd::cli
