// Draws the cells of a heat map and its colour bar. A cell without a number is crossed out instead of coloured, because
// no colour means "none". The first row is at the top, as in a table.
#include <fmt/format.h>

#include "tools/pictures/marks.h"
#include "tools/pictures/style.h"

namespace ssd::pictures {
namespace {

double share_of(const Range& range, double value) { return (value - range.low) / (range.high - range.low); }

void draw_cell(Canvas& canvas, const Frame& f, const Area& area, const study::Series& series, std::size_t place) {
  const std::optional<double> value = shown(series.marks[place]);
  const std::string words = words_of(f, series, place);
  if (!value) {
    canvas.rect(area, R"(fill="#fff" stroke="#90a4ae" stroke-width="0.5")", words);
    canvas.line(area.x, area.y, area.x + area.width, area.y + area.height, R"(stroke="#90a4ae")");
    return;
  }
  const double share = share_of(f.y.range, *value);
  const std::string text = value_text(*f.panel, *value);
  canvas.rect(area, fmt::format("fill=\"{}\"", viridis(share)), words);
  if (width_of(text) + 4 > area.width || area.height < kFont + 2) return;
  canvas.text(area.x + area.width / 2, area.y + area.height / 2 + 4, text,
              {.anchor = "middle", .colour = ink_on_viridis(share)});
}

void draw_colour_bar(Canvas& canvas, const Frame& f) {
  constexpr int kSlices = 40;
  const double left = f.plot.x + f.plot.width + 14, width = 14;
  const Scale scale{f.y.range, f.plot.y + f.plot.height, f.plot.y};
  for (int i = 0; i < kSlices; ++i) {
    const double height = f.plot.height / kSlices;
    // Each slice overlaps the next a little, so that no gap shows between them.
    canvas.rect({left, scale.from - height * (i + 1), width, height + (i == 0 ? 0 : 0.5)},
                fmt::format("fill=\"{}\"", viridis((i + 0.5) / kSlices)));
  }
  for (const Tick& tick : ticks(scale.range)) {
    canvas.line(left + width, scale.at(tick.value), left + width + 3, scale.at(tick.value), R"(stroke="#546e7a")");
    canvas.text(left + width + 6, scale.at(tick.value) + 4, tick.text, {.font = 10});
  }
  canvas.text(f.outer.x + f.outer.width - 6, f.plot.y + f.plot.height / 2, f.figure->colour_label,
              {.anchor = "middle", .turn = -90}, f.plot.height + 40);
}

}  // namespace

void draw_cells(Canvas& canvas, const Frame& f) {
  for (std::size_t row = 0; row < f.panel->series.size(); ++row) {
    const study::Series& series = f.panel->series[row];
    for (std::size_t i = 0; i < series.marks.size(); ++i) {
      const Area area{f.plot.x + static_cast<double>(i) * f.slot, f.plot.y + static_cast<double>(row) * f.row, f.slot,
                      f.row};
      draw_cell(canvas, f, area, series, i);
    }
  }
  draw_colour_bar(canvas, f);
}

}  // namespace ssd::pictures
