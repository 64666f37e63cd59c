// See program.h.
#include "tools/cli/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <sstream>

#include "runtime/base/memory_shortage.h"
#include "runtime/base/output_file.h"
#include "runtime/base/replaced_file.h"
#include "runtime/base/standard_error.h"
#include "runtime/run/memory.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"
#include "tools/cli/wrong_call.h"

namespace ssd::cli {
namespace {

// E0506 where not even a diagnostic can be made.
constexpr std::string_view kNoMemory =
    "error[E0506]: `ssdc` ran out of memory\n"
    " = help: a smaller drive, fewer requests, `--engine generic` and fewer `--jobs` need less\n";

// Reports an internal error in words that cannot be mistaken for a user's error.
int report_bug(const char* what) {
  standard_error::print(
      "ssdc: internal error: {}\n"
      "This is a bug in ssdc, not in your file. Please report it with the command line, the .ssd file and this "
      "message.\n",
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

// The standard output could not be written: it is closed or its disk is full. That is not an error in the user's file
// or in ssdc, but the results are lost.
int tell_lost_output(int error) {
  Session session;
  report_lost_output(error, session.sink);
  session.print_diagnostics(session.sink);
  return kUserError;
}

// What CLI11 says for `--help`, `--version` and a wrong call that has no diagnostic of ours.
int show_end_of_parsing(const CLI::App& app, const CLI::ParseError& end) {
  std::ostringstream result, complaint;
  const int code = app.exit(end, result, complaint);
  print_bytes(result.str());
  standard_error::write(complaint.str());
  return code == 0 ? kFine : kUserError;
}

// Opens a descriptor that the caller has closed on /dev/null. Otherwise the next file that is opened would get it, and
// with it what is printed.
void occupy(int descriptor, int access) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  const int opened = ::open("/dev/null", access);
  if (opened < 0 || opened == descriptor) return;
  ::dup2(opened, descriptor);
  ::close(opened);
}

// A closed standard output is opened for reading, so that printing to it fails: then the results are lost.
void occupy_standard_streams() {
  occupy(STDIN_FILENO, O_RDONLY);
  occupy(STDOUT_FILENO, O_RDONLY);
  occupy(STDERR_FILENO, O_WRONLY);
}

}  // namespace

int take_call(CLI::App& app, Session& session, int argc, char** argv) {
  app.failure_message(CLI::FailureMessage::simple);
  run::confine_memory(run::available_memory());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (!tell_wrong_call(app, error, session)) return show_end_of_parsing(app, error);
  } catch (const std::bad_alloc&) {
    tell_missing_memory(app, session);
  }
  session.finish();
  return session.exit_code;
}

int run_program(const std::function<int()>& call) {
  occupy_standard_streams();
  // A file that reaches the shell's size limit is then reported like a full disk, instead of ending the program.
  std::signal(SIGXFSZ, SIG_IGN);
  memory_shortage::end_program_with(kNoMemory, kUserError, &remove_unfinished_files);
  try {
    const int code = call();
    const int lost = finish_printing();
    return lost != 0 ? tell_lost_output(lost) : code;
  } catch (const std::bad_alloc&) {
    standard_error::write(kNoMemory);
    return kUserError;
  } catch (const std::exception& error) {
    return report_bug(error.what());
  }
}

}  // namespace ssd::cli
