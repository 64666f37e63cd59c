// ssdc build: a design as a program of its own.
#include <fmt/format.h>

#include <filesystem>

#include "compiler/codegen/codegen.h"
#include "compiler/design/passes.h"
#include "runtime/results/quantity.h"
#include "tools/ssdc/built_in.h"
#include "tools/ssdc/link_program.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

// Whose instructions the engine may have. The first is the default: what all processors of this kind have.
#if defined(__x86_64__)
constexpr std::array kProcessors{Word{"x86-64", "x86-64"}, Word{"x86-64-v2", "x86-64-v2"}, Word{"x86-64-v3", "x86-64-v3"}, Word{"x86-64-v4", "x86-64-v4"},
                                 Word{"native", static_cast<const char*>(nullptr)}};
#else
constexpr std::array kProcessors{Word{"generic", "generic"}, Word{"native", static_cast<const char*>(nullptr)}};
#endif

struct BuildOptions {
  const char* cpu = kProcessors.front().value;  // as LLVM names it; null: that of this machine
};

codegen::Machine machine_of(const BuildOptions& options) { return options.cpu == nullptr ? codegen::this_machine() : codegen::Machine{.cpu = options.cpu, .features = {}}; }

// The texts of the file and its imports, and those that a run without a workload reads.
BuiltIn built_in_of(Session& session, const Session::Opened& opened, const codegen::Machine& machine) {
  const sema::Options options = session.sema_options();
  diag::Sink told_by_the_run;
  sema::default_workload(options, session.sources, told_by_the_run);
  BuiltIn built{.file = opened.checked.path, .design = opened.design->name, .stdlib_directory = options.stdlib_directory, .cpu = machine.cpu,
                .features = machine.features, .hash = design::hash(*opened.design), .overrides = options.overrides, .texts = {}};
  for (FileId id = 1; id <= session.sources.count(); ++id) {
    const SourceFile& file = session.sources.file(id);
    built.texts.push_back({file.path(), std::string(file.text())});
  }
  return built;
}

// The engine, once more for `--only ftl` where the design can be run so, and what the program knows of its file.
std::vector<std::string> objects_of(const design::Design& design, const BuiltIn& built, const codegen::Machine& machine) {
  std::vector<std::string> objects{codegen::object_for(design, design::Pass::kAll, machine, {.run = "ssd_built_run", .preload = "ssd_built_preload"})};
  const bool has_functional = design::functional_obstacle(design, false, false).what.empty();
  if (has_functional) objects.push_back(codegen::object_for(design, design::Pass::kFunctional, machine, {.run = "ssd_built_ftl_run", .preload = "ssd_built_ftl_preload"}));
  objects.push_back(codegen::object_of_bytes("ssd_built_in", encoded(built)));
  return objects;
}

void run_build(Session& session, const BuildOptions& options) {
  if (session.output.empty()) session.output = fs::path(parse_target(session.target).file).stem().string();
  if (!can_be_written(session.output, session.sink)) return;
  const auto opened = session.open_design();
  if (!opened || !spares_inputs(session.output, paths_of(session.sources), "", session.sink) || !can_link(session.sink)) return;
  const codegen::Machine machine = machine_of(options);
  const BuiltIn built = built_in_of(session, *opened, machine);
  if (!link_program({.output = session.output, .objects = objects_of(*opened->design, built, machine), .exported = {}}, session.sink)) return;
  std::error_code none;
  const auto bytes = fs::file_size(session.output, none);
  if (!session.quiet) fmt::print(stderr, "ssdc: {}: `{}` for {}, {}\n", session.output, built.design, machine.cpu, results::size_text(none ? 0.0 : static_cast<double>(bytes)));
}

}  // namespace

void add_build(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("build", "Make a program of a design, which runs as `ssdc run` does where there is neither ssdc nor LLVM");
  auto options = std::make_shared<BuildOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_output(*command, "The program (default: the file's name without `.ssd`)");
  add_choice(*command, "--target-cpu", options->cpu, kProcessors, "Use the instructions of such processors (default: of all of this kind)");
  command->add_flag("--quiet", session.quiet, "No warnings, and nothing said where all went well");
  command->callback([&session, options] { run_build(session, *options); });
}

}  // namespace ssd::cli
