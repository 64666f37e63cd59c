// Measures the engine's own time and instructions: the cost of its calls in a run. Filling the drive, making requests,
// making reports and getting memory from the system do not count, so a short run measures the same as a long one.
//
//   const Task& task = task_of("name", [] { return Task{…}; });
//   measure(state, task, EngineChoice::kJit);
//
// Each run's results are compared with those of the generic engine in a run of all passes. If they differ, the
// benchmark fails.
#pragma once
#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "bench/bench_design.h"
#include "tools/api/simulator.h"

namespace ssd::bench {

// What a benchmark runs: a drive, its requests, and the passes to make.
struct Task {
  design::Design design;
  std::vector<Request> requests;
  u32 closed_depth = 0;
  Pass pass = Pass::kAll;
  // The drive at time 0; null: as the design defines it.
  std::shared_ptr<const run::DriveState> start = nullptr;
  bool whole = false;  // use the whole-drive loop even if the plain ones would do; generic engine only

  // Results of earlier runs, computed when they are first needed.
  struct Made;
  std::shared_ptr<Made> made = nullptr;
};

// The task of that name. It is made only once in a process, because Google Benchmark calls a benchmark several times.
Task& task_of(const std::string& name, const std::function<Task()>& make);

// The state in which the task's requests leave the drive.
run::DriveState state_after(const Task& task);

// Measures a task: sets the time of each iteration (UseManualTime), and the counters that bench/report reads.
void measure(benchmark::State& state, Task& task, EngineChoice choice);

// Sets up a benchmark that measures in this way: a single run is long enough to count.
inline benchmark::internal::Benchmark* once(benchmark::internal::Benchmark* b) {
  return b->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}

// Runs whole simulations, from an empty drive to the results, for benchmarks of the user's time.
void measure_whole_runs(benchmark::State& state, const design::Design& design, const run::Load& load,
                        EngineChoice choice, bool whole = false);

inline EngineChoice choice_of(i64 jit) { return jit == 0 ? EngineChoice::kGeneric : EngineChoice::kJit; }

// The first 48 bits of a fingerprint, which a counter (a double) holds exactly.
inline double as_counter(u64 hash) { return static_cast<double>(hash >> 16); }

}  // namespace ssd::bench
