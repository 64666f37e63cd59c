// ssdc probe: what a design looks like from outside.
#include "tools/cli/options.h"
#include "tools/probe/run/run_probe.h"

namespace ssd::cli {

void add_probe(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "probe",
      "Find a design's chunk, channels, units and mapping by response times alone, as Chen et al. do with drives");
  auto options = std::make_shared<ProbeOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_format(*command);
  session.add_output(*command, "Put the three figures, as SVG, into this folder");
  add_memory(*command, options->memory);
  add_no_cache(*command, options->no_cache);
  command->add_option("--seed", options->seed, "Seed of the run, and of the places that are probed")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N");
  command->add_flag("--quiet", session.quiet, "No progress bar, no warnings");
  command->callback([&session, options] { run_probe(session, *options); });
}

}  // namespace ssd::cli
