// Runs a workload on a design: owns the engine's memory, feeds it requests piece by piece, enlarges its pools when the
// engine needs that, and turns its counts into Results. The same for every build of the engine.
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
#include "runtime/run/flow_load.h"

namespace ssd::run {

// What the host does. Requests lie within the design's logical pages; arrivals ascend (open loop) or are think times
// (closed loop: request.h).
struct Load {
  RequestList requests;
  u32 closed_depth = 0;  // > 0: closed loop
  u64 seed = 1;          // of the run, for policies that draw random numbers
  bool endless = false;  // the requests are repeated until the drive's life ends (wear.end_of_life); some of them
                         // write, and not all arrive at the same time
  // The flows, by Request::flow; empty if there are none. With `by_flow` the order of arrivals is known only with the
  // clock: `requests` holds those of flow 0, then those of flow 1, …, all in memory, and the run takes the whole-drive
  // loop (Pass::kWhole if the plain loops would do for the design); such a load is not endless.
  std::vector<FlowLoad> flows = {};
  bool by_flow = false;
  bool any_syncs = false;        // flushes and forced writes may follow that `requests` does not have yet
  bool ends_with_first = false;  // by_flow: when the first flow is through, no more requests arrive
};

// Called while the drive at time 0 is filled, with the number of filled pages and their share of all pages to fill; and
// with a share of 1 when the drive is ready, however it was made. False stops the run before its first request.
using Making = std::function<bool(u64 pages, double share)>;

struct Options {
  Making making;
  // Called every few thousand requests with the number of requests taken in so far and the share of the run that is
  // done (of an endless load: the share of all erases that the blocks endure). False stops the run, and its results are
  // partial.
  std::function<bool(u64 requests, double share)> progress;
  bool keep_times = false;         // fill Outcome::arrivals, completions and splits (not of an endless load)
  bool keep_map = true;            // with keep_times: fill Outcome::map and block_erases
  bool keep_responses = false;     // fill Outcome::responses
  bool keep_plane_erases = false;  // fill Outcome::plane_erases
  // kFunctional: the run finds only what results::Results::functional_only describes; the engine must be compiled for
  // it, or generic.
  Pass pass = Pass::kAll;
  bool check = false;      // verify the conservation laws of validation.md, part A, at the end; debug builds always do
  bool any_parts = false;  // requests for parts of pages may follow that the load does not have yet
  u32 least_group_log2 = 0;  // tests: as in ArenaShape
  bool whole = false;        // take the whole-drive loop even if the plain loops would do (native engine only)
  // Fill Outcome::timeline within these bounds. Native engine only. The run takes the whole-drive loop, and its results
  // are the same as without a timeline.
  std::optional<results::TimelineBounds> timeline;
  u64 memory_limit = ~u64{0};  // bytes; if the waiting requests need more, the run ends with Outcome::out_of_memory
  // Sizes at the start, and requests between two calls of `progress`. The results do not depend on them; tests choose
  // small values.
  u32 first_operations = 1U << 15, first_slots = 1U << 12;
  u64 piece = 1U << 14;
  // Called between pieces: returns another engine for the same design, with which the run then continues; null while
  // there is none.
  std::function<const EngineEntry*()> faster;
  // The drive at time 0, instead of the design's start state: sound, of the design's shape, and no misfit
  // (drive_state.h).
  const DriveState* start = nullptr;
  bool keep_state = false;  // fill Outcome::state
};

// Why an endless load was stopped.
enum class NoEnd : u8 {
  kNone,
  kNothingProgrammed,  // everything that a pass writes stays in the buffer
  kTooLate,            // simulated time has reached its limit
};

struct Outcome {
  Status status = Status::kDone;  // otherwise kEndOfLife, kDriveFull, kFault, or an error of the engine
  u64 full_plane = 0;             // with kDriveFull
  u64 full_valid = 0, full_invalid = 0, full_free = 0;  // pages of that plane
  double start_seconds = 0;                             // wall clock time until the drive was in its state at time 0
  u64 stopped_at =
      0;  // requests taken in when the run ended; if it ended early, the number of the request at which it stopped
  std::optional<u64> faster_from;  // requests taken in when Options::faster returned the engine that continued
  Time stopped_time = 0;           // the simulated time at which it ended
  bool preloading = false;         // the drive was full already before time 0 (start.preload)
  bool in_warm_up = false;         // it ended before a request was counted (account.phases)
  FlashCounts warm_up{};           // what the flash did and the results do not count
  NoEnd no_end = NoEnd::kNone;     // why an endless load was stopped; the results are partial
  Fault fault = {};                // with kFault: the check of an expression that failed, and when
  int unreadable = 0;              // errno: the requests could not be read to their end; the results are partial
  bool out_of_memory = false;      // stopped at Options::memory_limit; the results are partial
  results::Results results;
  std::vector<Time> arrivals, completions;       // [requests] in ns; a completion of kNever: the run ended before it
  std::vector<std::array<Time, kParts>> splits;  // [requests] the parts of each response time (account.split)
  // Response times for each Direction, as pairs: the greatest value of a bucket of the histogram, at most the longest
  // response time; and the number of values in it. Ascending.
  std::array<std::vector<std::pair<Time, u64>>, kDirections> responses;
  results::Timeline timeline;
  std::vector<u8> flow_of;        // with keep_times, of a load by flow: [requests] the flow of each
  std::vector<u32> map;           // with keep_times and keep_map: [logical pages] physical page or kNoPage
  std::vector<u32> block_erases;  // with keep_times and keep_map
  std::vector<u64> plane_erases;  // [planes] erases of this run
  DriveState state;               // with keep_state, if the run was not stopped: the state in which it leaves the drive
  std::vector<std::string>
      violations;  // if checked: conservation laws that do not hold; each is an error of the program
  results::RequestTimes times() const { return {.arrivals = arrivals, .completions = completions, .splits = splits}; }
};

Outcome run(const Plan& plan, const EngineEntry& engine, const Load& load, const Options& options);

// The pass that is enough for such a run: for a design of the plain loops the one that advances channels as this load
// needs. Runs with other loads, or from other states, may need another one.
Pass pass_of(const Plan& plan, const Load& load, const DriveState* start = nullptr);

// Bytes that such a run takes at its start, without the start state; its pools may grow if many requests wait.
// `any_parts`, `whole`: as in Options.
u64 memory_needed(const Plan& plan, const Load& load, const DriveState* start = nullptr, Pass pass = Pass::kAll,
                  bool any_parts = false, bool whole = false);

// The logical pages that the requests read before they write them, in order of first read, flow by flow
// (start.preload). `flows`: how many the requests are of; kTogether: of phases, which are looked at as one.
inline constexpr std::size_t kTogether = 0;
std::vector<u64> read_before_written(const RequestList& requests, u64 logical_pages, u32 sectors_per_page,
                                     std::size_t flows = 1);

}  // namespace ssd::run
