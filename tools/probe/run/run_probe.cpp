// See run_probe.h.
#include "tools/probe/run/run_probe.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "runtime/base/output_file.h"
#include "runtime/cache/cache.h"
#include "runtime/run/fault.h"
#include "runtime/run/run_start.h"
#include "runtime/run/staged_run.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/open.h"
#include "tools/cli/printed.h"
#include "tools/cli/progress.h"
#include "tools/pictures/svg.h"
#include "tools/probe/probe.h"
#include "tools/probe/run/report.h"
#include "tools/probe/run/simulated_device.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using run::DriveState;

// The drive with all that it takes.
struct Drive {
  run::StagedRun staged;
  std::optional<DriveState> state;  // at time 0, if not as the design says
  std::uint64_t needed = 0;         // bytes, of the drive without its operations
};

// As `start` says. False after a diagnostic.
bool begin(Drive& drive, const ProbeOptions& options) {
  end_on_interrupt("the drive was brought to its start");
  run::StagedRun& run = drive.staged;
  const auto cache = options.no_cache ? std::nullopt : cache::folder_of_user();
  if (!add_first_stage(run, {.requests = {}, .cache = cache ? &*cache : nullptr}) || !stages_fit_memory(run))
    return false;
  auto start = drive_at_start(run);
  if (!start) return false;
  run.stages.clear();
  drive.state = std::move(start->state);
  const std::uint64_t states = drive.state ? run::bytes_of_state(run::shape_of(run.plan.config)) : 0;
  drive.needed = run::memory_needed(run.plan, {.requests = {}, .endless = true}, drive.state ? &*drive.state : nullptr,
                                    Pass::kAll, true);
  if (!fits_memory(run.environment, run.plan, drive.needed, {.requests = 0, .states = states, .one_by_one = true},
                   run.allowed))
    return false;
  run.allowed.bytes -= states;
  return true;
}

// Why the drive stopped.
void tell_end(const Drive& drive, const run::Outcome& outcome) {
  const Plan& plan = drive.staged.plan;
  if (outcome.status == Status::kEndOfLife) {
    drive.staged.environment.sink.report(diag::Code::E0620, plan.span, plan.name, outcome.stopped_at)
        .help("give the part a higher `endurance`");
    return;
  }
  run::Stage stage;
  stage.workload.name = "probe";
  run::ended_well(drive.staged, stage, outcome);
}

// Figures go to a folder, which is made; what is no figure of ours there is left alone. False after a diagnostic.
bool make_folder(Session& session) {
  if (session.output.empty()) return true;
  std::error_code error;
  if (!is_file_for("the folder of the figures", session.output, kOutput, session.sink)) return false;
  fs::create_directories(session.output, error);
  if (error) {
    report_unwritable(session.output, error.value(), kOutput, session.sink);
    return false;
  }
  return can_be_written((fs::path(session.output) / "1-chunk.svg").string(), session.sink);
}

bool write_figures(Session& session, Probed& probed) {
  if (session.output.empty()) return true;
  for (const study::Figure& figure : probe_figures(probed.design, probed.findings)) {
    const std::string path = (fs::path(session.output) / (figure.stem + ".svg")).string();
    if (!write_file(path, pictures::svg(figure), session.sink)) return false;
    probed.files.push_back(path);
  }
  return true;
}

void say_interrupted(Session& session, std::string_view doing) {
  fmt::print(stderr, "ssdc: interrupted while {}: there are no results\n", doing);
  session.exit_code = kInterrupted;
}

// Whether there is memory for the times of so many requests beside the drive.
bool has_room_for(const Drive& drive, u64 requests) {
  const std::uint64_t allowed = drive.staged.allowed.bytes, times = requests * run::IncrementalRun::kTimesBytes;
  return times <= allowed && drive.needed <= allowed - times;
}

void probe_drive(Session& session, const design::Design& design, Drive& drive, const ProbeOptions& options) {
  const run::Stopwatch running;
  const run::StagedRun& staged = drive.staged;
  run::IncrementalRun run(staged.plan, staged.simulator.entry, 0, options.seed, drive.state ? &*drive.state : nullptr,
                          staged.allowed.bytes);
  std::optional<Progress> progress;
  progress.emplace(kOfDrive, !session.quiet, "pages");
  end_on_interrupt(kMakesDrive);
  run.tell_making([&](u64 pages, double done) {
    if (done < 1) return progress->show(pages, done);
    progress.emplace("", !session.quiet);
    catch_interrupts();
  });
  double share = 0;
  bool room = true;
  u64 taken = 0;
  std::string_view doing = probe::kFills;
  SimulatedDevice simulated(run, staged.plan, [&](u64 requests) {
    progress->show(requests, share);
    room = has_room_for(drive, requests);
    taken = requests;
    return room && !interrupted();
  });
  const probe::Options how{.seed = options.seed,
                           .stage = [&](std::string_view stage, double begun) { doing = stage, share = begun; }};
  const auto findings = probe::probe(simulated.device(), how);
  if (!findings) {
    if (simulated.ended())
      tell_end(drive, run.outcome());
    else if (!room)
      fits_memory(session, staged.plan, drive.needed,
                  {.requests = taken * run::IncrementalRun::kTimesBytes, .states = 0, .one_by_one = true},
                  staged.allowed);
    else
      say_interrupted(session, doing);
    return;
  }
  Probed probed{.design = design,
                .findings = *findings,
                .seed = options.seed,
                .drive_time = simulated.now(),
                .seconds = running.seconds(),
                .files = {}};
  if (!write_figures(session, probed)) return;
  print_result(session.format, session.format == Rendering::kJson ? probe_json(probed) : probe_text(probed));
  session.printed = true;
}

}  // namespace

void run_probe(Session& session, const ProbeOptions& options) {
  end_on_interrupt("the design was checked");
  const auto opened = open_design(session);
  if (!opened || !make_folder(session)) return;
  const Plan plan = design::plan_of(*opened->design);
  Drive drive{
      .staged = {.environment = session, .plan = plan, .allowed = run::allowance(options.memory), .seed = options.seed},
      .state = {}};
  drive.staged.simulator = run::generic_simulator();
  drive.staged.again = fmt::format("ssdc probe {} --seed {}", session.target, options.seed);
  if (begin(drive, options)) probe_drive(session, *opened->design, drive, options);
}

}  // namespace ssd::cli
