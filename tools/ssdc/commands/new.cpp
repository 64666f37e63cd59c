// ssdc new: a first file of one's own, to be changed. It never writes over another.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "compiler/parse/lexemes.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/templates.h"

namespace ssd::cli {
namespace {

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_reserved(const std::string& text) {
  const std::vector<std::string> reserved = parse::reserved_words();
  return std::ranges::count(reserved, text) != 0;
}

bool may_be_a_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && std::ranges::all_of(text, is_part) && !is_reserved(text);
}

// The nearest name that may be one: `my-drive.ssd` becomes `my_drive`.
std::string mended(std::string text) {
  if (text.ends_with(".ssd")) text.resize(text.size() - 4);
  std::string name;
  for (const char c : text) {
    if (is_part(c)) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "Drive_" + name;
  if (is_reserved(name)) name += "_drive";
  return name.find_first_not_of('_') == std::string::npos ? "FirstDrive" : name;
}

void report_bad_name(Session& session, const std::string& name) {
  const std::string_view why = is_reserved(name) ? "it is a reserved word" : "a name is made of letters, digits and `_`, and begins with no digit";
  session.sink.report(diag::Code::E0533, {}, name).help(fmt::format("{}: write `ssdc new {}`", why, mended(name)));
}

void write_starter(Session& session, const std::string& name, const std::string& kind) {
  if (!may_be_a_name(name)) return report_bad_name(session, name);
  const std::string path = session.output.empty() ? name + ".ssd" : session.output;
  std::error_code ignored;
  const bool file = path != kStandardOutput;
  if (file && std::filesystem::exists(path, ignored)) {
    session.sink.report(diag::Code::E0532, {}, path)
        .help(session.output.empty() ? "choose another name, or another file by `-o FILE`" : "name another file by `-o`, or leave it out");
    return;
  }
  const std::string text = filled_in(find_template(kind)->text, name, file ? path : name + ".ssd");
  if (write_file(path, text, session.sink) && file) fmt::print("{}\n", path);
}

}  // namespace

void add_new(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("new", "Write a first design to start from");
  auto name = std::make_shared<std::string>();
  auto kind = std::make_shared<std::string>("minimal");
  std::vector<std::string> names;
  for (const Template& one : templates()) names.emplace_back(one.name);
  command->add_option("NAME", *name, "What the design is called")->required()->type_name("");
  command->add_option("--template", *kind, "What it is like (default: minimal)")
      ->check(one_of(names))
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
  session.add_output(*command, "The file (default: NAME.ssd); - is the standard output");
  command->callback([&session, name, kind] { write_starter(session, *name, *kind); });
}

}  // namespace ssd::cli
