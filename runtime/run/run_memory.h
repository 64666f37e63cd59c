// What a run may take of the machine's memory, and what is said where that is not enough.
#pragma once
#include <optional>

#include "runtime/base/environment.h"
#include "runtime/run/simulation.h"

namespace ssd::run {

// What the requests, the drive and the operations that wait may take in all, and who says so.
struct Allowance {
  std::uint64_t bytes;
  bool stated;
};
// `stated`: by `--memory`.
Allowance allowance(std::optional<std::uint64_t> stated);

// What is held in memory beside what a run takes by itself.
struct Beside {
  std::uint64_t requests = 0, states = 0,
                timeline = 0;  // bytes: of all workloads, of states of the drive, of what is recorded
  bool one_by_one = false;     // nobody said how many requests there are to be
  std::uint64_t bytes() const { return requests + states + timeline; }
};

// `needed`: what the drive takes. False after a diagnostic.
bool fits_memory(Environment& environment, const Plan& plan, std::uint64_t needed, const Beside& beside,
                 const Allowance& allowed);
bool within_memory(Environment& environment, const Outcome& outcome, const Span& at, std::uint32_t closed_depth,
                   const Allowance& allowed);

}  // namespace ssd::run
