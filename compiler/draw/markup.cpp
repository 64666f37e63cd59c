// Graphviz takes every break between two tags for nothing, so rows end with one: DOT stays readable.
#include "compiler/draw/markup.h"

#include <fmt/format.h>

namespace ssd::draw {

std::string font(double size, const char* colour, const std::string& html) {
  return fmt::format(R"(<FONT POINT-SIZE="{}" COLOR="{}">{}</FONT>)", size, colour, html);
}

std::string text_row(double size, const char* colour, const std::string& html) {
  return R"(<TR><TD ALIGN="LEFT">)" + font(size, colour, html) + "</TD></TR>\n";
}

std::string text_table(const std::string& rows) {
  return R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">)" "\n" + rows + "</TABLE>";
}

}  // namespace ssd::draw
