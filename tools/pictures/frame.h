// A panel's place on the paper: the area that the marks are drawn in, its axes, and where values and places come to
// lie.
#pragma once
#include "tools/pictures/canvas.h"
#include "tools/pictures/scale.h"

namespace ssd::pictures {

struct Frame {
  const study::Figure* figure = nullptr;
  const study::Panel* panel = nullptr;
  Area outer, plot;
  Scale x, y;       // x: of numbers; places by name lie in slots
  double slot = 0;  // width of a place
  double row = 0;   // of a heat map: height of a row
  bool turned = false;
  std::vector<std::string> styles;  // names of all series of the figure: the index is the look

  double place(std::size_t index) const;  // px, the middle
};

Frame frame_of(const study::Figure& figure, const study::Panel& panel, const Area& outer);
// Background, grid, numbers and names along both axes, titles.
void draw_axes(Canvas& canvas, const Frame& frame);

// What a panel needs to be easy to read.
double good_width(const study::Figure& figure);
double good_height(const study::Figure& figure, double width);

}  // namespace ssd::pictures
