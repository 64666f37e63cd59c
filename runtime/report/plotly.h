// A figure as what Plotly draws, with the colours, patterns and dashes of its SVG: a JSON list with a {"data": […], "layout": {…}} for each panel.
#pragma once
#include <string>

#include "runtime/experiment/figure.h"

namespace ssd::report {

std::string plotly_json(const experiment::Figure& figure);

}  // namespace ssd::report
