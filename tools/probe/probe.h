// A drive as a black box (Chen, Lee, Zhang: "Essential Roles of Exploiting Internal Parallelism of Flash Memory Based
// Solid State Drives in High-Speed Data Processing", HPCA 2011, section III): what response times alone tell of its
// chunks, its units and channels, and of how it places what is written. docs/probe.md says how. Invariant: an answer is
// given only if the measurements leave no other that the probe knows of; else the reason is.
#pragma once
#include <string_view>

#include "tools/probe/findings.h"

namespace ssd::probe {

struct Options {
  u64 seed = 1;                                                     // of the places that are drawn
  std::function<void(std::string_view doing, double share)> stage;  // told what begins; `share`: of the work, roughly
};

// The drive's data are lost. Nothing where the device stopped.
std::optional<Findings> probe(const Device& device, const Options& options);

// The stages of probe(), as `stage` tells them.
inline constexpr std::string_view kFills = "writing the drive", kSeeksChunk = "looking for the chunk",
                                  kSeeksUnits = "looking for units", kSeeksChannels = "looking for channels",
                                  kSeeksMapping = "looking for the mapping";

}  // namespace ssd::probe
