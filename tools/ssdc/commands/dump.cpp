// ssdc dump: what a file looks like at each step of the way to native code.
#include <fmt/format.h>

#include "compiler/ast/ast.h"
#include "compiler/codegen/codegen.h"
#include "compiler/sema/load.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

void dump_ast(Session& session) {
  const std::string path = parse_target(session.target).file;
  const std::vector<sema::LoadedFile> files = sema::load(path, session.sema_options(), session.sources, session.sink);
  if (!session.sink.has_errors()) fmt::print("{}", ast::dump(files.front().tree, session.sources));
}

void dump_code(Session& session, codegen::Stage stage) {
  if (const auto opened = session.open_design()) fmt::print("{}", codegen::specialise(*opened->design, stage).text);
}

void run_dump(Session& session, const std::string& stage) {
  if (stage == "ast") return dump_ast(session);
  if (stage == "ir") return dump_code(session, codegen::Stage::kIr);
  if (stage == "ir-opt") return dump_code(session, codegen::Stage::kOptimisedIr);
  if (stage == "asm") return dump_code(session, codegen::Stage::kAssembly);
  const auto opened = session.open();
  if (!opened) return;
  fmt::print("{}", opened->design != nullptr ? design::dump(*opened->design) : design::dump(*opened->experiment));
}

}  // namespace

void add_dump(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("dump", "Print a stage of the compilation");
  session.add_target(*command);
  session.add_definitions(*command);
  auto stage = std::make_shared<std::string>("design");
  command->add_option("--stage", *stage, "Which stage (default: design)")
      ->check(CLI::IsMember({"ast", "design", "ir", "ir-opt", "asm"}))
      ->type_name("ast|design|ir|ir-opt|asm");
  command->callback([&session, stage] { run_dump(session, *stage); });
}

}  // namespace ssd::cli
