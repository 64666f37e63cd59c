// See session.h.
#include "tools/cli/session.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/base/standard_error.h"
#include "tools/cli/printed.h"

namespace ssd::cli {
namespace {

bool colour_wanted() { return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

}  // namespace

std::string Session::shown(const diag::Sink& found, std::size_t since) const {
  const diag::Severity least = quiet ? diag::Severity::kError : diag::Severity::kNote;
  return diag::render_text(found, sources, colour_wanted(), least, since);
}

void Session::print_diagnostics(const diag::Sink& found) const { standard_error::write(shown(found, 0)); }

void Session::print_new_diagnostics() {
  const std::string text = shown(sink, seen_);
  seen_ = sink.all().size();
  if (text.empty()) return;
  if (has_shown_) standard_error::write("\n");
  has_shown_ = true;
  standard_error::write(text);
}

// A program that asked for JSON gets the errors as JSON in place of the result.
void Session::finish() {
  if (format == Rendering::kJson && sink.has_errors() && !printed) {
    print_bytes(diag::render_json(sink, sources));
  } else {
    print_new_diagnostics();
  }
  if (sink.has_errors() && exit_code == kFine) exit_code = kUserError;
}

}  // namespace ssd::cli
