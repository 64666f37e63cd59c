// How much of the machine's memory a run may take, and the diagnostics for runs that need more.
#pragma once
#include <optional>

#include "runtime/base/environment.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// What the requests, the drive and the waiting operations may take together, in bytes, and whether the user set this
// limit.
struct Allowance {
  std::uint64_t bytes;
  bool stated;
};
// `stated`: the limit of `--memory`, if it is given.
Allowance allowance(std::optional<std::uint64_t> stated);

// Memory that is held besides what a run itself takes.
struct Beside {
  std::uint64_t requests = 0, states = 0,
                timeline = 0;  // in bytes: requests of all workloads; states of the drive; the recorded timeline
  bool one_by_one = false;     // requests are submitted one by one, so their number is not known
  std::uint64_t bytes() const { return requests + states + timeline; }
};

// `needed`: bytes that the drive takes. False after a diagnostic.
bool fits_memory(Environment& environment, const Plan& plan, std::uint64_t needed, const Beside& beside,
                 const Allowance& allowed);
bool within_memory(Environment& environment, const Outcome& outcome, const Span& at, std::uint32_t closed_depth,
                   const Allowance& allowed);

}  // namespace ssd::run
