// The simulated drive behind the probe's interface (tools/probe/device.h): it gets requests, simulates them, and
// returns their response times.
#pragma once
#include "runtime/run/incremental.h"
#include "tools/probe/device.h"

namespace ssd::probe {

class SimulatedDevice {
 public:
  // `run`: an open loop of the design that has not begun. `goes_on`: called between pieces with the number of requests
  // that were simulated so far; false stops the device.
  SimulatedDevice(run::IncrementalRun& run, const Plan& plan, std::function<bool(u64 requests)> goes_on);

  // Valid as long as this object.
  Device device();
  // Simulated time, ns.
  Time now() const { return now_; }
  // Whether the run has ended by itself; its outcome has the reason.
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
