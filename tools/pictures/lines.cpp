// Draws lines, and the steps of distributions. A line is broken where a number is missing: only measured values are
// drawn.
#include <fmt/format.h>

#include <cmath>

#include "tools/pictures/marks.h"
#include "tools/pictures/style.h"

namespace ssd::pictures {
namespace {

std::string stroke(std::size_t style) {
  return fmt::format(R"(fill="none" stroke="{}" stroke-width="2" stroke-dasharray="{}")", nth(kColours, style),
                     nth(kDashes, style).svg);
}

std::string line_through(const Frame& f, const study::Series& series) {
  std::string data;
  bool pen_up = true;
  for (std::size_t i = 0; i < series.marks.size(); ++i) {
    const std::optional<double> value = shown(series.marks[i]);
    if (value) data += fmt::format("{}{},{}", pen_up ? 'M' : 'L', px(f.place(i)), px(f.y.at(*value)));
    pen_up = !value;
  }
  return data;
}

void draw_points(Canvas& canvas, const Frame& f, const study::Series& series, std::size_t style) {
  constexpr double kCap = 4;
  const std::string thin = fmt::format(R"(stroke="{}" stroke-width="1.3")", nth(kColours, style));
  for (std::size_t i = 0; i < series.marks.size(); ++i) {
    const study::Mark& mark = series.marks[i];
    if (!shown(mark)) continue;
    const double x = f.place(i);
    if (mark.low && mark.high) {
      canvas.line(x, f.y.at(*mark.low), x, f.y.at(*mark.high), thin);
      for (const double end : {*mark.low, *mark.high}) canvas.line(x - kCap, f.y.at(end), x + kCap, f.y.at(end), thin);
    }
    canvas.path(fmt::format("M{},{}{}", px(x), px(f.y.at(*mark.value)), nth(kSymbols, style).outline),
                fmt::format("fill=\"{}\"", nth(kColours, style)), words_of(f, series, i));
  }
}

// Steps that are too small to be seen are left out, so a million response times do not make a file of megabytes.
std::string steps(const Frame& f, const study::Series& series) {
  constexpr double kVisible = 0.25;
  std::string data;
  double last_x = 0, last_y = f.y.at(0);
  for (std::size_t i = 0; i < series.curve.size(); ++i) {
    const double x = f.x.at(series.curve[i].first), y = f.y.at(series.curve[i].second);
    const bool last = i + 1 == series.curve.size();
    if (i != 0 && !last && x - last_x < kVisible && last_y - y < kVisible) continue;
    data += i == 0 ? fmt::format("M{},{}V{}", px(x), px(last_y), px(y)) : fmt::format("H{}V{}", px(x), px(y));
    last_x = x;
    last_y = y;
  }
  return data.empty() ? data : data + fmt::format("H{}", px(f.plot.x + f.plot.width));
}

}  // namespace

void draw_lines(Canvas& canvas, const Frame& f) {
  for (const study::Series& series : f.panel->series) {
    const std::size_t style = index_of(f.styles, series.name);
    if (const std::string data = line_through(f, series); !data.empty()) canvas.path(data, stroke(style));
    draw_points(canvas, f, series, style);
  }
}

void draw_curves(Canvas& canvas, const Frame& f) {
  for (const study::Series& series : f.panel->series) {
    if (const std::string data = steps(f, series); !data.empty())
      canvas.path(data, stroke(index_of(f.styles, series.name)), series.name);
  }
}

}  // namespace ssd::pictures
