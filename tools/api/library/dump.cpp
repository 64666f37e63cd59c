// dump(): what each step from a text to native code makes of a file. Also the reference page and the editors' grammar.
#include "compiler/check/load.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/has_compiler.h"
#include "compiler/explain/reference.h"
#include "compiler/syntax/ast/ast.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"

namespace ssd::api {
namespace {

using Text = std::optional<std::string>;

Text ast_of(const std::string& path, const check::Options& how, Environment& environment) {
  const auto files = check::load(path, how, environment.sources, environment.sink);
  return environment.sink.has_errors() ? Text() : Text(ast::dump(files.front().tree, environment.sources));
}

// The listing of the Plan, with the workloads that a run of the file can name.
std::string plan_of(const check::Checked& checked, const design::Design& design) {
  std::vector<workload::Workload> workloads(checked.workloads.begin(), checked.workloads.end());
  return ssd::dump(design::plan_of(design, std::move(workloads)));
}

Text code_of(const design::Design& design, codegen::Stage stage, diag::Sink& sink) {
  codegen::has_compiler("this stage", "`kAst`, `kDesign` and `kPlan` need no compiler", sink);
  if constexpr (codegen::kHasCompiler)
    return codegen::specialise(design::plan_of(design), stage).text;
  else
    return std::nullopt;
}

Text text_of(const check::Checked& checked, const design::Design& design, DumpStage stage, diag::Sink& sink) {
  switch (stage) {
    case DumpStage::kPlan: return plan_of(checked, design);
    case DumpStage::kIr: return code_of(design, codegen::Stage::kIr, sink);
    case DumpStage::kOptimisedIr: return code_of(design, codegen::Stage::kOptimisedIr, sink);
    case DumpStage::kAssembly: return code_of(design, codegen::Stage::kAssembly, sink);
    case DumpStage::kAst:
    case DumpStage::kDesign: break;
  }
  return design::dump(design);
}

}  // namespace

bool has_compiler() { return codegen::kHasCompiler; }

Result<std::string> dump(const std::string& path, DumpStage stage, const std::string& name,
                         const CheckOptions& options) {
  return attempt<std::string>("dump", [&](Environment& environment) -> Text {
    check::Options how = checking(options, environment.sink);
    if (stage == DumpStage::kAst) return ast_of(path, how, environment);
    how.design = name;
    const check::Checked checked = check::check(path, how, environment.sources, environment.sink);
    if (environment.sink.has_errors()) return std::nullopt;
    if (stage == DumpStage::kDesign && check::names_experiment(checked, name)) {
      const design::Experiment* experiment = check::select_experiment(checked, name, environment.sink);
      return experiment == nullptr ? Text() : Text(design::dump(*experiment));
    }
    const design::Design* design = check::select_design(checked, name, environment.sink);
    return design == nullptr ? Text() : text_of(checked, *design, stage, environment.sink);
  });
}

std::string language_reference() { return explain::reference_markdown(); }
std::string language_grammar() { return explain::textmate_grammar(); }

}  // namespace ssd::api
