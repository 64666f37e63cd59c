// See lines.h.
#include "compiler/sema/lines.h"

#include <algorithm>

namespace ssd::sema {

void order_lines(std::span<design::Property> lines, std::span<const Key> keys) {
  std::vector<std::pair<std::size_t, design::Property>> placed;
  std::size_t place = 0;
  for (design::Property& line : lines) {
    const std::string_view key = std::string_view(line.key).substr(0, line.key.find_first_of("(."));  // `victim(b)`, `bus.cycle`
    const auto found = std::ranges::find(keys, key, &Key::name);
    if (found != keys.end()) place = static_cast<std::size_t>(found - keys.begin()) + 1;
    placed.emplace_back(place, std::move(line));
  }
  std::ranges::stable_sort(placed, {}, &std::pair<std::size_t, design::Property>::first);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = std::move(placed[i].second);
}

}  // namespace ssd::sema
