// From a checked workload to the requests that the engine runs. Code beyond this point knows no traces, generators or
// bytes.
//
// Invariants of the result: every request has at least one sector and lies within the design's logical size; in an open
// loop arrivals ascend from 0 and are at most 2^63 ns; in a closed loop they are think times: the pause between this
// request's completion and the arrival that it causes.
//
// Decisions where docs/language.md and docs/model.md leave room:
// - A generator's requests are held in memory. Those of a trace are made while the run goes on (traced_requests.h), and
//   so are those of a generator, or of flows in rounds, that has many (streamed_requests.h).
// - `requests` limits the total, repetitions included, so a trace is read no further than needed.
// - Repetition k of a trace begins one mean gap (duration / (requests - 1), rounded down) after the last arrival of the
//   repetition before it.
// - A request limit on the command line replaces the workload's limit.
// - Devices of a trace are laid end to end in the order in which its requests first name them. Each is as long as its
//   highest address in the whole trace, rounded up to 1 MiB. So the first N requests have the addresses that they have
//   in a longer run, except with `fold: compact`, which renumbers the touched pages (host.trace_devices).
// - A trim of a trace keeps the sectors that it covers wholly; a trim that covers none is left out. With
//   `fold: compact` it keeps the pages that reads and writes touch: a discard of a whole volume does not make the whole
//   volume count among the pages that must fit.
// - A closed loop takes a trace's requests in the order of the file, without think time.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/request_list.h"
#include "runtime/abi/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/base/limits.h"

namespace ssd::cache {
class Folder;
}

namespace ssd::trace {

class TraceShelf;

using limits::kLatest;
using limits::kMostRecords;
using limits::kMostRequestBytes;
using limits::kMostRequests;  // 3 GiB of them
inline constexpr u64 kDeviceRounding = u64{1} << 20;

struct RequestOptions {
  std::optional<u64> requests;      // at least 1; of a workload with flows: of each of them
  std::optional<u64> at_most = {};  // of those that the workload, or each flow, has
  u64 seed = 1;                     // of the run
  bool sort_trace = false;
  bool skip_bad_lines = false;
  TraceShelf* shelf = nullptr;           // traces that other runs have read or will read; null: this run reads its own
  const cache::Folder* cache = nullptr;  // holds what was read of traces before; null: traces are read again
  u64 memory = ~u64{0};                  // bytes that the requests may take
  u64 most_held = u64{1} << 24;          // more requests of a generator, or of rounds, are made while the run goes on
};

// Of a flow (host.flows) or a phase (host.phases).
struct FlowRequests {
  std::string name;
  u64 count = 0, closed = 0;
  std::optional<u32> queue = {};  // its host queue, if it names one
  std::optional<workload::Phase> phase = {};
};

struct Requests {
  RequestList list;
  u64 closed = 0;  // > 0: closed loop of this depth
  // The flows, by Request::flow; empty if the workload has none. Those of several flows are in order of arrival, or,
  // with `by_flow`, flow after flow, because only the clock decides when they arrive. Those of phases are always phase
  // after phase.
  std::vector<FlowRequests> flows;
  bool by_flow = false;
  u64 bytes_read = 0, bytes_written = 0;  // counted in whole sectors
  u64 writes = 0, small_writes = 0;       // small: of fewer sectors than a page has
  std::vector<std::string> notes;         // what a reader of the results should know about changes to the workload
};

// Whether a generator can run on this drive, as far as its text determines that; true for a trace. False after a
// diagnostic.
bool suits(const Plan& plan, const workload::Workload& workload, diag::Sink& sink);

std::optional<Requests> requests_for(const Plan& plan, const workload::Workload& workload,
                                     const RequestOptions& options, SourceMap& sources, diag::Sink& sink);

// The repetitions of a trace.
struct Run {
  u64 requests = 0;  // in all
  Time period = 0;   // ns from one repetition to the next
};
// The repetitions of a trace with `once` requests (at least one), the last of which arrives at `last`. `limit`: the
// most requests that are needed. Nothing after a diagnostic, also if there would be more than `most`.
std::optional<Run> run_of(u64 once, Time last, const workload::Workload& workload, u64 limit, u64 most,
                          diag::Sink& sink);

// The two kinds of workload (requests.cpp). `limit`: the most requests that are needed.
std::optional<Requests> trace_requests(const Plan& plan, const workload::Workload& workload,
                                       const RequestOptions& options, u64 limit, SourceMap& sources, diag::Sink& sink);
// How many requests a phase has that ends by what it writes, or an open one by its time (generator.phases); `most` + 1
// if they are more than that. The generator suits the drive.
u64 requests_of_phase(const Plan& plan, const workload::Workload& phase, u64 run_seed, u64 most);

}  // namespace ssd::trace
