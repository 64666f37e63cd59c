// Colours of the pictures. Black text is readable on each of them, on screen and printed in grey.
#pragma once
#include <string>

namespace ssd::draw {

// The order ramp at `position` in 0..1 (from first to last): from light yellow over green to violet, tints of viridis.
// Its lightness only falls, so that it keeps its meaning in grey and for colour-blind readers.
std::string tint(double position);

inline constexpr const char* kInk = "#212121";
inline constexpr const char* kFaint = "#546e7a";  // text of second rank
inline constexpr const char* kLine = "#90a4ae";   // outlines
inline constexpr const char* kPanel = "#eceff1";  // behind cells, and of titles

}  // namespace ssd::draw
