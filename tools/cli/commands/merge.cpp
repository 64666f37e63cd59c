// ssdc merge: joins the runs of an experiment that several processes have made, and prints its results.
#include "tools/cli/experiment_run.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

struct MergeOptions {
  ExperimentCall call;
  SharedRunOptions shared;
};

void merge(Session& session, const MergeOptions& options) {
  end_on_interrupt("the experiment was checked");
  const auto opened = open(session);
  if (!opened) return;
  if (opened->experiment == nullptr) {
    session.sink.report(diag::Code::E0613, {}, opened->design->name)
        .help("name an experiment of the file: FILE:EXPERIMENT");
    return;
  }
  run_experiment(session, *opened, options.call, options.shared);
}

}  // namespace

void add_merge(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("merge", "Join the parts of an experiment that several processes have run");
  auto options = std::make_shared<MergeOptions>();
  command->add_option("FILE", session.target, "FILE:EXPERIMENT, as in the calls of `ssdc run --shard`")
      ->required()
      ->type_name("");
  command->add_option("DIR", options->call.parts, "The folders of the parts")->required()->type_name("");
  session.add_definitions(*command);
  session.add_output(*command, "The folder for the results (default: EXPERIMENT.results)");
  command->add_flag("--sort-trace", options->shared.sort_trace, "As in the calls of `ssdc run --shard`");
  command->add_flag("--skip-bad-lines", options->shared.skip_bad_lines, "As in the calls of `ssdc run --shard`");
  add_no_cache(*command, options->shared.no_cache);
  command->add_flag("--quiet", session.quiet, "Print no progress bar and no warnings");
  command->callback([&session, options] { merge(session, *options); });
}

}  // namespace ssd::cli
