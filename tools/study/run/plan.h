// The plan of an experiment, made before anything runs: for each run its design, workload and seed, a key for
// everything that its numbers depend on, and its length. Invariant: runs with the same key give the same numbers; runs
// whose numbers could differ have different keys.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "runtime/base/environment.h"
#include "runtime/base/paged_bytes.h"
#include "runtime/cache/cache.h"
#include "runtime/trace/trace_shelf.h"
#include "tools/study/run/point_check.h"

namespace ssd::study {

// What keeps a run from being made: its design or its workload is rejected, or they are valid but do not suit each
// other.
enum class Obstructed : std::uint8_t { kNo, kByDesign, kByWorkload, kByMisfit };

struct PlannedRun {
  cache::Key key;
  std::uint32_t design = 0, workload = 0;  // numbers in StudyPlan::designs and StudyPlan::workloads
  std::uint64_t misfit = 0;                // place of the reason, of Obstructed::kByMisfit
  float pages = 0;                         // pages that the host touches, also before time 0; partly estimated
  // Chosen by --points; if not, `key` and `pages` are not set, and with Unchosen::kLeaveOut nothing else is.
  bool chosen = false;
  Obstructed obstructed = Obstructed::kNo;
  bool sound() const { return obstructed == Obstructed::kNo; }
};

// The runs and what they need are in lists that need not fit in memory: functions that read them throw RoomLost.
struct StudyPlan {
  const design::Experiment* experiment = nullptr;
  PagedRows<PlannedRun> rows;  // in the experiment's order
  PointStore designs, workloads;
  PagedTexts misfits;
  std::map<std::string, std::string> digests;  // digests of the contents of its traces, by path as it is written
  std::map<std::string, std::string> inputs;   // the same of its traces and snapshots, by the path that a run opens
  std::size_t size() const { return experiment->runs(); }
  PlannedRun run(std::size_t number) const { return rows.at(number); }
  std::uint64_t seed(std::size_t number) const { return number % experiment->seeds + 1; }
  std::string refusal(const PlannedRun& run) const;  // of a run that is not sound: why
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
