// What a long task gets from its caller: where sources and diagnostics are kept, and a watcher that is informed of the
// progress and may end the task.
#pragma once
#include <cstdint>

#include "runtime/base/diag/diag.h"
#include "runtime/base/source.h"

namespace ssd {

// The stages of a run in their order, then those of other tasks.
enum class Activity : std::uint8_t {
  kWorkload,  // requests are read or generated
  kCompile,   // the engine is compiled for the design
  kDrive,     // the drive is brought to its state at time 0
  kFirst,     // the workload of `start` runs
  kMeasured,  // the measured workload runs
  kLife,      // the measured workload is repeated until the drive's life ends
  kProbe,     // a drive is probed
  kFit,       // candidate workloads for a trace are tried; `count`: the requests that they generate
  kPoints,    // the points of an experiment are checked, and its traces read
  kRuns,      // the runs of an experiment are carried out, several at a time
};

// The progress of the runs of an experiment.
struct RunsDone {
  std::uint64_t done = 0, failed = 0;  // of all runs to be made; failed runs are done, too
  std::uint64_t runs = 0;
  double share = 0;  // of the pages of all runs, 0 to 1
};

// Is informed of the progress of a task, and decides whether the task goes on. The functions here let every task run to
// its end.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void begin(Activity) {}
  // `count`: pages for kDrive, otherwise requests; `share`: of the activity, 0 to 1. False ends the task; a measurement
  // keeps what it has found so far.
  virtual bool goes_on(Activity, std::uint64_t /*count*/, double /*share*/) { return true; }
  // The same for kRuns, called in the thread that began it. False: unfinished runs are given up, finished ones are
  // kept.
  virtual bool runs_go_on(const RunsDone&) { return true; }
};

// Determines what ways out are called: options of the command line, or fields and functions of ssd_sim.h.
enum class Caller : std::uint8_t { kCommandLine, kLibrary };

struct Environment {
  SourceMap sources;
  diag::Sink sink;
  Caller caller = Caller::kCommandLine;
  Watcher* watcher = nullptr;  // null: nobody watches
};

inline void begin(const Environment& environment, Activity activity) {
  if (environment.watcher != nullptr) environment.watcher->begin(activity);
}
inline bool goes_on(const Environment& environment, Activity activity, std::uint64_t count, double share) {
  return environment.watcher == nullptr || environment.watcher->goes_on(activity, count, share);
}
inline bool runs_go_on(const Environment& environment, const RunsDone& done) {
  return environment.watcher == nullptr || environment.watcher->runs_go_on(done);
}

}  // namespace ssd
