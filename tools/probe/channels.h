// Finds the units that share a bus: two reads of whole chunks in two units take longer together if the data of one must
// wait for those of the other.
#pragma once
#include "tools/probe/findings.h"

namespace ssd::probe {

struct Channels {
  Answer channels, per_channel;
  std::vector<u32> channel_of;  // [units]; empty: unknown
  // Some units share a bus and others do not, so waits for a bus were seen as well as waits for a unit.
  bool two_levels = false;
};

// `chunk_offsets`: chunks of `chunk` bytes in the order in which they were written, at least three periods. `noise` in
// ns.
Channels find_channels(Bench& bench, const std::vector<u32>& unit_of, std::span<const u64> chunk_offsets, u64 chunk,
                       Time noise);

}  // namespace ssd::probe
