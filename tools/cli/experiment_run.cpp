// See experiment_run.h. The results are written to files before they are printed, so a reader of "FAILS" finds the
// numbers in place.
#include "tools/cli/experiment_run.h"

#include <fmt/format.h>

#include "runtime/base/counts.h"
#include "runtime/base/output_file.h"
#include "runtime/base/paged_bytes.h"
#include "runtime/base/shell_word.h"
#include "runtime/base/standard_error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/points_progress.h"
#include "tools/cli/printed.h"
#include "tools/study/run/run_experiment.h"
#include "tools/study/summary.h"

namespace ssd::cli {
namespace {

void print_dry_run(Session& session, const std::string& text) {
  print_text(text);
  session.printed = true;
}

void tell_stopped(Session& session, const study::ExperimentResults& found) {
  if (!session.quiet) {
    standard_error::print("ssdc: interrupted: {} of {} done and kept; the same call continues from there\n",
                          found.table.count(study::RunState::kDone), counted_text(found.chosen(), "run"));
  }
  session.exit_code = interrupted_code();
}

void print_shard(Session& session, const study::ExperimentResults& found, const study::Shard& shard,
                 const std::string& folder) {
  const std::uint64_t failed = found.table.count(study::RunState::kFailed);
  print_text(
      fmt::format("shard {} of {} of {}: {}, {} done, {} failed\nthey are kept in {}; `ssdc merge {} DIR…` joins "
                  "the folders of all shards\n",
                  shard.number, shard.count, found.table.experiment->name, counted_text(found.chosen(), "run"),
                  found.table.count(study::RunState::kDone), failed, folder, shell_word(session.target)));
  session.printed = true;
  if (found.stopped) tell_stopped(session, found);
}

void print_results(Session& session, const study::ExperimentResults& found, const std::string& folder) {
  print_text(study::summary_text(found.table, found.outcomes) + "\n");
  if (found.written) print_text(fmt::format("results are in {}\n", folder));
  session.printed = true;
  if (found.contradicts_a_claim() && !session.sink.has_errors()) session.exit_code = kExpectationFailed;
  if (found.stopped) tell_stopped(session, found);
}

// The folder of results that is used if the call names none.
std::string usual_folder(const std::string& experiment, const study::Shard& shard) {
  return shard.is_part() ? fmt::format("{}.{}of{}", experiment, shard.number, shard.count) : experiment + ".results";
}

// The call, whose output is a folder.
void run_into_folder(Session& session, const Opened& opened, const ExperimentCall& call,
                     const SharedRunOptions& shared) {
  const check::Options checking = check_options(session);
  const study::Subject subject{.checked = opened.checked, .experiment = *opened.experiment, .options = checking};
  const auto cache = shared.no_cache ? std::nullopt : cache::safe_folder_of_user(session.sink);
  const study::ExperimentOptions options{
      .points = call.points,
      .shard = call.shard,
      .jobs = call.jobs,
      .engine = call.engine,
      .memory = shared.memory,
      .check = shared.check,
      .reading = {.sort = shared.sort_trace,
                  .skip_bad_lines = shared.skip_bad_lines,
                  .cache = cache ? &*cache : nullptr},
      .folder = session.output.empty() ? usual_folder(opened.experiment->name, call.shard) : session.output,
      .parts = call.parts};
  if (call.dry_run) {
    const auto text = watched<PointsWatcher>(session, [&] { return study::dry_run(session, subject, options); });
    if (text) print_dry_run(session, *text);
    return;
  }
  const auto found = watched<PointsWatcher>(session, [&] { return study::run_experiment(session, subject, options); });
  if (!found) return;
  if (call.shard.is_part())
    print_shard(session, *found, call.shard, options.folder);
  else
    print_results(session, *found, options.folder);
}

}  // namespace

void run_experiment(Session& session, const Opened& opened, const ExperimentCall& call,
                    const SharedRunOptions& shared) {
  if (session.output == kStandardOutput) {
    session.sink
        .report(diag::Code::E0606, {}, session.output, "that is the standard output, and the results are a folder")
        .help("name a folder: `-o DIR`");
    return;
  }
  try {
    run_into_folder(session, opened, call, shared);
  } catch (const RoomLost& lost) {
    tell_missing_room(lost, session.sink);
  }
}

}  // namespace ssd::cli
