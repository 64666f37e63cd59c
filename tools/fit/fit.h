// From a trace to a workload of the language that is like it. What can be worked out is (shares, sizes, times); where
// requests go is found by trial: a few kinds of pattern, the plainest first, each turned until what it generates
// touches as many pages, as often, as the trace does.
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

// The requests that are fitted by default; more take longer, and 24 bytes each.
inline constexpr u64 kUsualRequests = 4'000'000, kMostFitted = 100'000'000;  // the language's most

struct Limits {
  std::optional<u64> space;  // bytes: no region is larger, as on a drive of that size
};

// What the trace is like, in order of arrival, its devices end to end. Its records' error() says whether all of it was
// read.
struct Measured {
  Profile profile;
  std::size_t devices = 1;
  Time duration = 0;
  int error = 0;  // the system's
};
Measured measured(const trace::Trace& trace);

// What the workload's generator makes, with a space that holds its pattern. Nothing after a diagnostic.
std::optional<Profile> generated(const workload::Workload& workload, SourceMap& sources, diag::Sink& sink);

// Told after each trial: how many requests were generated so far, and which share of the most trials that there may be.
using Told = std::function<void(u64 generated, double share)>;

// Without a name.
workload::Workload fitted(const Profile& trace, const Limits& limits, const Told& told = {});

}  // namespace ssd::fit
