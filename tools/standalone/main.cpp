// The program that `ssdc build` makes: `ssdc run` of one design, whose engine is linked in.
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "tools/ssdc/program.h"
#include "tools/ssdc/run_command.h"
#include "tools/ssdc/session.h"
#include "tools/standalone/built_engine.h"
#include "tools/standalone/processor.h"

namespace ssd::standalone {
namespace {

using cli::Session;

Simulator built_simulator(const cli::BuiltIn& built, const cli::SimulatorWanted& wanted) {
  if (design::hash(wanted.design) != built.hash) throw std::logic_error("the engine in this program is not of the design in it");
  const EngineEntry entry = built_engine(wanted.pass);
  if (entry.run == nullptr) throw std::logic_error("this program has no engine for the pass");
  return {.entry = entry, .engine = "built", .loaded = nullptr, .faster = {}};
}

void tell_it_needs_the_compiler(Session& session, const std::string& what) {
  session.sink.report(diag::Code::E0593, {}, what)
      .help(fmt::format("`ssdc run` takes it; or make another program: `ssdc build {} … -o {}`", session.target, session.program));
}

// What `ssdc run` takes and this program cannot: not in the help, but told by name. So is a word that is no option, for there it would be a file.
void refuse_what_needs_the_compiler(CLI::App& app, Session& session) {
  constexpr const char* kHidden = "";
  for (const char* name : {"-D", "--engine"}) {
    app.add_option_function<std::vector<std::string>>(name, [&session, name](const auto&) { tell_it_needs_the_compiler(session, name); }, "")->group(kHidden);
  }
  app.allow_extras();
  app.parse_complete_callback([&app, &session] {
    const std::vector<std::string> rest = app.remaining();
    if (rest.empty()) return;
    if (rest.front().starts_with('-')) throw CLI::ExtrasError(rest);
    tell_it_needs_the_compiler(session, rest.front());
  });
}

int call(int argc, char** argv) {
  const cli::BuiltIn built = built_in();
  Session session;
  session.program = argv[0];
  session.built_in = &built;
  session.target = built.file + ":" + built.design;
  if (!runs_here(built.cpu, built.features)) {
    session.sink.report(diag::Code::E0594, {}, built.cpu).help(fmt::format("build it again, for all processors: `ssdc build {} -o {}`", session.target, session.program));
    session.finish();
    return session.exit_code;
  }
  CLI::App app{fmt::format("Simulates the solid-state drive `{}` of {} (made by ssdc " SSDC_VERSION " for {})", built.design, built.file, built.cpu)};
  app.set_version_flag("--version", fmt::format("`{}` of {}, made by ssdc " SSDC_VERSION " for {}", built.design, built.file, built.cpu));
  refuse_what_needs_the_compiler(app, session);
  cli::add_run_options(app, session, [&built](Session&, const cli::SimulatorWanted& wanted, bool&) { return built_simulator(built, wanted); });
  return cli::take_call(app, session, argc, argv);
}

}  // namespace
}  // namespace ssd::standalone

int main(int argc, char** argv) {
  return ssd::cli::run_program([&] { return ssd::standalone::call(argc, argv); });
}
