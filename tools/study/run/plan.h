// The plan of an experiment, made before anything runs: for each run its design, workload and seed, a key for
// everything that its numbers depend on, and its length. Invariant: runs with the same key give the same numbers; runs
// whose numbers could differ have different keys.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/environment.h"
#include "runtime/cache/cache.h"
#include "runtime/trace/trace_shelf.h"
#include "tools/study/run/point_check.h"

namespace ssd::study {

// 88 bytes for each run, and 200 to 300 for each design or workload that differs.
struct PlannedRun {
  std::shared_ptr<const DesignAtPoint> design;  // this and the next are null for runs that Unchosen::kLeaveOut left out
  std::shared_ptr<const WorkloadAtPoint> workload;
  std::uint64_t seed = 1;
  bool chosen = true;     // chosen by --points; if not, `key` and `pages` are not set
  bool only_ftl = false;  // the functional pass alone
  cache::Key key;
  double pages = 0;  // pages that the host touches, also before time 0; partly estimated
  // Why the workload cannot run on the design, if both are valid by themselves; null: it can.
  std::shared_ptr<const std::string> misfit = nullptr;
  bool sound() const { return design->refusal.empty() && workload->refusal.empty() && misfit == nullptr; }
  std::string refusal() const {  // empty: it is sound
    return !design->refusal.empty() ? design->refusal : misfit == nullptr ? workload->refusal : *misfit;
  }
};

struct StudyPlan {
  const design::Experiment* experiment = nullptr;
  std::vector<PlannedRun> runs;                // in the experiment's order
  std::map<std::string, std::string> digests;  // digests of the contents of its traces, by path as it is written
  std::map<std::string, std::string> inputs;   // the same of its traces and snapshots, by the path that a run opens
};

// The version of this ssdc.
std::string version_text();
// The versions of everything that turns a design and its requests into numbers: the program and the engine.
const std::string& version_of_numbers();

// How traces are read. The requests depend on it.
struct TraceReading {
  bool sort = false, skip_bad_lines = false;
  const cache::Folder* cache = nullptr;
};

// Whether designs and workloads of points that are not chosen are checked, too. Results need them; the runs do not.
enum class Unchosen : std::uint8_t { kCheck, kLeaveOut };

// Returns nothing after a diagnostic: a trace or a snapshot of a chosen point is missing or invalid. Warnings about
// traces are reported once. The traces of all workloads are then on the shelf. Runs of another version have other keys.
std::optional<StudyPlan> make_plan(Environment& environment, const Subject& subject, const std::vector<bool>& chosen,
                                   const TraceReading& reading, trace::TraceShelf& shelf,
                                   Unchosen unchosen = Unchosen::kCheck,
                                   const std::string& version = version_of_numbers());

// The options with which the trace is loaded: only as many records as the workload uses.
trace::LoadOptions loading(const workload::Workload& workload, const TraceReading& reading);
const std::string& path_of(const workload::TraceSource& source);

}  // namespace ssd::study
