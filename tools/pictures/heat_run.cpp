// The view `heat` of a run: the totals of each plane over the whole run.
#include "tools/pictures/run_views.h"

namespace ssd::pictures {
namespace {

// Whether the design can leave pages unprogrammed. Only the engine that records its steps counts where.
bool may_waste(const design::Design& design) {
  const Config config = design::config(design);
  return config.multiplane != Willing::kNo || config.copyback != Willing::kNo || config.wear_static != 0;
}

Recorded recorded_for_heat(const RunPicture& /*picture*/, const design::Design& design, bool /*states_requests*/) {
  Recorded recorded{.counts_planes = true};
  if (may_waste(design)) recorded.timeline = results::TimelineBounds{.from = 0, .until = 0, .bytes = 0};
  return recorded;
}

draw::Picture drawn_heat(const RunPicture& picture, const design::Design& design, const run::Ran& ran,
                         draw::Format format) {
  return heat_picture({.design = design,
                       .erases = ran.outcome.plane_erases,
                       .busy = ran.report.results.planes,
                       .wasted = ran.outcome.timeline.wasted,
                       .what = run_text(ran.report),
                       .of = picture.of},
                      format);
}

}  // namespace

RunViewForm heat_run_view() {
  return {.recorded = recorded_for_heat, .is_empty = [](const run::Ran&) { return false; }, .drawn = drawn_heat};
}

}  // namespace ssd::pictures
