// What a long task is given by its caller: where texts and problems are kept, who is told how far it is, and who may
// end it.
#pragma once
#include <cstdint>

#include "runtime/base/diag/diag.h"
#include "runtime/base/source.h"

namespace ssd {

// The stages of a run, in their order, and those that only other tasks have.
enum class Activity : std::uint8_t {
  kWorkload,  // requests are read or made
  kCompile,   // the engine is made for the design
  kDrive,     // the drive is brought to its state at time 0
  kFirst,     // the workload of `start` runs
  kMeasured,  // the workload that is measured runs
  kLife,      // likewise, again and again until the drive's life ends
  kProbe,     // a drive is probed
  kFit,       // workloads that may be like a trace are tried; `count`: the requests that they generate
  kPoints,    // the points of an experiment are checked, and its traces read
  kRuns,      // the runs of an experiment go on, several at one time
};

// How far the runs of an experiment are.
struct RunsDone {
  std::uint64_t done = 0, failed = 0;  // of the runs that are to be made; those that failed are done, too
  std::uint64_t runs = 0;
  double share = 0;  // of the pages that they touch, up to 1
};

// Told how far a task is, and asked whether it goes on. One that does nothing lets all tasks run to their end.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void begin(Activity) {}
  // `count`: pages of kDrive, else requests; `share`: of the activity, up to 1. False ends the task: what is measured
  // keeps what it has found.
  virtual bool goes_on(Activity, std::uint64_t /*count*/, double /*share*/) { return true; }
  // Likewise of kRuns: asked in the thread that began it. False: runs that go on are given up, those that are done
  // stay.
  virtual bool runs_go_on(const RunsDone&) { return true; }
};

// What ways out are called: options of the command line, or fields and functions of ssd_sim.h.
enum class Caller : std::uint8_t { kCommandLine, kLibrary };

struct Environment {
  SourceMap sources;
  diag::Sink sink;
  Caller caller = Caller::kCommandLine;
  Watcher* watcher = nullptr;  // nobody, if null
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
