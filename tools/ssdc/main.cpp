// ssdc: the command line. Each subcommand is one file in commands/; what they share is in session.h.
// Exit codes: 0 fine, 1 the user's mistake, 2 our fault, 3 an expectation failed, 130 interrupted.
#include <fmt/format.h>

#include <exception>
#include <new>

#include "tools/ssdc/session.h"

namespace {

// A bug of ours must not look like a mistake of theirs.
int report_bug(const char* what) {
  fmt::print(stderr,
             "ssdc: internal error: {}\n"
             "This is a fault of ssdc, not of your file. Please report it with the command line, the .ssd file and this message.\n",
             what);
  return ssd::cli::kOurBug;
}

int run(int argc, char** argv) {
  CLI::App app{"ssdc: solid-state drives, written down and simulated fast"};
  app.set_version_flag("--version", "ssdc " SSDC_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  ssd::cli::Session session;
  ssd::cli::add_commands(app, session);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ssd::cli::kFine : ssd::cli::kUserError;
  }
  session.finish();
  return session.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return report_bug(error.what());
  }
}
