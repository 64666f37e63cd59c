// The simulated drive behind the probe's narrow window (tools/probe/device.h): it is handed requests, simulates them,
// and gives back their response times.
#pragma once
#include "runtime/run/incremental.h"
#include "tools/probe/device.h"

namespace ssd::probe {

class SimulatedDevice {
 public:
  // `run`: of the design, an open loop that has not begun. `goes_on`: asked between pieces, with how many requests were
  // simulated so far.
  SimulatedDevice(run::IncrementalRun& run, const Plan& plan, std::function<bool(u64 requests)> goes_on);

  // Good as long as this object.
  Device device();
  // Simulated time, in ns.
  Time now() const { return now_; }
  // The run has ended by itself; it says why.
  bool ended() const { return ended_; }

 private:
  bool take_in(std::span<const Access> accesses, Time pause, std::vector<Time>& responses);

  run::IncrementalRun& run_;
  u64 bytes_, sector_;
  std::function<bool(u64 requests)> goes_on_;
  Time now_ = 0;
  u64 submitted_ = 0;
  bool ended_ = false;
};

}  // namespace ssd::probe
