// The functions of the engine that are called from outside, by the names that they have in a specialised module.
#pragma once

namespace ssd {

inline constexpr const char* kRunEntry = "ssd_run";
inline constexpr const char* kPreloadEntry = "ssd_preload";

}  // namespace ssd
