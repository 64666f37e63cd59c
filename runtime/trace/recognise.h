// Finds the format of some lines by trying all formats. Content cannot always decide, so the other candidates are kept
// and reported.
#pragma once
#include <span>
#include <string_view>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {

inline constexpr double kLeastScore = 0.5;  // below it no format is recognised
inline constexpr double kNearTie = 0.25;    // a second candidate this close makes the choice doubtful
inline constexpr std::size_t kSampleLines = 400;

// The first whole lines of a text without their endings, at most kSampleLines of them.
std::vector<std::string_view> sample_lines(std::string_view text, bool text_is_whole);

Recognition recognise(std::span<const std::string_view> lines);

}  // namespace ssd::trace
