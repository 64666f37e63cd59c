// The engine's own time and instructions: what its calls cost in a run. Filling the drive, making requests and telling
// results are not in it, nor is getting memory from the system, so that a short run says what a long one would.
//
//   const Task& task = task_of("name", [] { return Task{…}; });
//   measure(state, task, EngineChoice::kJit);
//
// Each run's results are compared with those of the generic engine in a run of all passes; if they differ, the
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

// A drive, what the host asks of it, and which passes are made.
struct Task {
  design::Design design;
  std::vector<Request> requests;
  u32 closed_depth = 0;
  Pass pass = Pass::kAll;
  std::shared_ptr<const run::DriveState> start = nullptr;  // the drive at time 0, instead of what the design says
  bool whole = false;  // takes the whole-drive loop also where the plain ones would do; generic engine only

  // Made when they are first asked for.
  struct Made;
  std::shared_ptr<Made> made = nullptr;
};

// The same task each time that Google Benchmark comes back to a benchmark: it is made once in a process.
Task& task_of(const std::string& name, const std::function<Task()>& make);

// How the task's requests leave its drive.
run::DriveState state_after(const Task& task);

// Sets the time of each iteration (UseManualTime), and the counters that bench/report reads.
void measure(benchmark::State& state, Task& task, EngineChoice choice);

// One line a benchmark that measures so: a run is long enough to count once.
inline benchmark::internal::Benchmark* once(benchmark::internal::Benchmark* b) {
  return b->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}

// Runs whole simulations, from an empty drive to its results, for benchmarks of the user's time.
void measure_whole_runs(benchmark::State& state, const design::Design& design, const run::Load& load,
                        EngineChoice choice, bool whole = false);

inline EngineChoice choice_of(i64 jit) { return jit == 0 ? EngineChoice::kGeneric : EngineChoice::kJit; }

// The first 48 bits of a fingerprint: a counter holds them exactly.
inline double as_counter(u64 hash) { return static_cast<double>(hash >> 16); }

}  // namespace ssd::bench
