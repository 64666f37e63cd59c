// Implements markup.h. Rows end with a line break, which Graphviz ignores between two tags, so that DOT is readable.
#include "compiler/draw/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ssd::draw {

namespace {

// The width of a character as a share of the font size. Graphviz computes with Helvetica. If a viewer uses a wider font
// instead, a line must still fit into the picture.
constexpr double kCharacterWidth = 0.58, kBoldCharacterWidth = 0.66;

// The number of visible characters of HTML: a tag counts as none, an entity as one.
std::size_t seen_characters(std::string_view html) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < html.size(); ++at) {
    const bool tag = html[at] == '<', entity = html[at] == '&';
    if (tag || entity) at = std::min(html.find(tag ? '>' : ';', at), html.size() - 1);
    const bool continues = (static_cast<unsigned char>(html[at]) & 0xC0) == 0x80;  // of a UTF-8 sequence
    count += !tag && !continues;
  }
  return count;
}

}  // namespace

std::string font(double size, const char* colour, const std::string& html) {
  return fmt::format(R"(<FONT POINT-SIZE="{}" COLOR="{}">{}</FONT>)", size, colour, html);
}

std::string text_row(double size, const char* colour, const std::string& html) {
  const double each = html.find("<B>") == std::string::npos ? kCharacterWidth : kBoldCharacterWidth;
  const double width = std::ceil(static_cast<double>(seen_characters(html)) * each * size);
  return fmt::format(R"(<TR><TD ALIGN="LEFT" WIDTH="{}">{}</TD></TR>)"
                     "\n",
                     width, font(size, colour, html));
}

std::string text_table(const std::string& rows) {
  return R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">)"
         "\n" +
         rows + "</TABLE>";
}

}  // namespace ssd::draw
