// See staged_run.h.
#include "runtime/run/staged_run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "runtime/abi/functional_obstacle.h"
#include "runtime/base/quantity.h"
#include "runtime/results/request_times.h"
#include "runtime/run/end_of_life.h"
#include "runtime/run/expression_fault.h"
#include "runtime/run/fault.h"
#include "runtime/run/run_start.h"
#include "runtime/trace/trace.h"

namespace ssd::run {

Load Stage::load(std::uint64_t seed) const {
  Load load{
      .requests = requests.list, .closed_depth = static_cast<u32>(requests.closed), .seed = seed, .endless = endless};
  for (const trace::FlowRequests& flow : requests.flows) {
    load.flows.push_back({flow.name, flow.count, static_cast<u32>(flow.closed), flow.queue});
    if (flow.phase) load.flows.back().phase = PhaseLoad{flow.phase->length, flow.phase->counted};
  }
  load.by_flow = requests.by_flow;
  load.ends_with_first = requests.by_flow && workload.until == workload::Until::kFirst;
  return load;
}

namespace {

// Ways to get room other than more spare space.
const char* other_way_to_room(const Plan& plan) {
  if (plan.config.stripe != 1)
    return "or let superblocks span more planes: `superblock: device` shares the room of all";
  if (plan.config.placement == Placement::kStatic)
    return "or leave `migrate: same_die` out: pages that move to another plane take the room of that plane's own pages";
  // A cost that reads the free pages of planes already does what a cost can do.
  const bool looks = !plan.policies[Hook::kCost].nodes.empty() &&
                     reads_any(plan.config, Hook::kCost, input_mask(Hook::kCost, "free_pages"));
  return looks ? "let the workload write less of it (`over 80%`), or let `u.free_pages` outweigh the other terms of "
                 "the cost"
               : "or choose planes by their free pages: `allocation: dynamic { order: channel > die > plane > chip  "
                 "cost(u): 0 - u.free_pages }`";
}

// What to do if the preload does not fit. The logical size of a snapshot cannot be changed.
std::string way_to_preload(const Plan& plan) {
  const std::string none = "treat pages that were never written as empty: `host { read_unwritten: none }`";
  return plan.start.snapshot.empty()
             ? "give the drive more spare space (`overprovision`), or " + none
             : none + ", or save the snapshot after a workload that writes the pages that are read";
}

std::string way_to_room(const Plan& plan) {
  return std::string("give the drive more spare space (`overprovision`), ") + other_way_to_room(plan);
}

bool has_room(const StagedRun& run, const Stage& stage, const Outcome& o) {
  const Plan& plan = run.plan;
  if (!is_full_by_design(o, plan)) return true;
  const std::string before = stage.measured ? "" : fmt::format("during `run: {}`, ", stage.workload.name);
  const std::string when =
      before + (o.preloading ? "before time 0"
                : o.results.functional_only
                    ? fmt::format("at request {}", o.stopped_at)
                    : fmt::format("at request {}, {}", o.stopped_at, time_text(static_cast<double>(o.stopped_time))));
  const std::uint64_t planes = plan.config.stripe;
  const std::uint64_t pages = planes * plan.geometry.units_per_plane();
  const std::string whose =
      planes == 1 ? fmt::format("its {} {}", pages, plan.geometry.subpages == 1 ? "pages" : "indirection units")
                  : fmt::format("the {} pages of the {} planes that share its superblocks", pages, planes);
  run.environment.sink.report(diag::Code::E0513, plan.span, o.full_plane)
      .note(plan.span,
            fmt::format("{}: {} of {} are valid, {} invalid and {} free (one {}block stays free for collection)", when,
                        o.full_valid, whose, o.full_invalid, o.full_free, planes == 1 ? "" : "super"))
      .help(o.preloading ? way_to_preload(plan) : way_to_room(plan));
  return false;
}

bool outlives(const StagedRun& run, const Stage& stage, const Outcome& o) {
  if ((stage.measured && !o.in_warm_up) || o.status != Status::kEndOfLife) return true;
  run.environment.sink.report(diag::Code::E0549, run.plan.span, run.plan.name, stage.workload.name, o.stopped_at)
      .help(stage.measured ? "let the phases with `counted: no` write less, or give the part a higher `endurance`"
                           : "let `start { run: … }` run fewer `requests`, or give the part a higher `endurance`");
  return false;
}

void require_sound(const StagedRun& run, const Outcome& outcome) {
  const std::string found = run::fault(outcome, run.plan, run.seed);
  if (!found.empty()) throw std::logic_error(fmt::format("{}\n  to reproduce it: {}", found, run.again));
}

// What is held beside the run: the requests of all stages, and the states that the stage starts from and leaves.
Beside beside(const StagedRun& run, bool begins, bool leaves) {
  Beside held;
  for (const Stage& stage : run.stages) held.requests += stage.requests.list.bytes_held();
  if (run.keeps_times) held.requests += results::bytes_of_times(run.stages.back().requests.list.size());
  if (run.timeline) held.timeline = results::TimelineBounds::kMemory * std::min(run.timeline->bytes, run.allowed.bytes);
  held.states = (bytes_of_state(shape_of(run.plan.config)) + bytes_of_tables(run.plan)) *
                ((begins ? 1U : 0U) + (leaves ? 1U : 0U));
  return held;
}

bool leaves_state(const StagedRun& run, const Stage& stage) { return !stage.measured || run.saves; }

Activity activity_of(const Stage& stage) {
  return !stage.measured ? Activity::kFirst : stage.endless ? Activity::kLife : Activity::kMeasured;
}

// Reports the progress of making the drive at time 0, and that the run begins when the drive is ready.
Making making(const StagedRun& run, const Stage& stage) {
  begin(run.environment, Activity::kDrive);
  return [&run, &stage](u64 pages, double share) {
    if (share < 1) return goes_on(run.environment, Activity::kDrive, pages, share);
    begin(run.environment, activity_of(stage));
    return true;
  };
}

Outcome simulate(const StagedRun& run, const Stage& stage, const DriveState* start) {
  Options options;
  options.making = making(run, stage);
  options.check = run.check;
  options.keep_responses = run.keep_responses && stage.measured;
  options.pass = run.pass;
  options.faster = run.simulator.faster;
  options.keep_state = leaves_state(run, stage);
  options.keep_times = run.keeps_times && stage.measured;
  options.keep_map = false;
  options.keep_plane_erases = run.counts_planes && stage.measured;
  if (stage.measured) options.timeline = run.timeline;
  options.memory_limit = run.allowed.bytes - beside(run, start != nullptr, options.keep_state).bytes();
  options.start = start;
  options.progress = [&](u64 requests, double share) {
    return goes_on(run.environment, activity_of(stage), requests, share);
  };
  return run::run(run.plan, run.simulator.entry, stage.load(run.seed), options);
}

// Nothing after a diagnostic.
std::optional<Outcome> simulate_soundly(const StagedRun& run, const Stage& stage, const DriveState* start) {
  Outcome outcome = simulate(run, stage, start);
  return ended_well(run, stage, outcome) ? std::optional(std::move(outcome)) : std::nullopt;
}

// The start state of the design; drive.state is set only if a snapshot file holds it. False after a diagnostic.
bool read_start(const StagedRun& run, DriveAtStart& drive) {
  const Start& start = run.plan.start;
  drive.facts.state = start.filled ? "filled" : "erased";
  if (start.snapshot.empty()) return true;
  auto snapshot = read_snapshot_of(run.environment, run.plan);
  if (!snapshot) return false;
  drive.facts.state = "snapshot";
  drive.facts.snapshot = start.snapshot;
  drive.facts.checksum = snapshot->checksum;
  drive.state = std::move(snapshot->state);
  return true;
}

// Runs the workload of `start`; `drive` becomes the state that it leaves.
bool run_first(const StagedRun& run, const Stage& stage, DriveAtStart& drive) {
  auto outcome = simulate_soundly(run, stage, drive.state ? &*drive.state : nullptr);
  if (!outcome || outcome->results.partial) return false;
  drive.facts.workload = stage.workload.name;
  drive.facts.requests = stage.requests.list.size();
  drive.facts.pages_written = outcome->results.flash.host_programs;
  drive.facts.preloaded = outcome->results.flash.preloaded;
  drive.state = std::move(outcome->state);
  return true;
}

bool add_stage(StagedRun& run, const workload::Workload& workload, bool measured, const trace::RequestOptions& how) {
  auto requests = trace::requests_for(run.plan, workload, how, run.environment.sources, run.environment.sink);
  if (!requests) return false;
  // Without a clock phases are one list: their order is that of the text (host.phases 8).
  if (run.pass == Pass::kFunctional && has_phases(workload)) requests->by_flow = false;
  const bool needs_whole = requests->by_flow || requests->list.has_syncs();
  if (needs_whole && run.pass == Pass::kAll && run.plan.config.whole == 0) run.pass = Pass::kWhole;
  run.stages.push_back({.workload = workload, .requests = std::move(*requests), .measured = measured});
  return true;
}

}  // namespace

bool add_first_stage(StagedRun& run, trace::RequestOptions how) {
  const workload::Workload* first = run.plan.start.workload.get();
  how.requests.reset();
  how.seed = run.seed;
  how.memory = run.allowed.bytes;
  return first == nullptr || add_stage(run, *first, false, how);
}

bool add_stages(StagedRun& run, const workload::Workload& measured, trace::RequestOptions how) {
  how.seed = run.seed;
  how.memory = run.allowed.bytes;
  return add_first_stage(run, how) && add_stage(run, measured, true, how);
}

bool can_be_run(const StagedRun& run) {
  if (run.pass != Pass::kFunctional) return true;
  const Plan& plan = run.plan;
  for (const Stage& stage : run.stages) {
    const Obstacle found = functional_obstacle(plan.config, loop_of(stage.workload), leaves_state(run, stage));
    if (found.what.empty()) continue;
    report_obstacle(found, plan.name, plan.span, OnlyBy::kOption, run.environment.sink);
    return false;
  }
  return true;
}

bool stages_fit_memory(const StagedRun& run) {
  DriveState partly_written;  // makes memory_needed() return the most: the content of the start state is not known yet
  partly_written.written.resize(1);
  for (const Stage& stage : run.stages) {
    const bool begins = !run.plan.start.snapshot.empty() || &stage != &run.stages.front();
    const Beside held = beside(run, begins, leaves_state(run, stage));
    const bool records = run.timeline && stage.measured;
    const std::uint64_t needed =
        memory_needed(run.plan, stage.load(run.seed), begins ? &partly_written : nullptr, run.pass, false, records);
    if (!fits_memory(run.environment, run.plan, needed, held, run.allowed)) return false;
  }
  return true;
}

bool ended_well(const StagedRun& run, const Stage& stage, const Outcome& outcome) {
  const Span at = stage.workload.span.known() ? stage.workload.span : run.plan.span;
  if (outcome.unreadable != 0) {
    trace::tell_not_kept(stage.workload.name, outcome.unreadable, at, run.environment.sink);
    return false;
  }
  if (!within_memory(run.environment, outcome, at, static_cast<u32>(stage.requests.closed), run.allowed)) return false;
  if (!has_room(run, stage, outcome) || report_expression_fault(run.environment, outcome, run.plan) ||
      !outlives(run, stage, outcome))
    return false;
  if (report_no_end(run.environment.sink, outcome, stage.workload)) return false;
  require_sound(run, outcome);
  return true;
}

std::uint64_t page_operations(const FlashCounts& f) {
  return f.host_reads + f.host_programs + f.collection_reads + f.collection_programs + f.replica_programs + f.erases;
}

std::optional<DriveAtStart> drive_at_start(const StagedRun& run) {
  DriveAtStart drive;
  if (!read_start(run, drive)) return std::nullopt;
  for (const Stage& stage : run.stages) {
    if (!stage.measured && !run_first(run, stage, drive)) return std::nullopt;
  }
  return drive;
}

std::optional<Outcome> run_stages(const StagedRun& run, results::Report& report) {
  const Stopwatch starting;
  auto drive = drive_at_start(run);
  if (!drive) return std::nullopt;
  report.start = std::move(drive->facts);
  report.host.start_seconds = starting.seconds();
  const Stopwatch running;
  auto outcome = simulate_soundly(run, run.stages.back(), drive->state ? &*drive->state : nullptr);
  if (!outcome) return std::nullopt;
  report.host.start_seconds += outcome->start_seconds;
  report.host.run_seconds = running.seconds() - outcome->start_seconds;
  return outcome;
}

}  // namespace ssd::run
