// A figure as the JSON that Plotly draws: {"data": […], "layout": {…}}.
#pragma once
#include <string>

#include "runtime/experiment/figure.h"

namespace ssd::report {

std::string plotly_json(const experiment::Figure& figure);

}  // namespace ssd::report
