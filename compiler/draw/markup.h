// Pieces of HTML-like labels that all views share.
#pragma once
#include <string>

namespace ssd::draw {

// `html` is text that has passed through escape_label(), possibly with tags around it.
std::string font(double size, const char* colour, const std::string& html);
std::string text_row(double size, const char* colour, const std::string& html);  // a row of a table, left-aligned
std::string text_table(const std::string& rows);                                 // without lines

}  // namespace ssd::draw
