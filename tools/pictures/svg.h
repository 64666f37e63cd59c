// Draws a figure as an SVG file. The same figure gives the same bytes on every machine. Axes have round numbers; series
// have colours that colour-blind readers can distinguish (Okabe and Ito), each with a second mark (pattern, dash or
// symbol); heat maps use viridis with numbers in the cells.
#pragma once
#include <string>

#include "tools/study/figure.h"

namespace ssd::pictures {

std::string svg(const study::Figure& figure);

}  // namespace ssd::pictures
