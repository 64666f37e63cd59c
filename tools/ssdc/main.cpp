// ssdc: the command line. Each subcommand is one file in commands/; what they share is in session.h.
// Exit codes: 0 fine, 1 the user's mistake, 2 our fault, 3 an expectation failed, 130 interrupted.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "runtime/simulation/memory.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"
#include "tools/ssdc/wrong_call.h"

namespace {

// A bug of ours must not look like a mistake of theirs.
int report_bug(const char* what) {
  fmt::print(stderr,
             "ssdc: internal error: {}\n"
             "This is a fault of ssdc, not of your file. Please report it with the command line, the .ssd file and this message.\n",
             what);
  return ssd::cli::kOurBug;
}

void tell_missing_memory(const CLI::App& app, ssd::cli::Session& session) {
  std::string doing;
  for (const CLI::App* command = &app; !command->get_subcommands().empty(); doing += command->get_name() + " ") command = command->get_subcommands().front();
  session.sink.report(ssd::diag::Code::E0506, {}, doing + session.target).help("use fewer requests (of a trace, `requests: N` stops the reading), or a smaller drive");
}

int run(int argc, char** argv) {
  CLI::App app{"ssdc: solid-state drives, written down and simulated fast"};
  app.set_version_flag("--version", "ssdc " SSDC_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  ssd::cli::Session session;
  ssd::cli::add_commands(app, session);
  ssd::simulation::confine_memory(ssd::simulation::available_memory());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (!ssd::cli::tell_wrong_call(app, error, session)) return app.exit(error) == 0 ? ssd::cli::kFine : ssd::cli::kUserError;
  } catch (const std::bad_alloc&) {
    tell_missing_memory(app, session);
  }
  session.finish();
  return session.exit_code;
}

// Standard output is a full disk or a closed pipe: neither their file's fault nor ours, but the results are not where they should be.
int report_lost_output(const char* reason) {
  fmt::print(stderr, "ssdc: cannot write to the standard output: {}\n", reason);
  return ssd::cli::kUserError;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) != 0) return report_lost_output(std::strerror(errno));
    return code;
  } catch (const std::system_error& error) {
    return std::ferror(stdout) != 0 ? report_lost_output(error.what()) : report_bug(error.what());
  } catch (const std::exception& error) {
    return report_bug(error.what());
  }
}
