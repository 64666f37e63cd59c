// See session.h.
#include "tools/cli/session.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace ssd::cli {
namespace {

bool colour_wanted() { return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

}  // namespace

std::string Session::shown(const diag::Sink& found, std::size_t since) const {
  const diag::Severity least = quiet ? diag::Severity::kError : diag::Severity::kNote;
  return diag::render_text(found, sources, colour_wanted(), least, since);
}

void Session::print_diagnostics(const diag::Sink& found) const { std::fputs(shown(found, 0).c_str(), stderr); }

void Session::print_new_diagnostics() {
  const std::string text = shown(sink, seen_);
  seen_ = sink.all().size();
  if (text.empty()) return;
  if (has_shown_) std::fputc('\n', stderr);
  has_shown_ = true;
  std::fputs(text.c_str(), stderr);
}

// A program that asked for JSON gets the errors as JSON in place of the result.
void Session::finish() {
  if (format == Rendering::kJson && sink.has_errors() && !printed) {
    std::fputs(diag::render_json(sink, sources).c_str(), stdout);
  } else {
    print_new_diagnostics();
  }
  if (sink.has_errors() && exit_code == kFine) exit_code = kUserError;
}

}  // namespace ssd::cli
