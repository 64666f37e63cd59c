// Implements ssdc.h. Each subcommand is one file in commands/; session.h has what they share.
#include "tools/cli/ssdc.h"

#include "compiler/codegen/has_compiler.h"
#include "tools/cli/program.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

int take_words(int argc, char** argv) {
  CLI::App app{"ssdc: describe a solid-state drive, check it, draw it, and simulate it fast", "ssdc"};
  app.set_version_flag("--version",
                       codegen::kHasCompiler ? "ssdc " SSDC_VERSION : "ssdc " SSDC_VERSION ", generic engine only");
  app.require_subcommand(1);
  Session session;
  add_commands(app, session);
  return take_call(app, session, argc, argv);
}

}  // namespace

int ssdc(int argc, char** argv) {
  return run_program([&] { return take_words(argc, argv); });
}

}  // namespace ssd::cli
