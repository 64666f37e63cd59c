// Implements code_points.h.
#include "compiler/syntax/parse/code_points.h"

#include <algorithm>

namespace ssd::parse {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

char32_t decoded(std::string_view character) {
  constexpr char32_t kNone = 0xFFFD;
  constexpr std::size_t kLongest = 4;
  const std::size_t size = character.size();
  char32_t point = static_cast<unsigned char>(character[0]);
  if (size == 1) return point < 0x80U ? point : kNone;
  if (size > kLongest) return kNone;
  point &= 0xFFU >> (size + 1);  // the first byte begins with as many ones as there are bytes, and a zero
  for (const char c : character.substr(1)) point = point << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return point;
}

}  // namespace

CodePoints::CodePoints(std::string_view text) {
  points_.reserve(text.size());
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = begin + 1;
    while (end < text.size() && continues(text[end])) ++end;
    points_.push_back(decoded(text.substr(begin, end - begin)));
  }
}

void CodePoints::consume() {
  if (at_ < points_.size()) ++at_;
}

size_t CodePoints::LA(ssize_t i) {
  if (i == 0) return 0;
  const ssize_t index = static_cast<ssize_t>(at_) + (i > 0 ? i - 1 : i);
  return index < 0 || index >= static_cast<ssize_t>(points_.size()) ? antlr4::IntStream::EOF
                                                                    : points_[static_cast<size_t>(index)];
}

void CodePoints::seek(size_t index) { at_ = std::min(index, points_.size()); }

}  // namespace ssd::parse
