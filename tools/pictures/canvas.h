// The elements of an SVG file. Invariant: text is escaped here and nowhere else, and numbers have two decimals, so that
// the same figure has the same bytes on every machine. Widths of text are estimated from its letters, since fonts
// differ.
#pragma once
#include <string>
#include <string_view>

namespace ssd::pictures {

struct Area {
  double x = 0, y = 0, width = 0, height = 0;
};

inline constexpr double kLetter = 0.6;  // mean width of a letter, of the size of the font
inline constexpr double kFont = 11;
double width_of(std::string_view text, double font = kFont);

struct TextStyle {
  const char* anchor = "start";  // start, middle, end: where x is
  double font = kFont;
  double turn = 0;  // degrees, clockwise
  const char* colour = "#212121";
  bool bold = false;
};

class Canvas {
 public:
  // `attributes` are the writer's own words, never a user's.
  void rect(const Area& area, std::string_view attributes, std::string_view title = "");
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);
  void path(std::string_view data, std::string_view attributes, std::string_view title = "");
  // Cut to `room` px if that is given, and whole in a title then.
  void text(double x, double y, std::string_view text, const TextStyle& style = {}, double room = 0);
  void raw(std::string_view element) { body_ += element; }

  const std::string& body() const { return body_; }

 private:
  std::string body_;
};

std::string px(double value);

}  // namespace ssd::pictures
