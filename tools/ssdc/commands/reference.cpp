// ssdc reference: the language's keys, records, functions and units as a page, or as a grammar for editors.
#include "tools/ssdc/reference.h"

#include <fmt/format.h>

#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

using Make = std::string (*)();
constexpr std::array kFormats{Word<Make>{"markdown", reference_markdown}, Word<Make>{"textmate", textmate_grammar}};

}  // namespace

void add_reference(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("reference", "Print the reference page of the language, or its grammar for editors");
  auto make = std::make_shared<Make>(reference_markdown);
  add_choice(*command, "--format", *make, kFormats, "A page to read, or a TextMate grammar (default: markdown)");
  session.add_output(*command, "Where to write it (default: the standard output)");
  command->callback([&session, make] {
    const std::string text = (*make)();
    if (session.output.empty())
      fmt::print("{}", text);
    else
      write_file(session.output, text, session.sink);
  });
}

}  // namespace ssd::cli
