// Draws the phases of a short run in the manner of Figs. 5, 16 and 19 of Hu et al. (TC 2013): a row for each bus and
// each die (or plane, where planes of a die work together), time to the right, and boxes with the numbers of their
// requests.
#pragma once
#include <string>
#include <vector>

#include "compiler/design/design.h"
#include "compiler/draw/draw.h"
#include "runtime/results/timeline.h"

namespace ssd::pictures {

struct TimingView {
  const design::Design& design;
  const results::Timeline& timeline;  // has at least one phase
  results::TimelineBounds bounds;
  std::string what;                     // a text about the run: "24 requests of W"
  std::vector<std::string> flows = {};  // names of the flows or phases of its requests, by number; empty: none
};

draw::Picture timing_picture(const TimingView& view, draw::Format format);

}  // namespace ssd::pictures
