// Which units share a bus: two reads of whole chunks in two units take longer together where the one's data must wait
// for the other's.
#pragma once
#include "tools/probe/findings.h"

namespace ssd::probe {

struct Channels {
  Answer channels, per_channel;
  std::vector<u32> channel_of;  // [units]; empty: not told
  bool two_levels =
      false;  // some units share a bus and others do not: waiting for a bus was seen beside waiting for a unit
};

// Chunks of so many bytes are numbered as they were written; at least three periods were. `noise` in ns.
Channels find_channels(Bench& bench, const std::vector<u32>& unit_of, std::span<const u64> chunk_offsets, u64 chunk,
                       Time noise);

}  // namespace ssd::probe
