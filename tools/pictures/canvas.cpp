// See canvas.h.
#include "tools/pictures/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/draw/text.h"

namespace ssd::pictures {
namespace {

std::string titled(std::string_view element, std::string_view attributes, std::string_view title) {
  const std::string open = fmt::format("<{} {}", element, attributes);
  return title.empty() ? open + "/>\n"
                       : fmt::format("{}><title>{}</title></{}>\n", open, draw::escape_xml(title), element);
}

}  // namespace

std::string px(double value) {
  constexpr double kRoundsToZero = 0.005;
  return std::abs(value) < kRoundsToZero ? "0.00" : fmt::format("{:.2f}", value);
}

double width_of(std::string_view text, double font) { return static_cast<double>(length(text)) * font * kLetter; }

void Canvas::rect(const Area& area, std::string_view attributes, std::string_view title) {
  body_ += titled("rect",
                  fmt::format(R"(x="{}" y="{}" width="{}" height="{}" {})", px(area.x), px(area.y), px(area.width),
                              px(area.height), attributes),
                  title);
}

void Canvas::line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  body_ +=
      fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", px(x1), px(y1), px(x2), px(y2), attributes);
}

void Canvas::path(std::string_view data, std::string_view attributes, std::string_view title) {
  body_ += titled("path", fmt::format("d=\"{}\" {}", data, attributes), title);
}

void Canvas::text(double x, double y, std::string_view text, const TextStyle& style, double room) {
  const std::size_t most = std::max<std::size_t>(2, static_cast<std::size_t>(room / (style.font * kLetter)));
  const bool cut = room > 0 && length(text) > most;
  body_ += fmt::format(R"(<text x="{}" y="{}" font-size="{:g}" fill="{}")", px(x), px(y), style.font, style.colour);
  if (style.anchor != std::string_view("start")) body_ += fmt::format(R"( text-anchor="{}")", style.anchor);
  if (style.bold) body_ += R"( font-weight="bold")";
  if (style.turn != 0) body_ += fmt::format(" transform=\"rotate({:g} {} {})\"", style.turn, px(x), px(y));
  body_ += '>';
  if (cut) body_ += fmt::format("<title>{}</title>", draw::escape_xml(text));
  body_ += draw::escape_xml(cut ? shorten(text, most) : std::string(text)) + "</text>\n";
}

}  // namespace ssd::pictures
