// The picture of a run: what is to be recorded of it before, and what is drawn of that after.
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
  std::optional<Time> from = {}, until = {};  // ns of the run, of the timing view; nothing: its first requests, or all
  std::optional<HeatOf> of = {};              // of the heat view; nothing: all
  results::TimelineBounds window() const;
};

// `states_requests`: somebody says how many there are to be.
Recorded recorded_for(const RunPicture& picture, const design::Design& design, bool states_requests);

// Whether nothing of the run is in the window of the timing view.
bool is_empty(const RunPicture& picture, const run::Ran& ran);
// Nothing after a diagnostic: it is empty.
std::optional<draw::Picture> drawn(Environment& environment, const RunPicture& picture, const design::Design& design,
                                   const run::Ran& ran, draw::Format format);

}  // namespace ssd::pictures
