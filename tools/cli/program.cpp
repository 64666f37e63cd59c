// See program.h.
#include "tools/cli/program.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "runtime/base/output_file.h"
#include "runtime/run/memory.h"
#include "tools/cli/session.h"
#include "tools/cli/wrong_call.h"

namespace ssd::cli {
namespace {

// Reports an internal error in words that cannot be mistaken for a user's error.
int report_bug(const char* what) {
  fmt::print(stderr,
             "ssdc: internal error: {}\n"
             "This is a bug in ssdc, not in your file. Please report it with the command line, the .ssd file and "
             "this message.\n",
             what);
  return kOurBug;
}

void tell_missing_memory(const CLI::App& app, Session& session) {
  std::string doing;
  for (const CLI::App* command = &app; !command->get_subcommands().empty(); doing += command->get_name() + " ")
    command = command->get_subcommands().front();
  session.sink.report(diag::Code::E0506, {}, doing + session.target)
      .help("use fewer requests (`requests: N` reads only the first of a trace), or a smaller drive");
}

// The standard output could not be written: the disk is full or the pipe closed. That is not an error in the user's
// file or in ssdc, but the results are lost.
int tell_lost_output(int error) {
  Session session;
  report_lost_output(error, session.sink);
  session.print_diagnostics(session.sink);
  return kUserError;
}

}  // namespace

int take_call(CLI::App& app, Session& session, int argc, char** argv) {
  app.failure_message(CLI::FailureMessage::simple);
  run::confine_memory(run::available_memory());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (!tell_wrong_call(app, error, session)) return app.exit(error) == 0 ? kFine : kUserError;
  } catch (const std::bad_alloc&) {
    tell_missing_memory(app, session);
  }
  session.finish();
  return session.exit_code;
}

int run_program(const std::function<int()>& call) {
  // A file that reaches the shell's size limit is then reported like a full disk, instead of ending the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int code = call();
    if (std::fflush(stdout) != 0) return tell_lost_output(errno);
    return code;
  } catch (const std::system_error& error) {
    return std::ferror(stdout) != 0 ? tell_lost_output(error.code().value()) : report_bug(error.what());
  } catch (const std::exception& error) {
    return report_bug(error.what());
  }
}

}  // namespace ssd::cli
