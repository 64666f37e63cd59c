// See library_drive.h.
#include "tools/standalone/library_drive.h"

#include <fmt/format.h>

#include <array>

#include "runtime/base/limits.h"
#include "runtime/run/run_start.h"
#include "tools/standalone/built_engine.h"
#include "tools/standalone/processor.h"

namespace ssd::standalone {
namespace {

constexpr std::uint32_t kDeepest = 65536;  // the same limit as on the command line

// What the numbers of ssd_sim.h mean.
struct KindOfRequest {
  Direction direction;
  bool forced;
};
constexpr std::array kKinds{KindOfRequest{Direction::kWrite, false}, KindOfRequest{Direction::kRead, false},
                            KindOfRequest{Direction::kTrim, false}, KindOfRequest{Direction::kFlush, false},
                            KindOfRequest{Direction::kWrite, true}};

run::Stage measured_stage() {
  run::Stage stage;
  stage.workload.name = "submitted";
  return stage;
}

}  // namespace

LibraryDrive::LibraryDrive() : built_(decoded(built_in_bytes(), environment_.sources)), plan_(built_.plan) {
  environment_.caller = Caller::kLibrary;
}

bool LibraryDrive::fail(std::string why) {
  error_ = std::move(why);
  return false;
}

// Turns the diagnostics of the sink into error(). Returns false.
bool LibraryDrive::tell() {
  error_ = diag::render_text(environment_.sink, environment_.sources, false, diag::Severity::kError);
  environment_.sink = diag::Sink{};
  return false;
}

bool LibraryDrive::open(const DriveOptions& options) {
  options_ = options;
  if (!runs_here(built_.cpu, built_.features))
    return fail(fmt::format(
        "this library was built for `{}`, and this machine's processor lacks some of its instructions", built_.cpu));
  if (options.closed_depth > kDeepest)
    return fail(fmt::format("closed_depth is {}; the limit is {}", options.closed_depth, kDeepest));
  choose_start(options.snapshot);
  staged_.emplace(run::StagedRun{
      .environment = environment_, .plan = plan_, .allowed = run::allowance(options.memory), .seed = options.seed});
  if (options.flushes && plan_.config.whole == 0) staged_->pass = Pass::kWhole;
  staged_->simulator = {.entry = built_engine(staged_->pass), .engine = "built", .loaded = nullptr, .faster = {}};
  staged_->again = built_.file + ":" + plan_.name;
  if (!begin()) return false;
  const run::DriveState* state = start_.state ? &*start_.state : nullptr;
  const std::uint64_t states = state != nullptr ? run::bytes_of_state(run::shape_of(plan_.config)) : 0;
  const std::uint64_t needed = run::memory_needed(
      plan_, {.requests = {}, .closed_depth = options.closed_depth, .endless = true, .any_syncs = options.flushes},
      state, staged_->pass, true);
  if (!run::fits_memory(environment_, plan_, needed, {.requests = 0, .states = states}, staged_->allowed))
    return tell();
  run_.emplace(plan_, staged_->simulator.entry, options.closed_depth, options.seed, state,
               staged_->allowed.bytes - states);
  if (options.flushes) run_->take_syncs();
  return true;
}

// A snapshot of the options replaces the start of the design.
void LibraryDrive::choose_start(const std::string& snapshot) {
  if (snapshot.empty()) return;
  plan_.start = {};
  plan_.start.snapshot = plan_.start.snapshot_file = snapshot;
}

// Brings the drive to time 0, after the workload of `start`.
bool LibraryDrive::begin() {
  if (!run::add_first_stage(*staged_, {}) || !run::stages_fit_memory(*staged_)) return tell();
  auto start = run::drive_at_start(*staged_);
  if (!start) return tell();
  start_ = std::move(*start);
  staged_->stages.clear();
  return true;
}

bool LibraryDrive::is_running() {
  if (!run_) return fail("the drive could not be opened");
  if (broken_) return fail(worn_out_ ? "the drive's life has ended" : "the run has already ended with an error");
  return !run_->finished() || fail("the run is finished");
}

std::optional<Request> LibraryDrive::flush_of(const ByteRequest& r) {
  if (r.offset != 0 || r.bytes != 0)
    return fail("it is a flush, which concerns the whole drive: its offset and bytes must be 0"), std::nullopt;
  return Request{.arrival = r.arrival, .sector = 0, .sectors = 0, .direction = Direction::kFlush};
}

// The request in whole sectors, converted as the trace readers do it.
std::optional<Request> LibraryDrive::request_of(const ByteRequest& r) {
  const std::uint64_t sector = plan_.geometry.sector_bytes, logical = plan_.logical_bytes(), below = sector - 1;
  const auto refuse = [&](const std::string& why) { return fail(why), std::nullopt; };
  if (r.kind >= kKinds.size()) return refuse(fmt::format("its kind is {}, which is not a kind of request", r.kind));
  const auto [direction, forced] = kKinds[r.kind];
  if ((forced || direction == Direction::kFlush) && !options_.flushes)
    return refuse("it is a flush or a forced write: set `flushes` of ssd_sim_options to 1");
  if (r.handle != 0 && r.handle >= plan_.config.handles)
    return refuse(fmt::format(
        "its handle is {}, and the design has {}", r.handle,
        plan_.config.handles == 0 ? "no placement handles" : fmt::format("handles below {}", plan_.config.handles)));
  if (r.arrival > limits::kLatest)
    return refuse(fmt::format("its time is {} ns; the limit is {}", r.arrival, limits::kLatest));
  if (direction == Direction::kFlush) return flush_of(r);
  if (r.bytes == 0) return refuse("it has no bytes");
  if (r.offset >= logical || r.bytes > logical - r.offset)
    return refuse(fmt::format("it ends beyond the drive's {} bytes: {} bytes at {}", logical, r.bytes, r.offset));
  const bool trims = direction == Direction::kTrim;
  if (!trims && r.bytes > limits::kMostRequestBytes)
    return refuse(fmt::format("it has {} bytes; the limit is {}", r.bytes, limits::kMostRequestBytes));
  const std::uint64_t first = (r.offset + (trims ? below : 0)) / sector,
                      end = (r.offset + r.bytes + (trims ? 0 : below)) / sector;
  if (end <= first) return refuse(fmt::format("it trims less than a sector of {} bytes", sector));
  if (end - first > ~u32{0}) return refuse(fmt::format("it trims {} sectors; the limit is {}", end - first, ~u32{0}));
  return Request{.arrival = r.arrival,
                 .sector = first,
                 .sectors = static_cast<u32>(end - first),
                 .direction = direction,
                 .handle = static_cast<u8>(r.handle),
                 .forced = forced ? u8{1} : u8{0}};
}

bool LibraryDrive::submit(const std::vector<ByteRequest>& requests) {
  if (!is_running()) return false;
  std::vector<Request> all;
  Time latest = latest_;
  for (const ByteRequest& one : requests) {
    const auto request = request_of(one);
    if (!request) return fail(fmt::format("request {} of these: {}", all.size(), error_));
    if (options_.closed_depth == 0 && one.arrival < latest)
      return fail(fmt::format("request {} of these: its time is {} ns, and that of the previous request {} ns",
                              all.size(), one.arrival, latest));
    latest = one.arrival;
    all.push_back(*request);
  }
  latest_ = latest;
  for (const Request& request : all) run_->submit(request);
  return true;
}

// Sets the error after a run that has stopped. The end of a drive's life is an expected end; everything else is
// reported as ssdc reports it.
bool LibraryDrive::ended_well() {
  const run::Outcome outcome = run_->outcome();
  broken_ = true;
  if (!run::ended_well(*staged_, measured_stage(), outcome)) return tell();
  worn_out_ = true;
  return fail(fmt::format("the drive's life has ended at request {}: a write found no page", outcome.stopped_at));
}

bool LibraryDrive::run_until(Time until) {
  if (!is_running()) return false;
  const run::Stopwatch running;
  const bool goes_on = run_->advance(until);
  run_seconds_ += running.seconds();
  return goes_on || ended_well();
}

bool LibraryDrive::finish() {
  if (!is_running()) return false;
  const run::Stopwatch running;
  const bool done = run_->finish();
  run_seconds_ += running.seconds();
  return done || ended_well();
}

std::optional<results::Report> LibraryDrive::report() {
  if (!run_) return fail("the drive could not be opened"), std::nullopt;
  run::Outcome outcome = run_->outcome();
  results::Report report;
  report.plan = &plan_;
  report.results = std::move(outcome.results);
  report.workload = measured_stage().workload.name;
  report.requests = run_->submitted();
  report.closed_depth = options_.closed_depth;
  report.seed = options_.seed;
  report.start = start_.facts;
  report.host.engine = staged_->simulator.engine;
  report.host.run_seconds = run_seconds_;
  report.host.page_operations = run::page_operations(report.results.flash);
  return report;
}

bool LibraryDrive::save(const std::string& file) {
  if (broken_)
    return fail(worn_out_ ? "the drive's life has ended during a write, and only an idle drive can be saved"
                          : "the run has already ended with an error, so there is no drive to save");
  if (!run_ || !run_->finished())
    return fail("the run is not finished (ssd_sim_finish()), and only an idle drive can be saved");
  if (!run::can_be_saved(environment_, file, {}) || !run::save_snapshot(environment_, file, run_->state()))
    return tell();
  return true;
}

}  // namespace ssd::standalone
