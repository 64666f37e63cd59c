// The names of the engine's entry points in a specialised module.
#pragma once

namespace ssd {

inline constexpr const char* kRunEntry = "ssd_run";
inline constexpr const char* kPreloadEntry = "ssd_preload";

}  // namespace ssd
