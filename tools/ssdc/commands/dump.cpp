// ssdc dump: what a file looks like at each step of the way to native code.
#include <fmt/format.h>

#include "compiler/ast/ast.h"
#include "compiler/codegen/codegen.h"
#include "compiler/sema/load.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

void dump_ast(Session& session) {
  const std::string path = parse_target(session.target).file;
  const std::vector<sema::LoadedFile> files = sema::load(path, session.sema_options(), session.sources, session.sink);
  if (!session.sink.has_errors()) print_text(ast::dump(files.front().tree, session.sources));
}

template <codegen::Stage kStage>
void dump_code(Session& session) {
  if (const auto opened = session.open_design()) fmt::print("{}", codegen::specialise(*opened->design, kStage).text);
}

void dump_design(Session& session) {
  const auto opened = session.open();
  if (!opened) return;
  print_text(opened->design != nullptr ? design::dump(*opened->design) : design::dump(*opened->experiment));
}

using Dump = void (*)(Session& session);
constexpr std::array kStages{Word<Dump>{"ast", dump_ast}, Word<Dump>{"design", dump_design}, Word<Dump>{"ir", dump_code<codegen::Stage::kIr>},
                             Word<Dump>{"ir-opt", dump_code<codegen::Stage::kOptimisedIr>}, Word<Dump>{"asm", dump_code<codegen::Stage::kAssembly>}};

}  // namespace

void add_dump(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("dump", "Print a stage of the compilation");
  session.add_target(*command);
  session.add_definitions(*command);
  auto dump = std::make_shared<Dump>(dump_design);
  add_choice(*command, "--stage", *dump, kStages, "Which stage (default: design)");
  command->callback([&session, dump] { (*dump)(session); });
}

}  // namespace ssd::cli
