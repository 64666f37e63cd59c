// The program that `ssdc build` makes: `ssdc run` for one design, whose Plan and engine are linked in.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runtime/base/output_file.h"
#include "runtime/base/shell_word.h"
#include "runtime/base/suggest.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/program.h"
#include "tools/cli/run_command.h"
#include "tools/standalone/built_engine.h"
#include "tools/standalone/built_in.h"
#include "tools/standalone/processor.h"

namespace ssd::standalone {
namespace {

using cli::Session;

run::Simulator built_simulator(const Plan&, std::uint64_t, Pass pass) {
  const EngineEntry entry = built_engine(pass);
  if (entry.run == nullptr) throw std::logic_error("this program has no engine for this pass");
  return {.entry = entry, .engine = "built", .loaded = nullptr, .faster = {}};
}

void tell_it_needs_the_compiler(Session& session, const std::string& what) {
  session.sink.report(diag::Code::E0593, {}, what)
      .help(fmt::format("use `ssdc run`, or build another program: `ssdc build {} … -o {}`", shell_word(session.target),
                        shell_word(session.program)));
}

// Options of `ssdc run` that this program cannot offer: the help does not show them, but they get an error of their
// own. The same holds for an argument that is not an option, which `ssdc run` would take as a file.
void refuse_what_needs_the_compiler(CLI::App& app, Session& session) {
  constexpr const char* kHidden = "";
  for (const char* name : {"-D", "--engine"}) {
    app.add_option_function<std::vector<std::string>>(
           name, [&session, name](const auto&) { tell_it_needs_the_compiler(session, name); }, "")
        ->group(kHidden);
  }
  app.allow_extras();
  app.parse_complete_callback([&app, &session] {
    const std::vector<std::string> rest = app.remaining();
    if (rest.empty()) return;
    if (rest.front().starts_with('-')) throw CLI::ExtrasError(rest);
    tell_it_needs_the_compiler(session, rest.front());
  });
}

std::vector<std::string> names_of(std::span<const workload::Workload> workloads) {
  std::vector<std::string> names;
  for (const workload::Workload& workload : workloads) names.push_back(workload.name);
  return names;
}

const workload::Workload* named(const BuiltIn& built, const std::string& name, diag::Sink& sink) {
  const auto& all = built.plan.workloads;
  const auto found = std::ranges::find(all, name, &workload::Workload::name);
  if (found != all.end()) return &*found;
  const std::vector<std::string> names = names_of(all);
  const auto near = nearest(name, names);
  sink.report(diag::Code::E0309, Span{}, built.file, "workload", name)
      .help(near ? fmt::format("did you mean `{}`?", *near) : fmt::format("it has {}", listed(names)));
  return nullptr;
}

// The workload that the options name; otherwise the file's only one, or that of the standard library if the file has
// none. Null after a diagnostic.
const workload::Workload* chosen(const BuiltIn& built, const std::string& name, std::vector<std::string>& notes,
                                 diag::Sink& sink) {
  if (!name.empty()) return named(built, name, sink);
  if (built.own == 1) return &built.plan.workloads.front();
  if (built.own == 0) {
    notes.emplace_back("no workload was named and the file has none: this is `Default` of std/workloads.ssd");
    return &built.plan.workloads.back();
  }
  const std::vector<std::string> own = names_of(std::span(built.plan.workloads).first(built.own));
  sink.report(diag::Code::E0308, Span{}, built.file, own.size(), "workload")
      .help(fmt::format("name one of them: {}", listed(own)));
  return nullptr;
}

std::vector<std::string> inputs_of(const BuiltIn& built) {
  std::vector<std::string> inputs{built.plan.start.snapshot_file};
  for (const workload::Workload& workload : built.plan.workloads) {
    if (const auto* trace = std::get_if<workload::TraceSource>(&workload.source))
      inputs.push_back(trace->resolved_path.empty() ? trace->path : trace->resolved_path);
  }
  return inputs;
}

void run_built(Session& session, const BuiltIn& built, const CLI::App& command, const cli::RunOptions& options) {
  if (!can_tell_more(session, command, options)) return;
  if (!session.output.empty() && !can_be_written(session.output, session.sink)) return;
  if (!options.trace.empty() && !options.workload.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--trace`", "`--workload`").help("use only one of the two");
    return;
  }
  if (!spares_all_it_reads(session, inputs_of(built), options)) return;
  cli::MeasuredPlan measured{.plan = built.plan, .notes = {}};
  if (!options.trace.empty()) {
    measured.plan.workloads = {workload_of_trace(options)};
  } else {
    const workload::Workload* workload = chosen(built, options.workload, measured.notes, session.sink);
    if (workload == nullptr) return;
    measured.plan.workloads = {*workload};
  }
  run_plan(session, measured, options, built_simulator);
}

int call(int argc, char** argv) {
  Session session;
  session.program = argv[0];
  session.is_built = true;
  const BuiltIn built = decoded(built_in_bytes(), session.sources);
  session.target = built.file + ":" + built.plan.name;
  if (!runs_here(built.cpu, built.features)) {
    session.sink.report(diag::Code::E0594, {}, built.cpu)
        .help(fmt::format("build it again for all processors: `ssdc build {} -o {}`", shell_word(session.target),
                          shell_word(session.program)));
    session.finish();
    return session.exit_code;
  }
  CLI::App app{fmt::format("Simulates the solid-state drive `{}` of {} (made by ssdc " SSDC_VERSION " for {})",
                           built.plan.name, built.file, built.cpu)};
  app.set_version_flag("--version", fmt::format("`{}` of {}, made by ssdc " SSDC_VERSION " for {}", built.plan.name,
                                                built.file, built.cpu));
  refuse_what_needs_the_compiler(app, session);
  add_run_options(app, session, cli::RunShows::kReport, [&](const CLI::App& command, const cli::RunOptions& options) {
    run_built(session, built, command, options);
  });
  return cli::take_call(app, session, argc, argv);
}

}  // namespace
}  // namespace ssd::standalone

int main(int argc, char** argv) {
  return ssd::cli::run_program([&] { return ssd::standalone::call(argc, argv); });
}
