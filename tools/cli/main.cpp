// The program ssdc. Each subcommand is one file in commands/; session.h has what they share.
#include "compiler/codegen/has_compiler.h"
#include "tools/cli/program.h"
#include "tools/cli/session.h"

namespace {

int call(int argc, char** argv) {
  CLI::App app{"ssdc: describe a solid-state drive, check it, draw it, and simulate it fast", "ssdc"};
  app.set_version_flag(
      "--version", ssd::codegen::kHasCompiler ? "ssdc " SSDC_VERSION : "ssdc " SSDC_VERSION ", generic engine only");
  app.require_subcommand(1);
  ssd::cli::Session session;
  ssd::cli::add_commands(app, session);
  return ssd::cli::take_call(app, session, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  return ssd::cli::run_program([&] { return call(argc, argv); });
}
