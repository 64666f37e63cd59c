// See staged_run.h.
#include "tools/ssdc/staged_run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "runtime/results/quantity.h"
#include "runtime/results/request_times.h"
#include "runtime/simulation/fault.h"
#include "runtime/workload/trace.h"
#include "tools/ssdc/end_of_life.h"
#include "tools/ssdc/expression_fault.h"
#include "tools/ssdc/interrupt.h"
#include "tools/ssdc/progress.h"
#include "tools/ssdc/run_start.h"

namespace ssd::cli {

simulation::Load Stage::load(std::uint64_t seed) const {
  return {.requests = requests.list, .closed_depth = static_cast<u32>(requests.closed), .seed = seed, .endless = endless};
}

namespace {

using simulation::DriveState;

// Beside more spare space.
const char* other_way_to_room(const design::Design& design) {
  if (design.planes_of_superblock() != 1) return "or let superblocks span more planes: `superblock: device` shares the room of all";
  if (design.allocation.placement == Placement::kStatic) return "or leave `migrate: same_die` out: what moves to another plane takes the room of that plane's own pages";
  // A cost that looks at what planes have left has done what a cost can do.
  const bool looks = !design.allocation.cost.nodes.empty() && design::reads(design, Hook::kCost, "free_pages");
  return looks ? "let the workload write less of it (`over 80%`), or let `u.free_pages` outweigh what else the cost counts"
               : "or choose planes by what they have left: `allocation: dynamic { order: channel > die > plane > chip  cost(u): 0 - u.free_pages }`";
}

// Before time 0. The logical size of a snapshot is what it is.
std::string way_to_preload(const design::Design& design) {
  const std::string none = "let what was never written hold nothing: `host { read_unwritten: none }`";
  return design.start.snapshot.empty() ? "give the drive more spare space (`overprovision`), or " + none : none + ", or save the snapshot after a workload that writes what is read";
}

std::string way_to_room(const design::Design& design) { return std::string("give the drive more spare space (`overprovision`), ") + other_way_to_room(design); }

bool has_room(const StagedRun& run, const Stage& stage, const simulation::Outcome& o) {
  const design::Design& design = run.design;
  if (!simulation::is_full_by_design(o, design)) return true;
  const std::string before = stage.measured ? "" : fmt::format("while `{}` ran first, ", stage.workload.name);
  const std::string when = before + (o.preloading ? "before time 0"
                                     : o.results.functional_only ? fmt::format("at request {}", o.stopped_at)
                                                  : fmt::format("at request {}, {}", o.stopped_at, results::time_text(static_cast<double>(o.stopped_time))));
  const std::uint64_t planes = design.planes_of_superblock();
  const std::string whose = planes == 1 ? "its" : fmt::format("the {} planes' that share its superblocks, all their", planes);
  run.session.sink.report(diag::Code::E0513, design.span, o.full_plane)
      .note(design.span, fmt::format("{}: of {} {} pages {} are valid, {} invalid and {} free (one {}block stays free for collection)", when, whose,
                                     planes * design.geometry.pages_per_plane(), o.full_valid, o.full_invalid, o.full_free, planes == 1 ? "" : "super"))
      .help(o.preloading ? way_to_preload(design) : way_to_room(design));
  return false;
}

bool outlives(const StagedRun& run, const Stage& stage, const simulation::Outcome& o) {
  if (stage.measured || o.status != Status::kEndOfLife) return true;
  run.session.sink.report(diag::Code::E0549, run.design.span, run.design.name, stage.workload.name, o.stopped_at)
      .help("let less run first (its `requests`), or give the part a higher `endurance`");
  return false;
}

void require_sound(const StagedRun& run, const simulation::Outcome& outcome) {
  const std::string found = simulation::fault(outcome, run.design, run.seed);
  if (!found.empty()) throw std::logic_error(fmt::format("{}\n  to see it again: {}", found, run.again));
}

// The requests of all stages, and the states that a stage begins with and leaves.
Beside beside(const StagedRun& run, bool begins, bool leaves) {
  Beside held;
  for (const Stage& stage : run.stages) held.requests += stage.requests.list.bytes_held();
  if (run.keeps_times) held.requests += results::bytes_of_times(run.stages.back().requests.list.size());
  if (run.timeline) held.timeline = results::TimelineBounds::kMemory * std::min(run.timeline->bytes, run.allowed.bytes);
  held.states = simulation::bytes_of_state(simulation::shape_of(design::config(run.design))) * ((begins ? 1U : 0U) + (leaves ? 1U : 0U));
  return held;
}

bool leaves_state(const StagedRun& run, const Stage& stage) { return !stage.measured || run.saves; }

// What runs first cannot be stopped and kept: an interrupt then ends the program.
void take_interrupts(const Stage& stage) {
  if (stage.measured) catch_interrupts();
  else end_on_interrupt("the workload of `start` ran");
}

// Shows how far the drive at time 0 is, and begins the progress of the run when it is made.
simulation::Making making(const StagedRun& run, const Stage& stage, std::optional<Progress>& progress) {
  if (!run.stop) end_on_interrupt(kMakesDrive);
  progress.emplace(kOfDrive, !run.session.quiet, "pages");
  return [&run, &stage, &progress](u64 pages, double share) {
    if (share < 1) {
      progress->show(pages, share);
      return !run.stop || !run.stop(0);
    }
    progress.emplace(stage.endless ? " of all erases" : "", !run.session.quiet);
    if (!run.stop) take_interrupts(stage);
    return true;
  };
}

simulation::Outcome simulate(const StagedRun& run, const Stage& stage, const DriveState* start) {
  std::optional<Progress> progress;
  simulation::Options options;
  options.making = making(run, stage, progress);
  options.check = run.check;
  options.keep_responses = run.keep_responses && stage.measured;
  options.pass = run.pass;
  options.faster = run.simulator.faster;
  options.keep_state = leaves_state(run, stage);
  options.keep_times = run.keeps_times && stage.measured;
  options.keep_plane_erases = run.counts_planes && stage.measured;
  if (stage.measured) options.timeline = run.timeline;
  options.memory_limit = run.allowed.bytes - beside(run, start != nullptr, options.keep_state).bytes();
  options.start = start;
  options.progress = [&](u64 requests, double share) {
    progress->show(requests, share);
    if (run.stop) return !run.stop(stage.measured ? share : 0);
    return !stage.measured || !interrupted();
  };
  return simulation::run(run.design, run.simulator.entry, stage.load(run.seed), options);
}

// Nothing after a diagnostic.
std::optional<simulation::Outcome> simulate_soundly(const StagedRun& run, const Stage& stage, const DriveState* start) {
  simulation::Outcome outcome = simulate(run, stage, start);
  return ended_well(run, stage, outcome) ? std::optional(std::move(outcome)) : std::nullopt;
}

// The drive as the design says it is: nothing where no file says it. False after a diagnostic.
bool read_start(const StagedRun& run, std::optional<DriveState>& state, results::StartFacts& facts) {
  const design::Start& start = run.design.start;
  facts.state = start.filled ? "filled" : "erased";
  if (start.snapshot.empty()) return true;
  auto snapshot = read_snapshot_of(run.session, run.design);
  if (!snapshot) return false;
  facts.state = "snapshot";
  facts.snapshot = start.snapshot;
  facts.checksum = snapshot->checksum;
  state = std::move(snapshot->state);
  return true;
}

// The drive as the workload of `start` leaves it.
bool run_first(const StagedRun& run, const Stage& stage, std::optional<DriveState>& state, results::StartFacts& facts) {
  auto outcome = simulate_soundly(run, stage, state ? &*state : nullptr);
  if (!outcome || outcome->results.partial) return false;
  facts.workload = stage.workload.name;
  facts.requests = stage.requests.list.size();
  facts.pages_written = outcome->results.flash.host_programs;
  facts.preloaded = outcome->results.flash.preloaded;
  state = std::move(outcome->state);
  return true;
}

}  // namespace

bool can_be_run(const StagedRun& run) {
  if (run.pass == design::Pass::kAll) return true;
  const design::Design& design = run.design;
  for (const Stage& stage : run.stages) {
    const design::Obstacle found = design::functional_obstacle(design, stage.requests.closed != 0, leaves_state(run, stage));
    if (found.what.empty()) continue;
    auto& report = found.by_time ? run.session.sink.report(diag::Code::E0580, design.span, design.name, found.what)
                                 : run.session.sink.report(diag::Code::E0581, design.span, found.what, design.name);
    report.help(fmt::format("run it whole (without `--only`), or {}", found.way_out));
    return false;
  }
  return true;
}

bool stages_fit_memory(const StagedRun& run) {
  DriveState partly_written;  // the most that a run takes: what it begins with is not known yet
  partly_written.written.resize(1);
  for (const Stage& stage : run.stages) {
    const bool begins = !run.design.start.snapshot.empty() || &stage != &run.stages.front();
    const Beside held = beside(run, begins, leaves_state(run, stage));
    const bool records = run.timeline && stage.measured;
    const std::uint64_t needed = simulation::memory_needed(run.design, stage.load(run.seed), begins ? &partly_written : nullptr, run.pass, false, records);
    if (!fits_memory(run.session, run.design, needed, held, run.allowed)) return false;
  }
  return true;
}

bool ended_well(const StagedRun& run, const Stage& stage, const simulation::Outcome& outcome) {
  const Span at = stage.workload.span.known() ? stage.workload.span : run.design.span;
  if (outcome.unreadable != 0) {
    workload::tell_not_kept(stage.workload.name, outcome.unreadable, at, run.session.sink);
    return false;
  }
  if (!within_memory(run.session, outcome, at, static_cast<u32>(stage.requests.closed), run.allowed)) return false;
  if (!has_room(run, stage, outcome) || report_expression_fault(run.session, outcome, run.design) || !outlives(run, stage, outcome)) return false;
  if (report_no_end(run.session.sink, outcome, stage.workload)) return false;
  require_sound(run, outcome);
  return true;
}

std::uint64_t page_operations(const FlashCounts& f) {
  return f.host_reads + f.host_programs + f.collection_reads + f.collection_programs + f.replica_programs + f.erases;
}

std::optional<simulation::Outcome> run_stages(const StagedRun& run, results::Report& report) {
  const Stopwatch starting;
  std::optional<DriveState> state;
  if (!read_start(run, state, report.start)) return std::nullopt;
  if (run.stages.size() > 1 && !run_first(run, run.stages.front(), state, report.start)) return std::nullopt;
  report.host.start_seconds = starting.seconds();
  const Stopwatch running;
  auto outcome = simulate_soundly(run, run.stages.back(), state ? &*state : nullptr);
  if (!outcome) return std::nullopt;
  report.host.start_seconds += outcome->start_seconds;
  report.host.run_seconds = running.seconds() - outcome->start_seconds;
  return outcome;
}

}  // namespace ssd::cli
