// Statistics of a trace: the numbers by which papers describe their traces. They are exact and take several passes.
// Memory grows with the number of distinct places and sizes, not with the number of requests.
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "runtime/trace/oddities.h"
#include "runtime/trace/trace.h"

namespace ssd::trace {

inline constexpr u64 kInfoPage = 4096;  // bytes: the unit of working sets and alignment
inline constexpr Time kBurstGap =
    200'000;  // ns: requests this close to the one before form a burst (Gao et al., Table II)
inline constexpr std::size_t kTopSizes = 8;

struct SizeFigures {
  u64 requests = 0, bytes = 0, smallest = 0, largest = 0;
  double mean() const { return requests == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(requests); }
};

struct TraceInfo {
  std::string path;
  const Format* format = nullptr;
  Recognition recognition;
  u64 lines = 0, bad_lines = 0, zero_sized = 0, other_lines = 0;

  u64 requests = 0;
  Time duration = 0;  // ns from the earliest to the latest arrival
  SizeFigures writes, reads, trims;
  u64 flushes = 0;
  u64 forced = 0;                            // of the writes
  std::array<u64, 2> gap_range{};            // shortest and longest time between neighbours in order of arrival, in ns
  double gap_median = 0;                     // in ns
  u64 bursts = 0;                            // requests within kBurstGap of the one before, in order of arrival
  u64 pages_touched = 0, pages_written = 0;  // distinct pages of kInfoPage bytes, per device; trims touch none
  u64 aligned = 0;                           // requests that begin and end at multiples of kInfoPage
  u64 lowest = 0, highest = 0;  // first byte touched, and first byte after the last one touched, on any device
  std::vector<std::pair<u32, u64>> devices;  // number, requests; ascending
  Backwards backwards;
  int error = 0;  // errno: the records could not be read back, so the numbers cover only a part of the trace
  std::vector<std::string> doubts;         // as in Trace
  std::vector<std::pair<u64, u64>> sizes;  // bytes, requests: the kTopSizes most frequent sizes, by falling count

  double read_share() const { return static_cast<double>(reads.requests) / static_cast<double>(requests); }
  double gap_mean() const {
    return requests < 2 ? 0 : static_cast<double>(duration) / static_cast<double>(requests - 1);
  }
  double burst_share() const {
    return requests < 2 ? 0 : static_cast<double>(bursts) / static_cast<double>(requests - 1);
  }
  double aligned_share() const { return static_cast<double>(aligned) / static_cast<double>(with_bytes()); }
  u64 with_bytes() const { return requests == flushes ? 1 : requests - flushes; }  // at least 1
};

TraceInfo trace_info(const Trace& trace);
// Loads the trace as well; warnings go to the sink.
std::optional<TraceInfo> trace_info(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                    diag::Sink& sink);

// Warns if requests come after others in the file that arrive later.
void tell_backwards(const Trace& trace, SourceMap& sources, diag::Sink& sink);

std::string render_text(const TraceInfo& info);
// One object: {"schema": "ssdc.trace_info", "version": 1, ...}; docs/results.md documents the keys.
std::string render_json(const TraceInfo& info);

}  // namespace ssd::trace
