// ssdc new: a first file of one's own, to be changed. It never writes over another.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "compiler/parse/lexemes.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/templates.h"

namespace ssd::cli {
namespace {

bool may_be_a_name(const std::string& text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto is_part = [&](char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const std::vector<std::string> reserved = parse::reserved_words();
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_part) && std::ranges::count(reserved, text) == 0;
}

void write_starter(Session& session, const std::string& name, const std::string& kind) {
  if (!may_be_a_name(name)) {
    session.sink.report(diag::Code::E0533, {}, name).help("write letters, digits and `_`, such as `ssdc new FirstDrive`");
    return;
  }
  const std::string path = session.output.empty() ? name + ".ssd" : session.output;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    session.sink.report(diag::Code::E0532, {}, path).help("choose another name, or another file by `-o FILE`");
    return;
  }
  if (write_file(path, with_name(find_template(kind)->text, name), session.sink)) fmt::print("{}\n", path);
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
      ->check(CLI::IsMember(names))
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
  session.add_output(*command, "The file (default: NAME.ssd)");
  command->callback([&session, name, kind] { write_starter(session, *name, *kind); });
}

}  // namespace ssd::cli
