// What stands between the axes: one function a kind of plot, over the same frame.
#pragma once
#include "tools/pictures/frame.h"

namespace ssd::pictures {

void draw_bars(Canvas& canvas, const Frame& frame);
void draw_boxes(Canvas& canvas, const Frame& frame);
void draw_lines(Canvas& canvas, const Frame& frame);
void draw_curves(Canvas& canvas, const Frame& frame);  // of a cdf
void draw_cells(Canvas& canvas, const Frame& frame);   // of a heat map, with its colour bar

// What a reader sees who points at a mark: `SSD4, Fin1: 1.25 (1.1 to 1.4)`.
std::string words_of(const Frame& frame, const study::Series& series, std::size_t place);

// What fills the bars of a series; patterns() defines it. `id` is the figure's own.
std::string fill_of(const std::string& id, std::size_t style);
std::string patterns(const std::string& id, std::size_t count);
std::string id_of(const study::Figure& figure);
// A short line as in the legend.
void draw_sample(Canvas& canvas, const study::Figure& figure, std::size_t style, double x, double y);

}  // namespace ssd::pictures
