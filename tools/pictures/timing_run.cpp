// The view `timing` of a run: the phases of its first requests, or of a window of time.
#include "tools/pictures/run_views.h"
#include "tools/pictures/timing_view.h"

namespace ssd::pictures {
namespace {

constexpr std::uint64_t kFirstRequests = 24;  // if no number is given

Recorded recorded_for_timing(const RunPicture& picture, const design::Design& /*design*/, bool states_requests) {
  Recorded recorded{.timeline = picture.window()};
  if (!states_requests && !picture.from && !picture.until) recorded.first_requests = kFirstRequests;
  return recorded;
}

draw::Picture drawn_timing(const RunPicture& picture, const design::Design& design, const run::Ran& ran,
                           draw::Format format) {
  TimingView view{
      .design = design, .timeline = ran.outcome.timeline, .bounds = picture.window(), .what = run_text(ran.report)};
  for (const results::FlowResults& flow : ran.report.results.flows) view.flows.push_back(flow.name);
  return timing_picture(view, format);
}

}  // namespace

RunViewForm timing_run_view() {
  return {.recorded = recorded_for_timing,
          .is_empty = [](const run::Ran& ran) { return ran.outcome.timeline.phases.empty(); },
          .drawn = drawn_timing};
}

}  // namespace ssd::pictures
