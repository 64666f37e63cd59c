// Converts a figure for Plotly, with the colours, patterns and dashes of its SVG: a JSON list with {"data": […],
// "layout": {…}} for each panel.
#pragma once
#include <string>

#include "tools/study/figure.h"

namespace ssd::pictures {

std::string plotly_json(const study::Figure& figure);

}  // namespace ssd::pictures
