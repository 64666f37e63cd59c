// A run's results as text and as JSON. Both show the same numbers; the JSON's keys are documented in docs/results.md
// and are stable.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/results/object_from.h"
#include "runtime/results/results.h"

namespace ssd::results {

// Facts about this machine and this execution: everything that may differ between two runs of the same design, workload
// and seed.
struct HostFacts {
  std::string engine;  // "generic", "jit", or "built" by `ssdc build`
  std::optional<std::uint64_t>
      jit_from;  // the run began with the generic engine, and the specialised one took over after this many requests
  bool linked_in = false;  // the engine is part of the program, which `ssdc build` made
  ObjectFrom from = ObjectFrom::kCompiled;
  double compile_seconds = 0;   // from the file to a simulator that is ready
  double workload_seconds = 0;  // for reading the trace, or generating requests
  double start_seconds = 0;     // for making the drive's state at time 0
  double run_seconds = 0;
  u64 page_operations = 0;  // flash operations of the run: reads, programs, erases
  bool checked = false;     // the conservation laws were verified and hold
};

// The drive at time 0, and what ran on it before (start.run, start.snapshot).
struct StartFacts {
  std::string state{"erased"};  // or "filled", "snapshot"
  std::string snapshot;         // the file's path as the user wrote it
  u32 checksum = 0;             // of that file
  std::string workload;         // the workload that ran before the measurement; empty: none
  u64 requests = 0, pages_written = 0,
      preloaded = 0;  // of that workload: its requests, the pages that the host wrote, and the pages that were
                      // preloaded (start.preload)
};

struct Report {
  const Plan* plan = nullptr;
  std::string workload;         // its name, or the trace's path
  std::string workload_detail;  // "msr, 100,000 requests"
  u64 requests = 0;             // of the workload, including those that a partial run did not reach
  u64 closed_depth = 0;
  u64 seed = 0;
  StartFacts start;
  Results results;
  HostFacts host;
  std::vector<std::string> notes;  // what a reader of these numbers must know
};

// Whether it is known when a life ended: the functional pass alone knows arrivals in an open loop only.
bool knows_end(const Report& report);

std::string text(const Report& report);
std::string json(const Report& report);  // {"schema": "ssdc.results", "version": 1, …}

}  // namespace ssd::results
