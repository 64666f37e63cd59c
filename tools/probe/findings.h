// The results of a probe: each answer with its evidence, or with the reason why there is none, and the measurements
// that are drawn.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tools/probe/bench.h"

namespace ssd::probe {

struct Answer {
  std::optional<u64> value;  // none: unknown
  std::string reason;        // the evidence for the answer, or why there is none
  // The number of measurements that could contradict the answer, and of those that do not.
  u64 tested = 0, agreeing = 0;
};

inline Answer cannot_tell(std::string reason) { return {.value = {}, .reason = std::move(reason)}; }

// What determines the place of a page.
enum class Mapping : u8 {
  kAddress,      // its logical address
  kWriteOrder,   // the number of pages written before it
  kIdleUnits,    // the same, but busy units are skipped
  kEitherOrder,  // one of the last two; the measurements do not show which
};

struct Curve {
  std::string name;
  std::vector<double> y;
};
struct Plot {
  std::vector<u64> x;
  std::vector<Curve> curves;  // each curve has a y for each x
};

// The units of a period's chunks, numbered in order of appearance, and the channels of these units.
struct Pattern {
  std::vector<u32> unit_of;     // [chunks of a period]
  std::vector<u32> channel_of;  // [units]; empty: unknown
};

struct Findings {
  Answer chunk;     // bytes that lie together in one page of one unit
  Answer period;    // number of consecutively written chunks after which the drive's units repeat in the same order
  Answer units;     // number of units that read independently
  Answer joined;    // number of chunks of a period that one unit reads at the same time
  Answer channels;  // number of groups of units that share a bus: the interleaving degree
  Answer units_per_channel;  // number of units of a channel
  Answer mapping;            // the value is a Mapping
  Pattern pattern;
  Plot shift;             // x: sectors; response time in ns of a read that begins there (Fig. 2)
  Plot stride;            // x: chunks; bytes per second of two reads at that distance (Fig. 3)
  Plot rewritten;         // the same, after chunks were written in random order (Fig. 4)
  bool buffered = false;  // response times of reads changed after much else was written
  Time noise = 0;         // the largest difference between repeated measurements, ns
  Effort effort;
};

}  // namespace ssd::probe
