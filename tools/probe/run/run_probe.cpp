// See run_probe.h.
#include "tools/probe/run/run_probe.h"

#include "runtime/cache/cache.h"
#include "runtime/run/fault.h"
#include "runtime/run/staged_run.h"
#include "tools/probe/probe.h"
#include "tools/probe/run/simulated_device.h"

namespace ssd::probe {
namespace {

using run::DriveState;

// The drive and everything that it needs.
struct Drive {
  run::StagedRun staged;
  std::optional<DriveState> state = {};  // at time 0; none: as the design defines it
  std::uint64_t needed = 0;              // bytes of the drive without its operations
};

// Brings the drive into the state that `start` defines. False after a diagnostic.
bool bring_to_start(Drive& drive, const cache::Folder* cache) {
  run::StagedRun& run = drive.staged;
  begin(run.environment, Activity::kWorkload);
  if (!add_first_stage(run, {.requests = {}, .cache = cache}) || !stages_fit_memory(run)) return false;
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

// Reports why the drive stopped.
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

// Whether there is memory for the times of so many requests in addition to the drive.
bool has_room_for(const Drive& drive, u64 requests) {
  const std::uint64_t allowed = drive.staged.allowed.bytes, times = requests * run::IncrementalRun::kTimesBytes;
  return times <= allowed && drive.needed <= allowed - times;
}

// The result if the probe ended early, with the reason.
ProbeEnd ended_early(const Drive& drive, run::IncrementalRun& run, bool by_itself, u64 requests,
                     std::string_view doing) {
  const run::StagedRun& staged = drive.staged;
  if (by_itself) {
    tell_end(drive, run.outcome());
    return {};
  }
  if (has_room_for(drive, requests)) return {.found = {}, .stopped_while = doing};
  fits_memory(staged.environment, staged.plan, drive.needed,
              {.requests = requests * run::IncrementalRun::kTimesBytes, .states = 0, .one_by_one = true},
              staged.allowed);
  return {};
}

ProbeEnd probe_drive(Drive& drive, u64 seed) {
  const run::Stopwatch running;
  const run::StagedRun& staged = drive.staged;
  Environment& environment = staged.environment;
  run::IncrementalRun run(staged.plan, staged.simulator.entry, 0, seed, drive.state ? &*drive.state : nullptr,
                          staged.allowed.bytes);
  begin(environment, Activity::kDrive);
  run.tell_making([&](u64 pages, double done) {
    if (done < 1)
      goes_on(environment, Activity::kDrive, pages, done);
    else
      begin(environment, Activity::kProbe);
  });
  double share = 0;
  u64 taken = 0;
  std::string_view doing = kFills;
  SimulatedDevice simulated(run, staged.plan, [&](u64 requests) {
    taken = requests;
    return goes_on(environment, Activity::kProbe, requests, share) && has_room_for(drive, requests);
  });
  const Options how{.seed = seed, .stage = [&](std::string_view stage, double begun) { doing = stage, share = begun; }};
  auto findings = probe(simulated.device(), how);
  if (!findings) return ended_early(drive, run, simulated.ended(), taken, doing);
  return {.found = Probed{.findings = std::move(*findings),
                          .seed = seed,
                          .drive_time = simulated.now(),
                          .seconds = running.seconds(),
                          .files = {}}};
}

}  // namespace

ProbeEnd run_probe(Environment& environment, const design::Design& design, const ProbeOptions& options) {
  const Plan plan = design::plan_of(design);
  Drive drive{
      .staged = {
          .environment = environment, .plan = plan, .allowed = run::allowance(options.memory), .seed = options.seed}};
  drive.staged.simulator = run::generic_simulator();
  drive.staged.again = options.again;
  return bring_to_start(drive, options.cache) ? probe_drive(drive, options.seed) : ProbeEnd{};
}

}  // namespace ssd::probe
