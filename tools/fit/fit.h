// Makes a workload of the language that resembles a trace. Shares, sizes and times are computed from the trace. The
// places of requests are found by trial: a few kinds of pattern are tried, the simplest first, and each is adjusted
// until its requests touch as many pages, as often, as the trace does.
//
// Invariant: the same records give the same workload, on every machine.
#pragma once
#include <functional>
#include <optional>

#include "runtime/abi/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/trace/trace.h"
#include "tools/fit/profile.h"

namespace ssd::fit {

// The number of requests that are fitted by default. More take longer; each takes 24 bytes.
inline constexpr u64 kUsualRequests = 4'000'000, kMostFitted = 100'000'000;  // the most that the language can express

struct Limits {
  std::optional<u64> space;  // bytes: no region is larger, so that the workload fits a drive of that size
};

// The properties of the trace, in order of arrival, with its devices end to end.
struct Measured {
  Profile profile;
  std::size_t devices = 1;
  Time duration = 0;
  int error = 0;  // errno, if the records could not be read to their end
};
Measured measured(const trace::Trace& trace);

// The properties of the requests that the workload generates, on a drive that is large enough for its pattern. Returns
// nothing after a diagnostic.
std::optional<Profile> generated(const workload::Workload& workload, SourceMap& sources, diag::Sink& sink);

// Called after each trial with the number of requests generated so far, and the trials made as a share of the most
// trials that are possible.
using Told = std::function<void(u64 generated, double share)>;

// The result has no name yet.
workload::Workload fitted(const Profile& trace, const Limits& limits, const Told& told = {});

}  // namespace ssd::fit
