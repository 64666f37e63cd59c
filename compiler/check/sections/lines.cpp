// Implements lines.h.
#include "compiler/check/sections/lines.h"

#include <algorithm>

namespace ssd::check {
namespace {

// `victim(b)` is the key victim, `bus.cycle` the key bus.
std::string_view first_name(const design::Property& line) {
  return std::string_view(line.key).substr(0, line.key.find_first_of("(."));
}

std::string default_text(const Key& key) {
  const std::string_view text = key.otherwise.empty() ? key.fallback : key.otherwise;
  const bool code =
      text.size() > 2 &&
      text.find('`', 1) == text.size() - 1;  // a default in back quotes is shown as code, without the quotes
  return std::string(code ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

void add_defaults(std::vector<design::Property>& lines, std::string_view section, std::span<const Key> keys) {
  for (const Key& key : keys) {
    const bool shown = std::ranges::any_of(
        lines, [&](const design::Property& p) { return p.section == section && first_name(p) == key.name; });
    if (!shown) lines.push_back({std::string(section), std::string(key.name), default_text(key), {}});
  }
}

void order_lines(std::span<design::Property> lines, std::span<const Key> keys) {
  std::vector<std::pair<std::size_t, design::Property>> placed;
  std::size_t place = 0;
  for (design::Property& line : lines) {
    const auto found = std::ranges::find(keys, first_name(line), &Key::name);
    if (found != keys.end()) place = static_cast<std::size_t>(found - keys.begin()) + 1;
    placed.emplace_back(place, std::move(line));
  }
  std::ranges::stable_sort(placed, {}, &std::pair<std::size_t, design::Property>::first);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = std::move(placed[i].second);
}

}  // namespace ssd::check
