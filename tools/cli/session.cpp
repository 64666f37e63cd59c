// What the subcommands share: see session.h.
#include "tools/cli/session.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace ssd::cli {
namespace {

bool colour_wanted() { return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

}  // namespace

void Session::print_diagnostics(const diag::Sink& found, std::size_t since) const {
  const diag::Severity least = quiet ? diag::Severity::kError : diag::Severity::kNote;
  const std::string text = diag::render_text(found, sources, colour_wanted(), least, since);
  if (since != 0 && !text.empty()) std::fputc('\n', stderr);
  std::fputs(text.c_str(), stderr);
}

void Session::print_early_warnings() {
  print_diagnostics(sink, diagnostics_printed);
  diagnostics_printed = sink.all().size();
}

// A program that asked for JSON gets the reasons as JSON where it would have got the result.
void Session::finish() {
  if (format == Rendering::kJson && sink.has_errors() && !printed) {
    std::fputs(diag::render_json(sink, sources).c_str(), stdout);
  } else {
    print_diagnostics(sink, diagnostics_printed);
  }
  if (sink.has_errors() && exit_code == kFine) exit_code = kUserError;
}

}  // namespace ssd::cli
