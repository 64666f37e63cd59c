// Examines a drive as a black box (Chen, Lee, Zhang: "Essential Roles of Exploiting Internal Parallelism of Flash
// Memory Based Solid State Drives in High-Speed Data Processing", HPCA 2011, section III): what response times alone
// reveal about its chunks, units and channels, and about the placement of writes. docs/probe.md describes the method.
// Invariant: an answer is given only if the measurements exclude every other answer that the probe knows; otherwise the
// reason is given.
#pragma once
#include <string_view>

#include "tools/probe/findings.h"

namespace ssd::probe {

struct Options {
  u64 seed = 1;  // for randomly chosen places
  std::function<void(std::string_view doing, double share)>
      stage;  // called when a stage begins; `share`: a rough share of the work that is done
};

// Overwrites the drive's data. Returns nothing if the device stopped.
std::optional<Findings> probe(const Device& device, const Options& options);

// The texts that `stage` gets for the stages of probe().
inline constexpr std::string_view kFills = "writing the drive", kSeeksChunk = "looking for the chunk",
                                  kSeeksUnits = "looking for units", kSeeksChannels = "looking for channels",
                                  kSeeksMapping = "looking for the mapping";

}  // namespace ssd::probe
