// Which format some lines are in, found by trying all of them. Content cannot always decide, so the runners-up are kept
// and told.
#pragma once
#include <span>
#include <string_view>

#include "runtime/trace/formats/format.h"

namespace ssd::trace {

inline constexpr double kLeastScore = 0.5;  // below it nothing is recognised
inline constexpr double kNearTie = 0.25;    // a runner-up so near makes the choice doubtful
inline constexpr std::size_t kSampleLines = 400;

// Whole lines from the beginning of a text, without their endings, at most kSampleLines of them.
std::vector<std::string_view> sample_lines(std::string_view text, bool text_is_whole);

Recognition recognise(std::span<const std::string_view> lines);

}  // namespace ssd::trace
