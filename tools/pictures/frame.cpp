// See frame.h. Margins follow from the texts that must fit into them. Names along x are turned where they do not fit
// side by side, and cut where they are long.
#include "tools/pictures/frame.h"

#include <fmt/format.h>

#include <algorithm>

namespace ssd::pictures {
namespace {

using design::PlotKind;
using study::Figure;
using study::Panel;

// The longest name along an axis, px: enough for an order of channel, chip, die and plane.
constexpr double kLongestName = 200;
constexpr double kTitle = 22, kLabel = 18, kGap = 6;
constexpr double kRight = 16, kColourBar = 96;
constexpr double kTurn = -40, kSine = 0.643, kCosine = 0.766;  // kTurn: degrees; sine and cosine of 40 degrees
constexpr const char* kAxis = R"(stroke="#546e7a")";
constexpr const char* kGrid = R"(stroke="#dfe4e7")";

bool by_number(const Figure& figure) {
  return figure.kind == PlotKind::kCdf || (figure.kind == PlotKind::kLines && !figure.x_numbers.empty());
}

double widest(const std::vector<std::string>& texts) {
  double result = 0;
  for (const std::string& text : texts) result = std::max(result, width_of(text));
  return std::min(result, kLongestName);
}

std::vector<std::string> names_along_y(const Frame& frame) {
  std::vector<std::string> result;
  if (frame.figure->kind == PlotKind::kHeat) {
    for (const study::Series& series : frame.panel->series) result.push_back(series.name);
  } else {
    for (const Tick& tick : ticks(frame.y.range)) result.push_back(tick.text);
  }
  return result;
}

// The last number along x is centred on its tick, so half of it needs room in the margin.
double right_margin(const Figure& figure) {
  if (figure.kind == PlotKind::kHeat) return kColourBar;
  const std::vector<Tick> numbers = figure.kind == PlotKind::kCdf ? ticks(number_range(figure)) : std::vector<Tick>{};
  const double last = !numbers.empty()    ? width_of(numbers.back().text)
                      : by_number(figure) ? width_of(figure.x_names.back())
                                          : 0;
  return std::max(kRight, last / 2 + kGap);
}

double names_height(const Frame& frame) {
  return frame.turned ? widest(frame.figure->x_names) * kSine + kFont : kFont + kGap;
}

void draw_y_labels(Canvas& canvas, const Frame& f) {
  const double right = f.plot.x - kGap;
  if (f.figure->kind == PlotKind::kHeat) {
    for (std::size_t i = 0; i < f.panel->series.size(); ++i) {
      canvas.text(right, f.plot.y + (static_cast<double>(i) + 0.5) * f.row + 4, f.panel->series[i].name,
                  {.anchor = "end"}, kLongestName);
    }
  } else {
    for (const Tick& tick : ticks(f.y.range)) {
      canvas.line(f.plot.x, f.y.at(tick.value), f.plot.x + f.plot.width, f.y.at(tick.value), kGrid);
      canvas.text(right, f.y.at(tick.value) + 4, tick.text, {.anchor = "end"});
    }
  }
  canvas.text(f.outer.x + 12, f.plot.y + f.plot.height / 2, f.panel->y_label, {.anchor = "middle", .turn = -90},
              f.plot.height + kTitle + kLabel);
}

void draw_name(Canvas& canvas, const Frame& f, double x, const std::string& name) {
  const double y = f.plot.y + f.plot.height + kFont + 4;
  if (f.turned) {
    canvas.text(x + 4, y, name, {.anchor = "end", .turn = kTurn}, kLongestName);
  } else {
    canvas.text(x, y, name, {.anchor = "middle"}, kLongestName);
  }
}

// Draws the names of the places. A name that would overlap the one drawn before it is left out.
void draw_places(Canvas& canvas, const Frame& f) {
  double free_from = -1;
  for (std::size_t i = 0; i < f.figure->x_names.size(); ++i) {
    const double x = f.place(i),
                 need = f.turned ? (kFont + 2) / kSine : std::min(width_of(f.figure->x_names[i]), kLongestName) + kGap;
    if (x - need / 2 < free_from) continue;
    if (by_number(*f.figure)) canvas.line(x, f.plot.y, x, f.plot.y + f.plot.height, kGrid);
    draw_name(canvas, f, x, f.figure->x_names[i]);
    free_from = x + need / 2;
  }
}

void draw_x_numbers(Canvas& canvas, const Frame& f) {
  double free_from = -1;
  for (const Tick& tick : ticks(f.x.range)) {
    const double x = f.x.at(tick.value), half = width_of(tick.text) / 2 + 2;
    canvas.line(x, f.plot.y, x, f.plot.y + f.plot.height, kGrid);
    if (x - half < free_from) continue;
    canvas.text(x, f.plot.y + f.plot.height + kFont + 4, tick.text, {.anchor = "middle"});
    free_from = x + half;
  }
}

void set_scales(Frame& f) {
  constexpr double kRoom = 10;  // px beside the first and the last point
  const double inset = f.figure->kind == PlotKind::kLines ? kRoom : 0;
  f.x = {number_range(*f.figure), f.plot.x + inset, f.plot.x + f.plot.width - inset};
  f.y.from = f.plot.y + f.plot.height;
  f.y.to = f.plot.y;
  f.slot = f.plot.width / static_cast<double>(std::max<std::size_t>(1, f.figure->x_names.size()));
  f.row = f.plot.height / static_cast<double>(std::max<std::size_t>(1, f.panel->series.size()));
}

}  // namespace

double Frame::place(std::size_t index) const {
  if (by_number(*figure) && index < figure->x_numbers.size()) return x.at(figure->x_numbers[index]);
  return plot.x + (static_cast<double>(index) + 0.5) * slot;
}

Frame frame_of(const Figure& figure, const Panel& panel, const Area& outer) {
  Frame f{
      .figure = &figure, .panel = &panel, .outer = outer, .plot = {}, .x = {}, .y = {}, .styles = series_names(figure)};
  f.y.range = value_range(figure, panel);
  const double top = panel.title.empty() ? 10 : kTitle;
  const double right = right_margin(figure);
  double left = kLabel + widest(names_along_y(f)) + 2 * kGap;
  const double places = static_cast<double>(std::max<std::size_t>(1, figure.x_names.size()));
  f.turned = !by_number(figure) && widest(figure.x_names) + kGap > (outer.width - left - right) / places;
  if (f.turned)
    left = std::max(left, widest(figure.x_names) * kCosine -
                              (outer.width - left) / places / 2);  // a turned name extends to the left of its place
  f.plot = {outer.x + left, outer.y + top, outer.width - left - right, outer.height - top - names_height(f) - kLabel};
  set_scales(f);
  return f;
}

void draw_axes(Canvas& canvas, const Frame& f) {
  const double bottom = f.plot.y + f.plot.height;
  draw_y_labels(canvas, f);
  if (f.figure->kind == PlotKind::kCdf) {
    draw_x_numbers(canvas, f);
  } else {
    draw_places(canvas, f);
  }
  canvas.line(f.plot.x, f.plot.y, f.plot.x, bottom, kAxis);
  canvas.line(f.plot.x, bottom, f.plot.x + f.plot.width, bottom, kAxis);
  if (!f.panel->title.empty())
    canvas.text(f.plot.x, f.outer.y + 14, f.panel->title, {.font = 12, .bold = true},
                f.outer.width - (f.plot.x - f.outer.x));
  canvas.text(f.plot.x + f.plot.width / 2, f.outer.y + f.outer.height - 5, f.figure->x_label, {.anchor = "middle"},
              f.outer.width);
}

double good_width(const Figure& figure) {
  const double places = static_cast<double>(figure.x_names.size()),
               series = static_cast<double>(std::max<std::size_t>(1, series_names(figure).size()));
  const bool side_by_side = figure.kind == PlotKind::kBars || figure.kind == PlotKind::kBox;
  const double need = figure.kind == PlotKind::kHeat    ? places * 46 + 220
                      : figure.kind == PlotKind::kStack ? places * 40 + 80
                      : side_by_side                    ? places * (series * 16 + 14) + 80
                                                        : places * 24 + 80;
  return std::clamp(need, figure.panels.size() > 1 ? 430.0 : 640.0, 1100.0);
}

double good_height(const Figure& figure, double width) {
  // Turned names add to the height instead of making the plot lower.
  const double names = figure.panels.empty() ? 0 : names_height(frame_of(figure, figure.panels[0], {0, 0, width, 0}));
  if (figure.kind != PlotKind::kHeat) return 323 + names;
  std::size_t rows = 1;
  for (const Panel& panel : figure.panels) rows = std::max(rows, panel.series.size());
  return std::clamp(static_cast<double>(rows) * 30 + 83, 203.0, 883.0) + names;
}

}  // namespace ssd::pictures
