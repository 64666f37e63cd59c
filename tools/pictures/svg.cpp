// See svg.h: lays out the whole figure with its title, legend, panels and notes.
#include "tools/pictures/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/draw/text.h"
#include "tools/pictures/marks.h"

namespace ssd::pictures {
namespace {

using design::PlotKind;
using study::Figure;

constexpr double kWidestPaper = 1100;  // px
constexpr double kHead = 30, kLegendRow = 20, kNote = 16, kMargin = 10;
constexpr double kLegendSample = 38;  // px, of a legend's entry, before its name

struct Sheet {
  double panel_width = 0, panel_height = 0;
  std::size_t columns = 1, rows = 1;
  double width() const { return panel_width * static_cast<double>(columns); }
};

Sheet sheet_of(const Figure& figure) {
  Sheet s{.panel_width = good_width(figure)};
  s.panel_height = good_height(figure, s.panel_width);
  const std::size_t panels = std::max<std::size_t>(1, figure.panels.size());
  s.columns = std::clamp<std::size_t>(static_cast<std::size_t>(kWidestPaper / s.panel_width), 1, panels);
  s.rows = (panels + s.columns - 1) / s.columns;
  return s;
}

// Draws the legend in columns of equal width. Returns its height.
double draw_legend(Canvas& canvas, const Figure& figure, double width, double top) {
  const std::vector<std::string> names =
      figure.kind == PlotKind::kHeat ? std::vector<std::string>{} : series_names(figure);
  if (names.empty()) return 0;
  double widest = 0;
  for (const std::string& name : names) widest = std::max(widest, width_of(name));
  const double column = std::min(widest + kLegendSample + 18, width - 2 * kMargin);
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>((width - 2 * kMargin) / column));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t row = i / columns;
    const double x = kMargin + column * static_cast<double>(i % columns),
                 y = top + kLegendRow * (static_cast<double>(row) + 0.5);
    draw_sample(canvas, figure, i, x, y);
    canvas.text(x + kLegendSample, y + 4, names[i], {}, column - kLegendSample);
  }
  const std::size_t rows = (names.size() + columns - 1) / columns;
  return kLegendRow * static_cast<double>(rows);
}

double draw_notes(Canvas& canvas, const Figure& figure, double width, double top) {
  double y = top + kMargin;
  for (const std::string& note : figure.notes) {
    for (const std::string& line :
         draw::wrap(note, static_cast<std::size_t>((width - 2 * kMargin) / (kFont * kLetter)))) {
      canvas.text(kMargin, y + 4, line, {.colour = "#546e7a"}, width - 2 * kMargin);
      y += kNote;
    }
  }
  return figure.notes.empty() ? kMargin / 2 : y - top;
}

void draw_panel(Canvas& canvas, const Figure& figure, const study::Panel& panel, const Area& outer) {
  const Frame frame = frame_of(figure, panel, outer);
  draw_axes(canvas, frame);
  switch (figure.kind) {
    case PlotKind::kBars: return draw_bars(canvas, frame);
    case PlotKind::kLines: return draw_lines(canvas, frame);
    case PlotKind::kCdf: return draw_curves(canvas, frame);
    case PlotKind::kHeat: return draw_cells(canvas, frame);
    case PlotKind::kBox: return draw_boxes(canvas, frame);
    case PlotKind::kStack: return draw_stacks(canvas, frame);
  }
}

double draw_panels(Canvas& canvas, const Figure& figure, const Sheet& sheet, double top) {
  if (!has_numbers(figure)) {
    canvas.text(
        sheet.width() / 2, top + 60,
        figure.left_out == 0 ? "nothing to draw: no run has these numbers" : "nothing to draw: no value is above 0",
        {.anchor = "middle", .font = 13});
    return 120;
  }
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const std::size_t row = i / sheet.columns;
    const double x = static_cast<double>(i % sheet.columns) * sheet.panel_width,
                 y = top + static_cast<double>(row) * sheet.panel_height;
    draw_panel(canvas, figure, figure.panels[i], {x, y, sheet.panel_width, sheet.panel_height});
  }
  return sheet.panel_height * static_cast<double>(sheet.rows);
}

}  // namespace

std::string svg(const Figure& figure) {
  const Sheet sheet = sheet_of(figure);
  const double width = sheet.width();
  Canvas canvas;
  canvas.text(kMargin, 20, figure.title, {.font = 14, .bold = true}, width - 2 * kMargin);
  double y = kHead;
  y += draw_legend(canvas, figure, width, y);
  y += draw_panels(canvas, figure, sheet, y);
  y += draw_notes(canvas, figure, width, y);
  const std::string title = draw::escape_xml(figure.title);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "font-family=\"DejaVu Sans,Arial,sans-serif\">\n<title>{2}</title>\n{3}<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n{4}</svg>\n",
      px(width), px(std::ceil(y)), title,
      is_filled(figure) ? patterns(id_of(figure), std::max<std::size_t>(1, series_names(figure).size())) : "",
      canvas.body());
}

}  // namespace ssd::pictures
