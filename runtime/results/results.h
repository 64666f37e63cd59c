// What a run found, as numbers with their meaning: made from the engine's integer counts once, at the end (rule 41: floating point
// only in the last formula). Reports print this and nothing else.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/results.h"

namespace ssd::results {

// Response times in ns. Percentiles are upper edges of histogram buckets (at most 1/1024 too high), never above the maximum.
struct Latency {
  u64 count = 0;
  double mean = 0, stddev = 0;  // population standard deviation
  Time min = 0, max = 0;
  Time p50 = 0, p90 = 0, p99 = 0, p999 = 0, p9999 = 0;
};
// The latency of all values of the histograms together.
Latency latency(std::span<const Histogram* const> histograms);

// Shares of the run's clock during which a resource was busy, by cause.
struct Busy {
  double host = 0, collection = 0;
  double total() const { return host + collection; }
};

struct EraseSpread {
  u64 total = 0, min = 0, max = 0;  // of a block
  double mean = 0;                  // a block
  double stddev = 0;                // over all blocks
  double stddev_within_planes = 0;  // over the blocks of a plane, averaged over planes
  double stddev_over_planes = 0;    // of the planes' means
};
// `erases` of all blocks, plane by plane.
EraseSpread erase_spread(std::span<const u32> erases, u64 blocks_per_plane);

struct Results {
  bool partial = false;   // interrupted: only requests that were complete by then
  Latency response, read, write;
  HostCounts host{};
  FlashCounts flash{};
  Time clock = 0;         // 0 to the end of the last flash phase (rule 43)
  std::vector<Busy> channels, chips, dies, planes;
  EraseSpread erases;
  u64 memory_bytes = 0;   // of the simulated state
  u64 physical_pages = 0;

  // From the first arrival to the last host completion; 0 for a run without length.
  Time host_span() const { return host.last_completion > host.first_arrival ? host.last_completion - host.first_arrival : 0; }
  double bandwidth() const;            // bytes a second
  double iops() const;                 // requests a second
  double write_amplification() const;  // (host + collection programs) / host programs; 1 if nothing was written
};

}  // namespace ssd::results
