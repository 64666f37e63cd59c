// Runs a workload on a design: owns the engine's memory, feeds it requests piece by piece, enlarges its pools when it
// asks, and turns its counts into Results. The same for every build of the engine.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/request_list.h"
#include "runtime/engine/engine.h"
#include "runtime/results/request_times.h"
#include "runtime/results/results.h"
#include "runtime/results/timeline.h"
#include "runtime/run/drive_state.h"

namespace ssd::run {

// What the host does. Requests lie within the design's logical pages; arrivals ascend (open loop) or are think times
// (closed loop: request.h).
struct Load {
  RequestList requests;
  u32 closed_depth = 0;  // > 0: closed loop
  u64 seed = 1;          // the run's, for policies that draw
  bool endless = false;  // all come again and again until the drive's life ends (S69); some of them write, and not all
                         // arrive at one time
};

// Told while the drive at time 0 is filled how many pages are and which share of all that is, and when it is made, by
// whatever, a share of 1; false stops the run before its first request.
using Making = std::function<bool(u64 pages, double share)>;

struct Options {
  Making making;
  // Called every few thousand requests with the count taken in so far and the share of the run that is done (of an
  // endless load: of the erases that all blocks endure); false stops the run, and its results are partial.
  std::function<bool(u64 requests, double share)> progress;
  bool keep_times = false;         // fill Outcome::arrivals and completions (of no endless load)
  bool keep_responses = false;     // fill Outcome::responses
  bool keep_plane_erases = false;  // fill Outcome::plane_erases
  // kFunctional: only what results::Results::functional_only says is found; the engine must be made for it, or generic.
  Pass pass = Pass::kAll;
  bool check = false;      // verify the conservation laws of validation.md A at the end; debug builds always do
  bool any_parts = false;  // requests for parts of pages may come that the load does not have yet
  bool whole = false;      // take the whole-drive loop even if the plain ones would do (native engine only)
  // Fill Outcome::timeline within these bounds. Native engine only; the run takes the whole-drive loop, and finds what
  // it finds without.
  std::optional<results::TimelineBounds> timeline;
  u64 memory_limit = ~u64{0};  // bytes; if the waiting requests need more, the run ends with Outcome::out_of_memory
  // Sizes at the start, and requests between two calls of `progress`: the results do not depend on them (the tests draw
  // them small).
  u32 first_operations = 1U << 15, first_slots = 1U << 12;
  u64 piece = 1U << 14;
  // Asked between pieces: another engine for the same design that the run goes on with from there; null while there is
  // none.
  std::function<const EngineEntry*()> faster;
  // The drive at time 0, instead of what the design says: sound, of its shape, and no misfit (drive_state.h).
  const DriveState* start = nullptr;
  bool keep_state = false;  // fill Outcome::state
};

// Why an endless load was stopped.
enum class NoEnd : u8 {
  kNone,
  kNothingProgrammed,  // all that a pass writes stays in the buffer
  kTooLate,            // simulated time is used up
};

struct Outcome {
  Status status = Status::kDone;                        // otherwise kEndOfLife, kDriveFull, or a fault of the engine
  u64 full_plane = 0;                                   // with kDriveFull
  u64 full_valid = 0, full_invalid = 0, full_free = 0;  // pages of that plane
  double start_seconds = 0;                             // wall clock until the drive was as it is at time 0
  u64 stopped_at = 0;  // requests taken in when the run ended; if it ended early, the number of the one that it was at
  std::optional<u64> faster_from;  // requests taken in when Options::faster gave the engine that went on
  Time stopped_time = 0;           // how far simulated time had come then
  bool preloading = false;         // it was full already before time 0 (rule 25)
  NoEnd no_end = NoEnd::kNone;     // the results are partial
  Fault fault = {};                // with kFault: which check of the design's expressions did not hold, and when
  int unreadable = 0;  // the system's error: the requests could not be read to their end; the results are partial
  bool out_of_memory = false;  // stopped at Options::memory_limit; the results are partial
  results::Results results;
  std::vector<Time> arrivals, completions;       // of each request; a completion of kNever: the run ended before it
  std::vector<std::array<Time, kParts>> splits;  // likewise (S43)
  // Response times of each Direction: the greatest of a bucket of the histogram, never above the longest, and how many
  // fell into it; ascending.
  std::array<std::vector<std::pair<Time, u64>>, 3> responses;
  results::Timeline timeline;
  std::vector<u32> map;                 // with keep_times: physical page of each logical page or kNoPage
  std::vector<u32> block_erases;        // with keep_times
  std::vector<u64> plane_erases;        // of this run, by plane
  DriveState state;                     // with keep_state, if the run was not stopped: how it leaves the drive
  std::vector<std::string> violations;  // if checked: conservation laws that do not hold; each one is our bug
  results::RequestTimes times() const { return {.arrivals = arrivals, .completions = completions, .splits = splits}; }
};

Outcome run(const Plan& plan, const EngineEntry& engine, const Load& load, const Options& options);

// Which engine is enough for such a run: for a design of the plain loops, one that advances channels as this load wants
// it. Runs with other loads, or begun with other states, may need another.
Pass pass_of(const Plan& plan, const Load& load, const DriveState* start = nullptr);

// Bytes that such a run takes at its start, that state aside; its pools may grow if many requests wait. `any_parts`,
// `whole`: as in Options.
u64 memory_needed(const Plan& plan, const Load& load, const DriveState* start = nullptr, Pass pass = Pass::kAll,
                  bool any_parts = false, bool whole = false);

// Logical pages that the requests read before they write them, in order of first read (rule 25).
std::vector<u64> read_before_written(const RequestList& requests, u64 logical_pages, u32 sectors_per_page);

}  // namespace ssd::run
