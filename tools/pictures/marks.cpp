// See marks.h: fills, samples of the legend, and the texts of marks.
#include "tools/pictures/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tools/pictures/style.h"

namespace ssd::pictures {

using design::PlotKind;

std::string id_of(const study::Figure& figure) {
  std::string id = "f" + figure.stem;
  std::ranges::replace_if(id, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '-');
  return id;
}

std::string fill_of(const std::string& id, std::size_t style) {
  return fmt::format("fill=\"url(#{}-{})\" stroke=\"#212121\" stroke-width=\"0.7\"", id, style);
}

std::string patterns(const std::string& id, std::size_t count) {
  std::string result = "<defs>\n";
  for (std::size_t i = 0; i < count; ++i) {
    result += fmt::format(
        R"(<pattern id="{}-{}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="{}"/>)",
        id, i, nth(kColours, i));
    // White strokes are visible on each of the colours.
    if (const char* strokes = nth(kPatterns, i).strokes; *strokes != '\0')
      result += fmt::format(R"(<path d="{}" stroke="#fff" stroke-width="1.6"/>)", strokes);
    result += "</pattern>\n";
  }
  return result + "</defs>\n";
}

std::string words_of(const Frame& f, const study::Series& series, std::size_t place) {
  std::string words = series.name;
  if (place < f.figure->x_names.size()) words += (words.empty() ? "" : ", ") + f.figure->x_names[place];
  const study::Mark& mark = series.marks[place];
  const auto text = [&](double value) { return value_text(*f.panel, value); };
  if (mark.box) {
    const study::Quartiles& b = *mark.box;
    return words + fmt::format(": median {}, quartiles {} to {}, all {} to {}", text(b.median), text(b.first),
                               text(b.third), text(b.least), text(b.most));
  }
  if (mark.left_out) return words + ": 0 or below, left out";
  if (!shown(mark)) return words + ": no run has this value";
  words += ": " + text(*mark.value);
  if (mark.low && mark.high) words += fmt::format(" (95 %: {} to {})", text(*mark.low), text(*mark.high));
  return words;
}

bool is_filled(const study::Figure& figure) {
  return figure.kind == PlotKind::kBars || figure.kind == PlotKind::kStack || figure.kind == PlotKind::kBox;
}

void draw_sample(Canvas& canvas, const study::Figure& figure, std::size_t style, double x, double y) {
  if (is_filled(figure)) {
    canvas.rect({x, y - 7, 22, 14}, fill_of(id_of(figure), style));
    return;
  }
  const char* colour = nth(kColours, style);
  canvas.line(x, y, x + 30, y,
              fmt::format(R"(stroke="{}" stroke-width="2" stroke-dasharray="{}")", colour, nth(kDashes, style).svg));
  if (figure.kind == PlotKind::kLines)
    canvas.path(fmt::format("M{},{}{}", px(x + 15), px(y), nth(kSymbols, style).outline),
                fmt::format("fill=\"{}\"", colour));
}

}  // namespace ssd::pictures
