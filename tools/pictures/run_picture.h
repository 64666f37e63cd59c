// The picture of a run: what must be recorded before, and what is drawn afterwards.
#pragma once
#include <optional>
#include <string>

#include "runtime/base/environment.h"
#include "runtime/run/whole_run.h"
#include "tools/pictures/layout_heat.h"
#include "tools/pictures/recorded.h"

namespace ssd::pictures {

enum class RunView : std::uint8_t {
#define SSD_RUN_VIEW(id, name) id,
#include "tools/pictures/run_views.def"
};

struct RunPicture {
  RunView view = RunView::kTiming;
  // Timing view: the window in ns of the run; none: the first requests, or all.
  std::optional<Time> from = {}, until = {};
  std::optional<HeatOf> of = {};  // heat view: show only this; none: all
  results::TimelineBounds window() const;
};

// `states_requests`: whether the caller has set a number of requests.
Recorded recorded_for(const RunPicture& picture, const design::Design& design, bool states_requests);

// Whether the window of the timing view has no phase of the run.
bool is_empty(const RunPicture& picture, const run::Ran& ran);
// Returns nothing after a diagnostic: the picture would be empty.
std::optional<draw::Picture> drawn(Environment& environment, const RunPicture& picture, const design::Design& design,
                                   const run::Ran& ran, draw::Format format);

}  // namespace ssd::pictures
