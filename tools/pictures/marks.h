// Draws what stands between the axes: one function for each kind of plot, over the same frame.
#pragma once
#include "tools/pictures/frame.h"

namespace ssd::pictures {

void draw_bars(Canvas& canvas, const Frame& frame);
void draw_stacks(Canvas& canvas, const Frame& frame);
void draw_boxes(Canvas& canvas, const Frame& frame);
void draw_lines(Canvas& canvas, const Frame& frame);
void draw_curves(Canvas& canvas, const Frame& frame);  // the curves of a cdf
void draw_cells(Canvas& canvas, const Frame& frame);   // the cells of a heat map, with its colour bar

// The text that appears when a reader points at a mark: `SSD4, Fin1: 1.25 (1.1 to 1.4)`.
std::string words_of(const Frame& frame, const study::Series& series, std::size_t place);

// The fill of the bars of a series; patterns() defines it. `id`: the figure's, which keeps pattern names unique on a
// page.
std::string fill_of(const std::string& id, std::size_t style);
std::string patterns(const std::string& id, std::size_t count);
std::string id_of(const study::Figure& figure);
// Whether its marks are areas, which have patterns.
bool is_filled(const study::Figure& figure);
// A sample of a series as the legend shows it.
void draw_sample(Canvas& canvas, const study::Figure& figure, std::size_t style, double x, double y);

}  // namespace ssd::pictures
