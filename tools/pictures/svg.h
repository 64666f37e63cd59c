// A figure as an SVG file: the same bytes on every machine for the same figure. Axes with round numbers, a legend,
// colours that the colour-blind can tell (Okabe and Ito) with a second mark each (pattern, dash, symbol); heat maps in
// viridis with numbers in the cells.
#pragma once
#include <string>

#include "tools/study/figure.h"

namespace ssd::pictures {

std::string svg(const study::Figure& figure);

}  // namespace ssd::pictures
