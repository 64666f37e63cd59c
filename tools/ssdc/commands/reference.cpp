// ssdc reference: the language's keys, records, functions and units as a page, or as a grammar for editors.
#include "tools/ssdc/reference.h"

#include <fmt/format.h>

#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

void add_reference(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("reference", "Print the reference page of the language, or its grammar for editors");
  auto format = std::make_shared<std::string>("markdown");
  command->add_option("--format", *format, "A page to read, or a TextMate grammar (default: markdown)")
      ->check(CLI::IsMember({"markdown", "textmate"}))
      ->type_name("markdown|textmate");
  session.add_output(*command, "Where to write it (default: the standard output)");
  command->callback([&session, format] {
    const std::string text = *format == "textmate" ? textmate_grammar() : reference_markdown();
    if (session.output.empty())
      fmt::print("{}", text);
    else if (spares_inputs(session.output, {}, *format == "textmate" ? ".json" : ".md", session.sink))
      write_file(session.output, text, session.sink);
  });
}

}  // namespace ssd::cli
