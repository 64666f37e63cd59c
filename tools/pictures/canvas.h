// Writes the elements of an SVG file. Invariant: only this class escapes texts, and numbers have two decimals, so the
// same figure has the same bytes on every machine. Widths of texts are estimated from their letters, because fonts
// differ.
#pragma once
#include <string>
#include <string_view>

namespace ssd::pictures {

struct Area {
  double x = 0, y = 0, width = 0, height = 0;
};

inline constexpr double kLetter = 0.6;  // mean width of a letter, relative to the font size
inline constexpr double kFont = 11;
double width_of(std::string_view text, double font = kFont);

struct TextStyle {
  const char* anchor = "start";  // start, middle or end: which point of the text x is
  double font = kFont;
  double turn = 0;  // degrees, clockwise
  const char* colour = "#212121";
  bool bold = false;
};

class Canvas {
 public:
  // `attributes` must come from the program, never from a user: they are not escaped.
  void rect(const Area& area, std::string_view attributes, std::string_view title = "");
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);
  void path(std::string_view data, std::string_view attributes, std::string_view title = "");
  // If `room` is given, a longer text is cut to that width in px, and a title shows it whole.
  void text(double x, double y, std::string_view text, const TextStyle& style = {}, double room = 0);
  void raw(std::string_view element) { body_ += element; }

  const std::string& body() const { return body_; }

 private:
  std::string body_;
};

std::string px(double value);

}  // namespace ssd::pictures
