// ssdc explain: a design or workload with every value and its origin, an experiment, any name of the language, of its
// library or of the command line, or the page of a diagnostic.
#include <filesystem>

#include "compiler/codegen/has_compiler.h"
#include "compiler/explain/diagnostic.h"
#include "compiler/explain/file.h"
#include "runtime/base/output_file.h"
#include "tools/cli/engine_page.h"
#include "tools/cli/known_names.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

using Page = std::optional<std::string>;

Page page_of_file(Session& session) {
  const Target wanted = parse_target(session.target);
  return explain::file_page(wanted.file, wanted.name, check_options(session), session.sources, session.sink);
}

bool is_a_file(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(parse_target(text).file, ignored);
}

// A name of the language takes precedence over a file with the same name and no ending.
Page page_of_target(Session& session, const CLI::App& app) {
  if (explain::looks_like_a_code(session.target)) return explain::diagnostic_page(session.target, session.sink);
  if (explain::must_be_a_file(session.target)) return page_of_file(session);
  const explain::NameIndex index = name_index(app, session);
  Page page = index.explain(session.target);
  if (page) return page;
  if (is_a_file(session.target)) return page_of_file(session);
  index.report_unknown(session.target, session.sink);
  return std::nullopt;
}

constexpr std::string_view kNoObject = "without the compiler every run takes the generic engine";

Page page_of_engine(Session& session) {
  if (!codegen::has_compiler("`--engine`", kNoObject, session.sink)) return std::nullopt;
  if constexpr (codegen::kHasCompiler) {
    const auto opened = open_design(session);
    if (!opened) return std::nullopt;
    const KnownObjects known(cache::safe_folder_of_user(session.sink));
    return engine_page(opened->design->name, engine_objects(design::plan_of(*opened->design), known));
  } else {
    return std::nullopt;
  }
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("explain",
                                         "Explain a design or workload (with all defaults), an experiment, any "
                                         "name of the language, or a diagnostic");
  command
      ->add_option("FILE|NAME|CODE", session.target,
                   "A .ssd file (or FILE:NAME), a name such as gc.trigger, zipf or waf, a list (types, units, "
                   "operators, records, functions, policies, "
                   "metrics, formats, limits), or the code of a diagnostic")
      ->required()
      ->type_name("");
  session.add_definitions(*command);
  auto of_engine = std::make_shared<bool>(false);
  command->add_flag("--engine", *of_engine,
                    "For a design: the compiled engines that its runs use, where they are, and their keys");
  command->callback([&session, &app, of_engine] {
    if (const Page page = *of_engine ? page_of_engine(session) : page_of_target(session, app)) print_text(*page);
  });
}

}  // namespace ssd::cli
