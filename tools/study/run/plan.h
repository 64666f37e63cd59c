// What an experiment has to run: for each run its design, workload and seed, what it depends on as one key, and how
// long it is. A value, made before anything runs. Invariant: runs of one key find the same numbers; a run whose numbers
// could differ has another key.
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

struct PlannedRun {
  std::shared_ptr<const DesignAtPoint> design;
  std::shared_ptr<const WorkloadAtPoint> workload;
  std::uint64_t seed = 1;
  bool chosen = true;  // by --points; if not, key and pages are not known
  cache::Key key;
  double pages = 0;         // that the host touches, before time 0 too; some estimate
  bool only_ftl = false;    // the functional pass alone
  std::string misfit = {};  // why the workload cannot run on the design, of two that are sound
  const std::string& refusal() const {
    return !design->refusal.empty() ? design->refusal : !workload->refusal.empty() ? workload->refusal : misfit;
  }
  bool sound() const { return refusal().empty(); }
};

struct StudyPlan {
  const design::Experiment* experiment = nullptr;
  std::vector<PlannedRun> runs;                // in the experiment's order
  std::map<std::string, std::string> digests;  // of the bytes of its traces, by path as written
};

// Of this version of ssdc.
std::string version_text();

// How traces are read, which their requests depend on.
struct TraceReading {
  bool sort = false, skip_bad_lines = false;
  const cache::Folder* cache = nullptr;
};

// Nothing after a diagnostic: a trace or a snapshot of a chosen point is missing or is none. Warnings about traces are
// told once; the traces of all workloads are on the shelf.
std::optional<StudyPlan> make_plan(Environment& environment, const Subject& subject, const std::vector<bool>& chosen,
                                   const TraceReading& reading, trace::TraceShelf& shelf);

// Requests of the trace that are of use to the workload; how that is said in the ways of runtime/trace.
trace::LoadOptions loading(const workload::Workload& workload, const TraceReading& reading);
const std::string& path_of(const workload::TraceSource& source);

}  // namespace ssd::study
