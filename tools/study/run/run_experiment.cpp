// See run_experiment.h.
#include "tools/study/run/run_experiment.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/run/run_memory.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/printed.h"
#include "tools/study/run/dry_run.h"
#include "tools/study/run/outputs.h"
#include "tools/study/run/run_points.h"
#include "tools/study/run/selection.h"

namespace ssd::cli {
namespace {

using diag::Code;

bool refuses_definitions(Session& session, const design::Experiment& experiment) {
  for (const check::Override& given : check_options(session).overrides) {
    const auto axis = std::ranges::find(experiment.axes, given.name, &design::Axis::name);
    if (axis == experiment.axes.end() || axis->kind != design::AxisKind::kParam) continue;
    const bool has_it = std::ranges::any_of(axis->values, [&](const design::AxisValue& value) {
      return value.text == given.text || value.shown() == given.text;
    });
    session.sink.report(Code::E0602, axis->span, given.name + '=' + given.text, experiment.name)
        .help(has_it ? fmt::format("run the points with that value: `--points '{}={}'`", given.name, given.text)
                     : fmt::format("leave it out, and add {} to the values of `vary {}`", given.text, given.name));
    return true;
  }
  return false;
}

// What the drive alone takes, without requests: less than that will not do.
std::uint64_t least_memory(const Plan& plan) {
  const Request one{0, 0, 1, Direction::kWrite};
  return run::memory_needed(plan, {.requests = RequestList(std::span(&one, 1))});
}

bool fits_memory(Session& session, const StudyPlan& plan, const run::Allowance& allowed) {
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  std::map<const DesignAtPoint*, std::uint64_t> needs;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    if (!run.chosen || !run.sound() || needs.contains(run.design.get())) continue;
    const std::uint64_t needed = needs[run.design.get()] = least_memory(run.design->plan);
    if (needed <= allowed.bytes) continue;
    const std::uint64_t point = i / plan.experiment->seeds;
    const std::string name = study::text(*plan.experiment, study::places_of(*plan.experiment, point));
    session.sink
        .report(Code::E0609, run.design->checked.span, fmt::format("point {} ({})", point, name), size(needed),
                size(allowed.bytes))
        .note({}, allowed.stated ? "that is what `--memory` says" : "that is what the machine has available")
        .help("use fewer or larger pages there, or choose other points (`--points`)");
    return false;
  }
  return true;
}

std::string folder_of(const Session& session, const design::Experiment& experiment) {
  return session.output.empty() ? experiment.name + ".results" : session.output;
}

void tell_unkept(Session& session, const std::string& folder, int error) {
  session.sink.report(Code::E0607, {}, folder, std::strerror(error))
      .help("make room there and call it again: it goes on where it stopped");
}

void tell_stopped(Session& session, const PointsRun& found, std::uint64_t chosen) {
  const std::uint64_t done = found.table.count(study::RunState::kDone);
  if (!session.quiet) {
    fmt::print(stderr, "ssdc: interrupted: {} of {} done and kept; the same call goes on from there\n", done,
               counted_text(chosen, "run"));
  }
  session.exit_code = kInterrupted;
}

void run_all(Session& session, const Opened& opened, StudyPlan& plan, const RunningPoints& how) {
  const std::string folder = folder_of(session, *plan.experiment);
  auto journal = Journal::open(folder, journal_subject(*plan.experiment, opened.checked.path), session.sink);
  if (!journal) return;
  catch_interrupts();
  const PointsRun found = run_points(plan, *journal, how);
  if (found.journal_error != 0) return tell_unkept(session, folder, found.journal_error);
  put_out(session, opened,
          {.plan = plan, .table = found.table, .folder = folder, .reading = how.reading, .stopped = found.stopped});
  const auto chosen = static_cast<std::uint64_t>(std::ranges::count(plan.runs, true, &PlannedRun::chosen));
  if (found.stopped) tell_stopped(session, found, chosen);
}

}  // namespace

void run_experiment(Session& session, const Opened& opened, const ExperimentOptions& options,
                    const SharedRunOptions& shared) {
  const design::Experiment& experiment = *opened.experiment;
  if (refuses_definitions(session, experiment)) return;
  if (session.output == kStandardOutput) {
    session.sink.report(Code::E0606, {}, session.output, "that is the standard output, and results are a folder")
        .help("name a folder: `-o DIR`");
    return;
  }
  const auto chosen = choose_points(experiment, options.points, session.sink);
  if (!chosen) return;
  end_on_interrupt("the points were looked at");
  const auto cache = shared.no_cache ? std::nullopt : cache::folder_of_user();
  const TraceReading reading{
      .sort = shared.sort_trace, .skip_bad_lines = shared.skip_bad_lines, .cache = cache ? &*cache : nullptr};
  const run::Allowance allowed = run::allowance(shared.memory);
  StudyPlan plan;
  if (!make_plan(session, opened, *chosen, reading, plan) || !fits_memory(session, plan, allowed)) return;
  const std::size_t jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  if (options.dry_run) {
    const auto journal =
        Journal::look(folder_of(session, experiment), journal_subject(experiment, opened.checked.path), session.sink);
    if (!journal) return;
    print_text(dry_run_text(plan, *journal, jobs));
    session.printed = true;
    return;
  }
  run_all(session, opened, plan,
          {.jobs = jobs,
           .memory = allowed.bytes,
           .memory_stated = allowed.stated,
           .check = shared.check,
           .quiet = session.quiet,
           .engine = options.engine,
           .reading = reading});
}

}  // namespace ssd::cli
