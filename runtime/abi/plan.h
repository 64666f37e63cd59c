// The Plan: everything that runs of a drive depend on, and nothing else. The compiler makes it from a checked design
// and workloads; the runtime runs it without knowing the language. A run is a function of (Plan, requests, seed). A
// Plan is a value without units (times in ns, sizes in bytes); it can be listed, written to bytes and read back, and
// compared.
//
// Invariants: `config` is complete and agrees with `geometry` and `policies`; programs fulfil the invariant of
// program.h; the formulas of a static map give every logical page a plane within the geometry.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/config.h"
#include "runtime/abi/function.h"
#include "runtime/abi/geometry.h"
#include "runtime/abi/tables.h"
#include "runtime/abi/workload.h"

namespace ssd {

// Energies in femtojoules, so that a picojoule per byte may have decimals; power in femtojoules per nanosecond (=
// microwatts). All 0: not given.
struct Energy {
  std::uint64_t read = 0, program = 0, erase = 0, transfer_per_byte = 0;
  std::uint64_t idle = 0;  // of each die, over the whole clock
  friend bool operator==(const Energy&, const Energy&) = default;
};

// The drive before time 0: erased, filled (start.filled), or from a snapshot (start.snapshot); and the workload that
// runs on it before the measured run (start.run).
struct Start {
  bool filled = false;
  std::uint64_t valid_parts = 0, invalid_parts = 0;  // of each plane's pages, in parts per million
  bool random = false;                               // the list of pages is shuffled
  bool even = false;                                 // all blocks but one are begun alike (start.even)
  std::uint64_t seed = 0;
  std::string snapshot;       // the file's path as the user wrote it; empty: none
  std::string snapshot_file;  // the path to open
  Span snapshot_span;
  std::string run;                                     // the workload's name; empty: none
  Span run_span, run_declared;                         // where it is named, and where it is declared
  std::shared_ptr<const workload::Workload> workload;  // the workload itself
};

struct Plan {
  std::string name;  // of the design
  Span span;         // where it is declared
  Geometry geometry;
  Config config;
  Policies policies;
  std::vector<TableShape> tables;
  std::vector<u8> queue_weights;  // of each host queue, with Arbitration::kWeighted; otherwise empty
  Energy energy;
  std::uint64_t map_period = 0;  // the map repeats after this many logical pages; 0: it does not repeat
  Start start;
  std::vector<workload::Workload>
      workloads;  // workloads that it can be run with; the first is the one that runs if none is named

  std::uint64_t logical_pages() const { return config.logical_pages; }
  std::uint64_t logical_bytes() const { return config.logical_pages * geometry.unit_bytes(); }
};
// The plane of a logical page, by the formulas of a static map.
PlaneAddress place(const Policies& policies, std::uint64_t lpn);
// The whole pages in a share of `pages` that is given in parts of workload::kWhole; rounded down (start.filled).
std::uint64_t share_of_pages(std::uint64_t pages, std::uint64_t parts);

// Which passes a run makes: all, or the functional one alone (`--only ftl`). If it is known how the plain loops will
// advance channels, the engine need not contain the other way.
// kWhole: all, in the whole-drive loop even if the plain loops would do.
enum class Pass : std::uint8_t { kAll, kAllIndependent, kAllCoupled, kFunctional, kWhole };
// The numbers that the engine reads in such a run.
Config config_of(const Plan& plan, Pass pass);

// Equal except for places in texts.
bool operator==(const Plan& a, const Plan& b);
// A stable listing of everything in it except places (`ssdc dump --stage plan`).
std::string dump(const Plan& plan);
// The same for a workload. identity(): only what its requests depend on, not its name, nor the path of its trace.
std::string dump(const workload::Workload& workload);
std::string identity(const workload::Workload& workload);
// What simulated numbers of the drive depend on, without workloads, names and places: as text, and as 128 bits in
// hexadecimal.
std::string identity(const Plan& plan);
std::string hash(const Plan& plan);

}  // namespace ssd
