// ssdc dump: what each step from a text to native code makes of a file.
#include <fmt/format.h>

#include "compiler/check/load.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/has_compiler.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/output_file.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

void dump_ast(Session& session) {
  const std::string path = parse_target(session.target).file;
  const std::vector<check::LoadedFile> files = check::load(path, check_options(session), session.sources, session.sink);
  if (!session.sink.has_errors()) print_text(ast::dump(files.front().tree, session.sources));
}

constexpr std::string_view kOtherStages = "the stages `ast`, `design` and `plan` need no compiler";

template <codegen::Stage kStage>
void dump_code(Session& session) {
  if (!codegen::has_compiler("this stage", kOtherStages, session.sink)) return;
  if constexpr (codegen::kHasCompiler) {
    if (const auto opened = open_design(session))
      print_bytes(codegen::specialise(design::plan_of(*opened->design), kStage).text);
  }
}

void dump_design(Session& session) {
  const auto opened = open(session);
  if (!opened) return;
  print_text(opened->design != nullptr ? design::dump(*opened->design) : design::dump(*opened->experiment));
}

// The Plan, with the workloads that a run of the file can name.
void dump_plan(Session& session) {
  const auto opened = open_design(session);
  if (!opened) return;
  std::vector<workload::Workload> workloads(opened->checked.workloads.begin(), opened->checked.workloads.end());
  print_text(dump(design::plan_of(*opened->design, std::move(workloads))));
}

using Dump = void (*)(Session& session);
constexpr std::array kStages{Word<Dump>{"ast", dump_ast},
                             Word<Dump>{"design", dump_design},
                             Word<Dump>{"plan", dump_plan},
                             Word<Dump>{"ir", dump_code<codegen::Stage::kIr>},
                             Word<Dump>{"ir-opt", dump_code<codegen::Stage::kOptimisedIr>},
                             Word<Dump>{"asm", dump_code<codegen::Stage::kAssembly>}};

}  // namespace

void add_dump(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("dump", "Print a stage of the compilation");
  session.add_target(*command);
  session.add_definitions(*command);
  auto dump = std::make_shared<Dump>(dump_design);
  add_choice(*command, "--stage", *dump, kStages, "The stage (default: design)");
  command->callback([&session, dump] { (*dump)(session); });
}

}  // namespace ssd::cli
