// See timeline.h.
#include "runtime/results/timeline.h"

#include <fmt/format.h>

#include "runtime/base/quantity.h"

namespace ssd::results {

std::vector<std::string> left_out(const Timeline& timeline, const TimelineBounds& bounds) {
  const auto text = [](Time time) { return time_text(static_cast<double>(time)); };
  std::vector<std::string> sentences;
  const u64 outside = timeline.before + timeline.after;
  if (outside != 0) {
    const std::string until = bounds.until == kNever ? "the end" : text(bounds.until);
    sentences.push_back(fmt::format(
        "the timeline covers {} to {}: {} of the run, {} before and {} after it, are not recorded", text(bounds.from),
        until, counted_text(outside, "phase"), count_text(timeline.before), count_text(timeline.after)));
  }
  if (timeline.full_from != kNever) {
    const std::string phases = timeline.beyond == 0 ? "" : counted_text(timeline.beyond, "phase");
    const std::string requests = timeline.requests_beyond == 0 ? "" : counted_text(timeline.requests_beyond, "request");
    sentences.push_back(fmt::format("the timeline is complete up to {}: {}{}{} after that did not fit into {}",
                                    text(timeline.full_from), phases, phases.empty() || requests.empty() ? "" : " and ",
                                    requests, size_text(static_cast<double>(bounds.bytes))));
  }
  return sentences;
}

}  // namespace ssd::results
