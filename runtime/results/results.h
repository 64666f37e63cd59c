// The results of a run, as numbers with a meaning: computed from the engine's integer counts once, at the end
// (account.numbers: floating point only in the last formula). Reports print these numbers and nothing else.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/plan.h"
#include "runtime/abi/results.h"
#include "runtime/abi/series.h"
#include "runtime/results/lifetime.h"

namespace ssd::results {

// Response times in ns. Percentiles are upper edges of histogram buckets (at most 1/1024 too high), and never above the
// maximum.
struct Latency {
  u64 count = 0;
  double mean = 0, stddev = 0;  // population standard deviation
  Time min = 0, max = 0;
  Time p50 = 0, p90 = 0, p99 = 0, p999 = 0, p9999 = 0;
};
// The latency of all values of the histograms together.
Latency latency(std::span<const Histogram* const> histograms);

// Shares of the run's clock for which a resource was busy, by cause (account.busy).
struct Busy {
  double host = 0, collection = 0;
  double total() const { return host + collection; }
};

struct EraseSpread {
  u64 total = 0, min = 0, max = 0;  // total over all blocks; min and max of a block
  double mean = 0;                  // of a block
  double stddev = 0;                // over all blocks
  double stddev_within_planes = 0;  // over the blocks of a plane, averaged over planes
  double stddev_over_planes = 0;    // of the planes' means
};
// `erases`: of all blocks, plane by plane.
EraseSpread erase_spread(std::span<const u32> erases, u64 blocks_per_plane);

// Shares of the clock, averaged over units (account.unit_shares): array, bus, contention, idle; they sum to 1.
struct Execution {
  double array = 0, bus = 0, contention = 0, idle = 0;
};

// Energies in joules, from counts and the part's constants (account.numbers); all 0 if the part has no constants.
struct EnergyUse {
  double read = 0, program = 0, erase = 0, transfer = 0, idle = 0;
  double total() const { return read + program + erase + transfer + idle; }
};
// The energy of the counts with these constants. A copyback is one read and one program of the array; the idle power is
// that of `dies` dies over the clock.
EnergyUse energy_use(const Energy& constants, const FlashCounts& flash, u64 bus_bytes, Time clock, u64 dies);

// The four classes of flash-level parallelism of one type of command (account.parallelism), and its commands by number
// of planes.
struct CommandClasses {
  u64 plain = 0, interleaved = 0, multiplane = 0, both = 0;
  std::array<u64, kMostPlanes> by_planes{};
  u64 total() const { return plain + interleaved + multiplane + both; }
};
CommandClasses classes(const CommandCounts& commands, CommandType type);

// How long a power supply must last to write back N pages, where N is held_time / clock and a chip takes `write_back`
// ns for a page (copies.held_time). In ns, rounded half up; 0 if the clock is.
Time power_loss(u128 held_time, Time clock, u64 chips, Time write_back);

struct FlowResults;

struct Results {
  // The functional pass ran alone (`--only ftl`, only_ftl.results), so only the results of the map are set.
  // flash.host_reads are then all page reads of pages that hold data, whether from the flash or from a program under
  // way; conflicts, collections begun in idle time and everything that is measured in time are missing.
  bool functional_only = false;
  bool partial = false;  // the run was interrupted: the numbers cover the requests that were complete by then
  Latency response;      // of reads and writes; trims and flushes transfer nothing and are separate
  Latency read, write, trim, flush;
  HostCounts host{};
  FlashCounts flash{};
  CommandCounts commands{};
  std::vector<UnitTimes> units;  // in ns of the clock
  EnergyUse energy;
  u64 bus_bytes = 0;  // that crossed the channels, spare included
  Time since = 0;     // since when all this is counted: behind the warm-up of the workload (account.phases)
  Time clock = 0;     // from `since` to the end of the last flash phase (time.clock)
  std::vector<Busy> channels, chips, dies, planes;
  EraseSpread erases;
  Lifetime lifetime;
  u64 memory_bytes = 0;      // of the simulated state
  bool whole_drive = false;  // a design of the whole-drive loop, which alone sees other chips when a collection begins
  u128 held_time = 0;        // ns of all pages in the buffer of any_idle, to the end of the run
  Time power_loss = 0;       // results::power_loss(), in ns
  u128 volatile_time = 0;    // of the buffer's slots that were volatile, in slots x ns (account.volatile), and over
  Time volatile_span = 0;    // which time
  u64 most_volatile = 0;     // slots
  u64 slot_bytes = 0;        // of a slot
  u64 physical_pages = 0;
  u64 page_bytes = 0;                // of data, without spare
  Series series{};                   // over simulated time
  std::vector<FlowResults> flows;    // of the workload, in the order of their numbers (host.flows)
  std::vector<StreamPages> streams;  // by number; empty if there is only one (account.streams)
  bool collects_by_stream = false;   // only then their moved pages are counted

  // From the first arrival to the last completion of the host, in ns; 0 if the run has no length.
  Time host_span() const {
    return host.last_completion > host.first_arrival ? host.last_completion - host.first_arrival : 0;
  }
  double bandwidth() const;  // bytes per second
  double iops() const;       // reads and writes per second
  Execution execution() const;
  // Mean ns of each part of the response time of reads, writes or trims.
  std::array<double, kParts> parts(Direction direction) const;
  double part(Direction direction, Part part) const { return parts(direction)[static_cast<std::size_t>(part)]; }
  u64 completed() const { return host.completed[0] + host.completed[1] + host.completed[2] + host.completed[3]; }
  // When the last phase or request ended.
  Time end() const { return host.last_completion > since + clock ? host.last_completion : since + clock; }
  double pages_moved() const;  // by a collection, mean; 0 if there was no collection
  // Pages that a collection moved over the bus, by copyback, and into slots of the controller; means, 0 if there was no
  // collection.
  double moved_by_bus() const;
  double moved_by_copyback() const;
  double moved_by_slot() const;
  double held_mean() const;        // mean ns for which a page was in a slot
  double held_pages_mean() const;  // pages in slots, mean over the clock
  double volatile_mean() const;    // bytes (account.volatile)
  // Shares of collections, and of chips (account.conflicts); no number where the whole-drive loop did not run.
  double idle_drive() const;
  double idle_chips() const;
  // (host + collection programs) / host programs; 1 if there are no host programs.
  double write_amplification() const;
  u64 skipped_pages() const;  // for multi-plane commands, for copybacks, by wear levelling
  // The same with the skipped pages in the numerator: they use up erased pages, too.
  double write_amplification_with_skipped() const;
  // Bytes of data in the pages programmed for the host and by collection, spare not included.
  u128 programmed_bytes() const;
  u64 written_bytes() const;  // by completed requests of the host
  // programmed_bytes() / written_bytes(); 1 if the host wrote nothing.
  double write_amplification_by_bytes() const;
};

// (host + moved pages) / host pages of a stream; 1 if the host wrote none (account.streams).
double write_amplification(const StreamPages& pages);

// What is counted by flow or phase: of `numbers` the latencies and `host` are set.
struct FlowResults {
  std::string name;
  u64 requests = 0;  // that the workload gives it
  u64 closed_depth = 0;
  bool is_phase = false, counted = true;
  Results numbers;
};

// Sets the latencies from the response times: [kDirections].
void set_latencies(const Histogram* response, Results& r);

}  // namespace ssd::results
