// ssdc reference: prints the language's keys, records, functions and units as a page, or as a grammar for editors.
#include "compiler/explain/reference.h"

#include "runtime/base/output_file.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

struct ReferencePage {
  std::string (*make)();
  std::string_view ending;  // of the file that it is written to
};
constexpr std::array kFormats{Word{"markdown", ReferencePage{explain::reference_markdown, ".md"}},
                              Word{"textmate", ReferencePage{explain::textmate_grammar, ".json"}}};

}  // namespace

void add_reference(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("reference", "Print the reference page of the language, or its grammar for editors");
  auto page = std::make_shared<ReferencePage>(kFormats.front().value);
  add_choice(*command, "--format", *page, kFormats, "A page to read, or a TextMate grammar (default: markdown)");
  session.add_output(*command, "The file to write (default: the standard output)");
  command->callback([&session, page] {
    const std::string text = page->make();
    if (session.output.empty())
      print_bytes(text);
    else if (spares_inputs(session.output, {}, page->ending, session.sink))
      write_file(session.output, text, session.sink);
  });
}

}  // namespace ssd::cli
