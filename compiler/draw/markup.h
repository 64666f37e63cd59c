// Pieces of HTML-like labels that all views share.
#pragma once
#include <string>

namespace ssd::draw {

// `html` is text that went through escape_label(), perhaps with tags around it.
std::string font(double size, const char* colour, const std::string& html);
std::string text_row(double size, const char* colour, const std::string& html);  // a table's row, to the left
std::string text_table(const std::string& rows);                                 // without lines

}  // namespace ssd::draw
