// From a checked workload to the requests that the engine runs: the last place that knows of traces, generators and
// bytes.
//
// Invariants of the result: every request has at least one sector and lies within the design's logical size; in an open
// loop arrivals ascend from 0 and are at most 2^63; in a closed loop they are think times: the pause between this
// request's completion and the arrival it makes.
//
// Decisions where language.md and rules.md leave room:
// - A generator's requests are held in memory; those of a trace are made while the run goes on (traced_requests.h).
// - `requests` bounds the total, repetitions included; so a trace is read no further than it is needed.
// - Repetition k of a trace begins one mean gap (duration / (requests - 1), rounded down) after the last arrival of the
// one before.
// - A request limit on the command line replaces the workload's.
// - Devices of a trace are laid end to end in the order in which its requests first name them, each as long as its
// highest address in the whole
//   trace, rounded up to 1 MiB: so the first N requests go where they go in a longer run (without `fold: compact`,
//   which renumbers what is touched).
// - A trim of a trace keeps the sectors that it covers wholly; one that covers none is left out. With `fold: compact`
// it keeps the pages that
//   reads and writes touch: a discard of a whole volume does not make the volume part of what is to fit.
// - The closed loop takes a trace's requests in the order of the file, without think time.
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
using limits::kMostRequestBytes;
using limits::kMostRequests;  // 3 GiB of them
inline constexpr u64 kDeviceRounding = u64{1} << 20;

struct RequestOptions {
  std::optional<u64> requests;  // at least 1
  u64 seed = 1;                 // the run's
  bool sort_trace = false;
  bool skip_bad_lines = false;
  TraceShelf* shelf = nullptr;           // of traces that other runs have read, and will; none: this run reads its own
  const cache::Folder* cache = nullptr;  // of what was read of traces; none: they are read anew
  u64 memory = ~u64{0};                  // bytes that the requests may take
};

struct Requests {
  RequestList list;
  u64 closed = 0;                         // > 0: closed loop of that depth
  u64 bytes_read = 0, bytes_written = 0;  // in whole sectors
  std::vector<std::string> notes;         // what was done to the workload that a reader of the results should know
};

// Whether a generator can run on this drive, in so far as its text tells it; true of a trace.
bool suits(const Plan& plan, const workload::Workload& workload, diag::Sink& sink);

std::optional<Requests> requests_for(const Plan& plan, const workload::Workload& workload,
                                     const RequestOptions& options, SourceMap& sources, diag::Sink& sink);

// A trace again and again.
struct Run {
  u64 requests = 0;  // in all
  Time period = 0;   // from one repetition to the next
};
// If the trace has `once` requests, the last at that time, at least one; `limit` are of use, and no more than `most`
// may be. Nothing after a diagnostic.
std::optional<Run> run_of(u64 once, Time last, const workload::Workload& workload, u64 limit, u64 most,
                          diag::Sink& sink);

// The two kinds of workload (requests.cpp); `limit` is the most requests that are of use.
std::optional<Requests> trace_requests(const Plan& plan, const workload::Workload& workload,
                                       const RequestOptions& options, u64 limit, SourceMap& sources, diag::Sink& sink);
std::optional<Requests> generated_requests(const Plan& plan, const workload::Workload& workload, u64 count,
                                           u64 run_seed, diag::Sink& sink);

}  // namespace ssd::trace
