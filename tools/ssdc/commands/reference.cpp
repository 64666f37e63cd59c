// ssdc reference: the language's keys, records, functions and units as a page, or as a grammar for editors.
#include "tools/ssdc/reference.h"

#include <fmt/format.h>

#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

struct Page {
  std::string (*make)();
  std::string_view ending;  // of the file it is written to
};
constexpr std::array kFormats{Word{"markdown", Page{reference_markdown, ".md"}}, Word{"textmate", Page{textmate_grammar, ".json"}}};

}  // namespace

void add_reference(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("reference", "Print the reference page of the language, or its grammar for editors");
  auto page = std::make_shared<Page>(kFormats.front().value);
  add_choice(*command, "--format", *page, kFormats, "A page to read, or a TextMate grammar (default: markdown)");
  session.add_output(*command, "Where to write it (default: the standard output)");
  command->callback([&session, page] {
    const std::string text = page->make();
    if (session.output.empty())
      fmt::print("{}", text);
    else if (spares_inputs(session.output, {}, page->ending, session.sink))
      write_file(session.output, text, session.sink);
  });
}

}  // namespace ssd::cli
