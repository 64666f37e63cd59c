// What a probe has found of a drive: each answer with what shows it, or with why there is none, and the measurements as
// they are drawn.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tools/probe/bench.h"

namespace ssd::probe {

struct Answer {
  std::optional<u64> value;  // nothing: it cannot be told
  std::string reason;        // what shows it, or why it cannot be told
  u64 tested = 0,
      agreeing = 0;  // measurements that would be otherwise if it were not so, and how many of them are as it says
};

inline Answer cannot_tell(std::string reason) { return {.value = {}, .reason = std::move(reason)}; }

// By what a page's place is chosen.
enum class Mapping : u8 {
  kAddress,      // its logical address
  kWriteOrder,   // how many were written before it
  kIdleUnits,    // likewise, but units that are busy are passed over
  kEitherOrder,  // one of the last two: which, is hidden
};

struct Curve {
  std::string name;
  std::vector<double> y;
};
struct Plot {
  std::vector<u64> x;
  std::vector<Curve> curves;  // a y for each x
};

// The units that the chunks of a period lie in, by number in order of appearance, and the channels of those units.
struct Pattern {
  std::vector<u32> unit_of;     // [chunks of a period]
  std::vector<u32> channel_of;  // [units]; empty: not told
};

struct Findings {
  Answer chunk;              // bytes that lie together in one page of one unit
  Answer period;             // chunks, written in order, after which the drive's units come in the same order again
  Answer units;              // that read by themselves
  Answer joined;             // chunks of a period that one unit reads at the same time
  Answer channels;           // groups of units that do not share a bus: the interleaving degree
  Answer units_per_channel;  // the degree behind a channel
  Answer mapping;            // a Mapping
  Pattern pattern;
  Plot shift;             // sectors: response time in ns of a read that begins there (Fig. 2)
  Plot stride;            // chunks: bytes a second of two reads that far apart (Fig. 3)
  Plot rewritten;         // likewise, after chunks were written in random order (Fig. 4)
  bool buffered = false;  // reads were answered otherwise after much else was written
  Time noise = 0;         // by how much a measurement that was repeated differed at most
  Effort effort;
};

}  // namespace ssd::probe
