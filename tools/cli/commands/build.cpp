// ssdc build: a design as a program of its own.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "compiler/codegen/codegen.h"
#include "runtime/abi/functional_obstacle.h"
#include "runtime/abi/plan.h"
#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "tools/cli/link_program.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/session.h"
#include "tools/standalone/built_in.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

// Whose instructions the engine may have. The first is the default: what all processors of this kind have.
#if defined(__x86_64__)
constexpr std::array kProcessors{Word{"x86-64", "x86-64"}, Word{"x86-64-v2", "x86-64-v2"},
                                 Word{"x86-64-v3", "x86-64-v3"}, Word{"x86-64-v4", "x86-64-v4"},
                                 Word{"native", static_cast<const char*>(nullptr)}};
#else
constexpr std::array kProcessors{Word{"generic", "generic"}, Word{"native", static_cast<const char*>(nullptr)}};
#endif

constexpr std::string_view kHeaderMark = "/* Made by `ssdc build`";

// By this variable the C library says that there is one thread only, so that shared pointers need no atomic counts.
// Debian's static libraries reach for it in a way that a shared library cannot, so it gets one of its own, which says
// that there may be several.
constexpr const char* kSingleThreaded = "__libc_single_threaded";

struct BuildOptions {
  bool shared = false;
  const char* cpu = kProcessors.front().value;  // as LLVM names it; null: that of this machine
};

codegen::Machine machine_of(const BuildOptions& options) {
  return options.cpu == nullptr ? codegen::this_machine() : codegen::Machine{.cpu = options.cpu, .features = {}};
}

// The Plan with all workloads of the file and its imports, and with that of a run that names none.
std::optional<standalone::BuiltIn> built_in_of(Session& session, const Opened& opened,
                                               const codegen::Machine& machine) {
  std::vector<workload::Workload> workloads(opened.checked.workloads.begin(), opened.checked.workloads.end());
  diag::Sink told_by_the_run;
  const auto standard = check::default_workload(check_options(session), session.sources, told_by_the_run);
  if (!standard) return std::nullopt;
  workloads.push_back(*standard);
  const auto own = static_cast<std::uint64_t>(
      std::ranges::count(opened.checked.declared_workloads, false, &check::Declared::imported));
  return standalone::BuiltIn{.file = opened.checked.path,
                             .cpu = machine.cpu,
                             .features = machine.features,
                             .plan = design::plan_of(*opened.design, std::move(workloads)),
                             .own = own};
}

// The engine, once more for a program's `--only ftl` where the design can be run so, and what the program knows of its
// file.
std::vector<std::string> objects_of(const standalone::BuiltIn& built, const SourceMap& sources,
                                    const codegen::Machine& machine, bool shared) {
  const Plan& plan = built.plan;
  std::vector<std::string> objects{
      codegen::object_for(plan, Pass::kAll, machine, {.run = "ssd_built_run", .preload = "ssd_built_preload"})};
  const bool has_functional = !shared && functional_obstacle(plan.config, false, false).what.empty();
  if (has_functional)
    objects.push_back(codegen::object_for(plan, Pass::kFunctional, machine,
                                          {.run = "ssd_built_ftl_run", .preload = "ssd_built_ftl_preload"}));
  objects.push_back(codegen::object_of_bytes("ssd_built_in", encoded(built, sources)));
  if (shared) objects.push_back(codegen::object_of_bytes(kSingleThreaded, std::string(1, '\0')));
  return objects;
}

// What of the design a program must know, and the functions. A design's name is an identifier.
std::string header_of(const design::Design& design) {
  const auto& g = design.geometry;
  return fmt::format(
      "{}: the drive `{}`. */\n#define SSD_SIM_DESIGN \"{}\"\n#define SSD_SIM_LOGICAL_BYTES UINT64_C({})\n#define "
      "SSD_SIM_PAGE_BYTES {}\n#define SSD_SIM_SECTOR_BYTES {}\n\n{}",
      kHeaderMark, design.name, design.name, design.logical_bytes(), g.page_bytes, g.sector_bytes, library_header());
}

// A header of somebody else's stays.
bool can_take_header(Session& session, const std::string& header) {
  std::error_code none;
  if (!can_be_written(header, session.sink)) return false;
  if (!fs::exists(header, none)) return true;
  std::ifstream file(header);
  std::string line;
  if (std::getline(file, line) && line.starts_with(kHeaderMark)) return true;
  session.sink.report(diag::Code::E0595, {}, header)
      .help("name the library otherwise with `-o FILE`, or move the header away");
  return false;
}

std::string default_output(const Session& session, bool shared) {
  fs::path path = fs::path(parse_target(session.target).file).filename();
  return path.replace_extension(shared ? ".so" : "").string();
}

void say_what_was_made(const Session& session, const standalone::BuiltIn& built) {
  std::error_code none;
  const auto bytes = fs::file_size(session.output, none);
  if (session.quiet || none) return;
  fmt::print(stderr, "ssdc: {}: `{}` for {}, {}\n", session.output, built.plan.name, built.cpu,
             size_text(static_cast<double>(bytes)));
}

void run_build(Session& session, const BuildOptions& options) {
  if (session.output.empty()) session.output = default_output(session, options.shared);
  if (!is_file_for(options.shared ? "a library" : "a program", session.output, kOutput, session.sink)) return;
  const std::string header = fs::path(session.output).replace_extension(".h").string();
  if (options.shared && header == session.output) {
    session.sink
        .report(diag::Code::E0502, {}, fmt::format("`-o {}`", session.output),
                "the library's C header, which has that name")
        .help("end the library's name in `.so`");
    return;
  }
  if (!can_be_written(session.output, session.sink) || (options.shared && !can_take_header(session, header))) return;
  const auto opened = open_design(session);
  if (!opened || !spares_inputs(session.output, paths_of(session.sources), options.shared ? ".so" : "", session.sink) ||
      !can_link(session.sink))
    return;
  const codegen::Machine machine = machine_of(options);
  const auto built = built_in_of(session, *opened, machine);
  if (!built) throw std::logic_error("the standard library has no workload for a run that names none");
  if (options.shared && !write_file(header, header_of(*opened->design), session.sink)) return;
  const LinkJob job{.output = session.output,
                    .objects = objects_of(*built, session.sources, machine, options.shared),
                    .shared = options.shared};
  if (link_program(job, session.sink)) say_what_was_made(session, *built);
}

}  // namespace

void add_build(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "build", "Make a program of a design that does what `ssdc run` does, where there is neither ssdc nor LLVM");
  auto options = std::make_shared<BuildOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_output(*command, "The program (default: the file's name without `.ssd`) or library");
  command->add_flag("--shared", options->shared,
                    "Make a shared library, and beside it a C header of the same name: a drive for programs that give "
                    "it requests while they run");
  add_choice(*command, "--target-cpu", options->cpu, kProcessors,
             "Use the instructions of such processors (default: of all of this kind)");
  command->add_flag("--quiet", session.quiet, "No warnings, and nothing said where all went well");
  command->callback([&session, options] { run_build(session, *options); });
}

}  // namespace ssd::cli
