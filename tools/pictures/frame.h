// The place of a panel in the picture: the area for the marks, its axes, and the positions of values and places.
#pragma once
#include "tools/pictures/canvas.h"
#include "tools/pictures/scale.h"

namespace ssd::pictures {

struct Frame {
  const study::Figure* figure = nullptr;
  const study::Panel* panel = nullptr;
  Area outer, plot;
  Scale x, y;       // `x`: for numbers; places with names lie in slots instead
  double slot = 0;  // width of a place, px
  double row = 0;   // height of a row of a heat map, px
  bool turned = false;
  std::vector<std::string> styles;  // names of all series of the figure; the index determines the look

  double place(std::size_t index) const;  // the middle of a place, px
};

Frame frame_of(const study::Figure& figure, const study::Panel& panel, const Area& outer);
// Draws background, grid, numbers and names along both axes, and titles.
void draw_axes(Canvas& canvas, const Frame& frame);

// The size that makes a panel easy to read, px.
double good_width(const study::Figure& figure);
double good_height(const study::Figure& figure, double width);

}  // namespace ssd::pictures
