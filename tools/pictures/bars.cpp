// Draws bars, stacked bars and boxes. The marks of a place stand side by side, one for each series, in the order of the
// legend; a series without a number there leaves its room empty. In a stack they stand on each other, the first one at
// the bottom.
#include <fmt/format.h>

#include <algorithm>

#include "tools/pictures/marks.h"

namespace ssd::pictures {
namespace {

constexpr double kUsed = 0.82;  // of a slot; the rest separates it from the next one
constexpr double kWidest = 60;  // px
constexpr const char* kInkLine = R"(stroke="#212121" stroke-width="1.3")";

struct Side {
  double left = 0, width = 0;
  double middle() const { return left + width / 2; }
};

// The room of one of `of` marks of a place.
Side side(const Frame& f, std::size_t place, std::size_t series, std::size_t of) {
  const double count = static_cast<double>(of);
  const double width = std::min(kWidest, f.slot * kUsed / count);
  return {f.place(place) - width * count / 2 + width * static_cast<double>(series), width};
}

void draw_absent(Canvas& canvas, const Frame& f, const Side& s, const std::string& words) {
  const double y = f.plot.y + f.plot.height;
  canvas.path(fmt::format("M{},{}l5,5m0,-5l-5,5", px(s.middle() - 2.5), px(y - 9)), R"(stroke="#546e7a" fill="none")",
              words);
}

void draw_interval(Canvas& canvas, const Frame& f, const Side& s, double low, double high) {
  const double cap = std::min(5.0, s.width / 4), top = f.y.at(high), bottom = f.y.at(low);
  canvas.line(s.middle(), top, s.middle(), bottom, kInkLine);
  for (const double y : {top, bottom}) canvas.line(s.middle() - cap, y, s.middle() + cap, y, kInkLine);
}

// A bar, or a part of one, between two values.
void draw_part(Canvas& canvas, const Frame& f, const Side& s, double from, double to, const std::string& fill,
               const std::string& words) {
  const double begin = f.y.at(from), end = f.y.at(to);
  canvas.rect({s.left, std::min(begin, end), s.width, std::max(begin, end) - std::min(begin, end)}, fill, words);
}

void draw_bar(Canvas& canvas, const Frame& f, const Side& s, const study::Mark& mark, const std::string& fill,
              const std::string& words) {
  draw_part(canvas, f, s, 0, *mark.value, fill, words);
  if (mark.low && mark.high) draw_interval(canvas, f, s, *mark.low, *mark.high);
}

void draw_box(Canvas& canvas, const Frame& f, const Side& s, const study::Quartiles& box, const std::string& fill,
              const std::string& words) {
  const double room = s.width * 0.1;
  draw_interval(canvas, f, s, box.least, box.most);
  canvas.rect({s.left + room, f.y.at(box.third), s.width - 2 * room, f.y.at(box.first) - f.y.at(box.third)}, fill,
              words);
  const double y = f.y.at(box.median);
  // A light line around the dark one makes it visible on every colour. A low box gets no light line, which would hide
  // the box.
  constexpr double kHigh = 12;
  if (f.y.at(box.first) - f.y.at(box.third) > kHigh)
    canvas.line(s.left + room, y, s.left + s.width - room, y, R"(stroke="#fff" stroke-width="5")");
  canvas.line(s.left + room, y, s.left + s.width - room, y, R"(stroke="#000" stroke-width="2")");
}

template <class Draw>
void for_each_mark(const Frame& f, const Draw& draw) {
  for (std::size_t s = 0; s < f.panel->series.size(); ++s) {
    const study::Series& series = f.panel->series[s];
    const std::string fill = fill_of(id_of(*f.figure), index_of(f.styles, series.name));
    for (std::size_t i = 0; i < series.marks.size(); ++i)
      draw(side(f, i, s, f.panel->series.size()), series.marks[i], fill, words_of(f, series, i));
  }
}

}  // namespace

void draw_bars(Canvas& canvas, const Frame& f) {
  for_each_mark(f, [&](const Side& s, const study::Mark& mark, const std::string& fill, const std::string& words) {
    if (shown(mark)) {
      draw_bar(canvas, f, s, mark, fill, words);
    } else {
      draw_absent(canvas, f, s, words);
    }
  });
  canvas.line(f.plot.x, f.y.at(0), f.plot.x + f.plot.width, f.y.at(0), R"(stroke="#546e7a")");
}

void draw_stacks(Canvas& canvas, const Frame& f) {
  for (std::size_t i = 0; i < f.figure->x_names.size(); ++i) {
    const Side place = side(f, i, 0, 1);
    double top = 0;
    for (const study::Series& part : f.panel->series) {
      if (!shown(part.marks[i])) {
        draw_absent(canvas, f, place, f.figure->x_names[i] + ": no run has all of these values");
        break;
      }
      const double from = top;
      top += *part.marks[i].value;
      draw_part(canvas, f, place, from, top, fill_of(id_of(*f.figure), index_of(f.styles, part.name)),
                words_of(f, part, i));
    }
  }
  canvas.line(f.plot.x, f.y.at(0), f.plot.x + f.plot.width, f.y.at(0), R"(stroke="#546e7a")");
}

void draw_boxes(Canvas& canvas, const Frame& f) {
  for_each_mark(f, [&](const Side& s, const study::Mark& mark, const std::string& fill, const std::string& words) {
    if (mark.box) {
      draw_box(canvas, f, s, *mark.box, fill, words);
    } else {
      draw_absent(canvas, f, s, words);
    }
  });
}

}  // namespace ssd::pictures
