// Escaping, cutting and units. Numbers are rounded to what is useful in a picture; `ssdc explain` shows the exact ones.
#include "compiler/draw/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ssd::draw {
namespace {

// The value in the largest unit in which it is at least 1. Successive `names` differ by the factor `base`.
template <std::size_t n>
std::string scaled(double value, double base, const std::array<const char*, n>& names, int digits) {
  std::size_t unit = 0;
  for (; unit + 1 < n && value >= base; ++unit) value /= base;
  return fmt::format("{:.{}g} {}", value, digits, names[unit]);
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_label(std::string_view text) {
  std::string out = escape_xml(text);
  for (auto at = out.find('\\'); at != std::string::npos; at = out.find('\\', at + 2)) out.insert(at, 1, '\\');
  return out;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!lines.back().empty() && length(lines.back()) + 1 + length(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string time_text(Time time) {
  return scaled(static_cast<double>(time), 1000, std::array{"ns", "µs", "ms", "s"}, 6);
}

std::string bytes_text(std::uint64_t bytes) {
  return scaled(static_cast<double>(bytes), 1024, std::array{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}, 5);
}

std::string rate_text(double bytes_per_second) {
  return scaled(bytes_per_second, 1000, std::array{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"}, 4);
}

}  // namespace ssd::draw
