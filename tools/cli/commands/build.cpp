// ssdc build: makes a program or a library of one design.
#include <fmt/format.h>

#include <filesystem>

#include "runtime/base/quantity.h"
#include "runtime/base/standard_error.h"
#include "tools/api/own_file.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/session.h"
#include "tools/standalone/build/build_program.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

std::string default_output(const Session& session, bool shared) {
  fs::path path = fs::path(parse_target(session.target).file).filename();
  return path.replace_extension(shared ? ".so" : "").string();
}

void say_what_was_made(const Session& session, const design::Design& design, const standalone::Built& built) {
  std::error_code none;
  const auto bytes = fs::file_size(session.output, none);
  if (session.quiet || none) return;
  standard_error::print("ssdc: {}: `{}` for {}, {}\n", session.output, design.name, built.cpu,
                        size_text(static_cast<double>(bytes)));
}

void run_build(Session& session, standalone::BuildOptions options) {
  const auto opened = open_design(session);
  if (!opened) return;
  if (session.output.empty()) session.output = default_output(session, options.shared);
  options.output = session.output;
  options.own_file = own_file().string();
  const auto built =
      standalone::build_program(session, opened->checked, *opened->design, check_options(session), options);
  if (built) say_what_was_made(session, *opened->design, *built);
}

}  // namespace

void add_build(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "build", "Build a program that simulates a design as `ssdc run` does, and needs neither ssdc nor LLVM");
  auto options = std::make_shared<standalone::BuildOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_output(*command, "The program (default: the file's name without `.ssd`) or library");
  command->add_flag(
      "--shared", options->shared,
      "Build a shared library, and beside it a C header with the same name: a drive for programs that submit "
      "requests while they run");
  add_choice(*command, "--target-cpu", options->cpu, standalone::kProcessors,
             "Use the instructions of this processor (default: of every processor of this architecture)");
  command->add_flag("--quiet", session.quiet, "Print no warnings, and nothing on success");
  command->callback([&session, options] { run_build(session, *options); });
}

}  // namespace ssd::cli
