// Colours of the pictures. Black text is readable on each of them, on a screen and printed in grey.
#pragma once
#include <string>

namespace ssd::draw {

// The colour at `position` in 0..1 (first to last) of the order ramp: from light yellow over green to violet, in tints
// of viridis. The lightness only falls, so the order is visible in grey and for colour-blind readers.
std::string tint(double position);

inline constexpr const char* kInk = "#212121";
inline constexpr const char* kFaint = "#546e7a";  // less important text
inline constexpr const char* kLine = "#90a4ae";   // outlines
inline constexpr const char* kPanel = "#eceff1";  // behind cells and titles

}  // namespace ssd::draw
