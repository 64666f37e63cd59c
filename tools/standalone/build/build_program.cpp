// See build_program.h.
#include "tools/standalone/build/build_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/machine.h"
#include "runtime/abi/functional_obstacle.h"
#include "runtime/abi/plan.h"
#include "runtime/base/input_file.h"
#include "runtime/base/output_file.h"
#include "tools/standalone/build/link_program.h"
#include "tools/standalone/built_in.h"

namespace ssd::standalone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeaderMark = "/* Made by `ssdc build`";

// The C library sets this variable to state that there is only one thread, so that shared pointers need no atomic
// counts. Debian's static libraries access it in a way that a shared library cannot use. A shared library therefore
// gets a variable of its own, which states that there may be several threads.
constexpr const char* kSingleThreaded = "__libc_single_threaded";

jit::Machine machine_of(const BuildOptions& options) {
  return options.cpu == nullptr ? jit::this_machine() : jit::Machine{.cpu = options.cpu, .features = {}};
}

// The workload of a run that names none. What is told of it, a run tells again, except that it cannot be read.
std::optional<workload::Workload> default_workload(Environment& environment, const check::Options& checking) {
  diag::Sink told_by_the_run;
  auto standard = check::default_workload(checking, environment.sources, told_by_the_run);
  if (standard) return standard;
  if (!told_by_the_run.has_errors()) throw std::logic_error("the standard library has no default workload");
  for (const diag::Diagnostic& told : told_by_the_run.all()) environment.sink.repeat(told);
  return std::nullopt;
}

// The Plan with all workloads of the file and its imports, and with the default workload. Nothing after a diagnostic.
std::optional<BuiltIn> built_in_of(Environment& environment, const check::Checked& checked,
                                   const design::Design& design, const check::Options& checking,
                                   const jit::Machine& machine) {
  std::vector<workload::Workload> workloads(checked.workloads.begin(), checked.workloads.end());
  const auto standard = default_workload(environment, checking);
  if (!standard) return std::nullopt;
  workloads.push_back(*standard);
  const auto own =
      static_cast<std::uint64_t>(std::ranges::count(checked.declared_workloads, false, &check::Declared::imported));
  return BuiltIn{.file = checked.path,
                 .cpu = machine.cpu,
                 .features = machine.features,
                 .plan = design::plan_of(design, std::move(workloads)),
                 .own = own};
}

// The objects of a program: the engine; if the design allows it the engine of `--only ftl`; the whole-drive loop of a
// plain design, for flows and flushes, which any trace that is given to the program may have, and any caller of a
// library may submit; and the data of built_in.h. A library has no `--only ftl`.
std::vector<std::string> objects_of(const BuiltIn& built, const SourceMap& sources, const jit::Machine& machine,
                                    bool shared) {
  const Plan& plan = built.plan;
  std::vector<std::string> objects{
      codegen::object_for(plan, Pass::kAll, machine, {.run = "ssd_built_run", .preload = "ssd_built_preload"})};
  const bool has_functional = !shared && functional_obstacle(plan.config, Loop::kOpen, false).what.empty();
  if (has_functional)
    objects.push_back(codegen::object_for(plan, Pass::kFunctional, machine,
                                          {.run = "ssd_built_ftl_run", .preload = "ssd_built_ftl_preload"}));
  if (plan.config.whole == 0)
    objects.push_back(codegen::object_for(plan, Pass::kWhole, machine,
                                          {.run = "ssd_built_whole_run", .preload = "ssd_built_whole_preload"}));
  objects.push_back(codegen::object_of_bytes("ssd_built_in", encoded(built, sources)));
  if (shared) objects.push_back(codegen::object_of_bytes(kSingleThreaded, std::string(1, '\0')));
  return objects;
}

// The header of a library: constants of the design, and `functions`. A design's name is an identifier, so it needs no
// escape.
std::string header_of(const design::Design& design, const std::string& functions) {
  const auto& g = design.geometry;
  return fmt::format(
      "{}: the drive `{}`. */\n#define SSD_SIM_DESIGN \"{}\"\n#define SSD_SIM_LOGICAL_BYTES UINT64_C({})\n#define "
      "SSD_SIM_PAGE_BYTES {}\n#define SSD_SIM_SECTOR_BYTES {}\n\n{}",
      kHeaderMark, design.name, design.name, design.logical_bytes(), g.page_bytes, g.sector_bytes, functions);
}

// Whether the header can be written. A file that is not a header made by ssdc is not overwritten.
bool can_take_header(diag::Sink& sink, const std::string& header) {
  std::error_code none;
  if (!can_be_written(header, sink)) return false;
  if (!fs::exists(header, none)) return true;
  const FileRead line = read_file(header, ReadUpTo::kLineEnd);
  if (line.error != 0) return report_unwritable(header, line.error, kOutput, sink), false;
  if (line.bytes.starts_with(kHeaderMark)) return true;
  sink.report(diag::Code::E0595, {}, header)
      .help("give the library another name with `-o FILE`, or move the header away");
  return false;
}

// Checks all that can be checked before long work. `header`: the header of a library. False after a diagnostic.
bool can_be_built(Environment& environment, const BuildOptions& options, const std::string& header,
                  const std::string& parts) {
  diag::Sink& sink = environment.sink;
  if (!is_file_for(options.shared ? "a library" : "a program", options.output, kOutput, sink)) return false;
  if (options.shared && header == options.output) {
    sink.report(diag::Code::E0502, {}, fmt::format("`-o {}`", options.output),
                "the library's C header, which has that name")
        .help("end the library's name with `.so`");
    return false;
  }
  return can_be_written(options.output, sink) && (!options.shared || can_take_header(sink, header)) &&
         spares_inputs(options.output, paths_of(environment.sources), options.shared ? ".so" : "", sink) &&
         can_link(parts, sink);
}

}  // namespace

std::optional<Built> build_program(Environment& environment, const check::Checked& checked,
                                   const design::Design& design, const check::Options& checking,
                                   const BuildOptions& options) {
  const std::string parts = parts_beside(options.own_file);
  const std::string header = fs::path(options.output).replace_extension(".h").string();
  if (!can_be_built(environment, options, header, parts)) return std::nullopt;
  const jit::Machine machine = machine_of(options);
  const auto built = built_in_of(environment, checked, design, checking, machine);
  if (!built) return std::nullopt;
  const LinkJob job{.output = options.output,
                    .parts = parts,
                    .objects = objects_of(*built, environment.sources, machine, options.shared),
                    .shared = options.shared};
  const auto functions = library_header(parts, environment.sink);
  if (!functions || !link_program(job, environment.sink)) return std::nullopt;
  if (options.shared && !write_file(header, header_of(design, *functions), environment.sink)) return std::nullopt;
  return Built{.cpu = built->cpu};
}

}  // namespace ssd::standalone
