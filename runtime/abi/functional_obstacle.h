// Whether the functional pass alone (Pass::kFunctional, only_ftl.results) can do what a whole run would do with the
// map, and if not, why.
#pragma once
#include <string>

#include "runtime/abi/plan.h"
#include "runtime/base/diag/diag.h"

namespace ssd {

// Empty `what`: there is no obstacle.
struct Obstacle {
  std::string what;     // in a few words, with the key
  std::string way_out;  // what to write so that it can be run
  bool by_time = true;  // true: where pages lie depends on the clock; false: this pass does not support it
};
// Which requests a workload lets arrive without a clock.
enum class Loop : u8 {
  kOpen,    // all, at their times
  kClosed,  // all, in their order
  kFlows,   // their order depends on the clock (workload::arrives_by_flow)
  kTimed,   // how many there are depends on it (workload::ends_by_clock)
};
Loop loop_of(const workload::Workload& workload);
// `leaves_state`: another run starts from the state that this one leaves.
Obstacle functional_obstacle(const Config& config, Loop loop, bool leaves_state);

// How the functional pass alone was chosen: `--only ftl`, or `only: ftl` of an experiment.
enum class OnlyBy : u8 { kOption, kExperiment };
// Reports why a design cannot be run so.
diag::Diagnostic& report_obstacle(const Obstacle& obstacle, const std::string& design, Span at, OnlyBy by,
                                  diag::Sink& sink);

}  // namespace ssd
