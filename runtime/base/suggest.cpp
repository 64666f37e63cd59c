// Nearest names: see suggest.h.
#include "runtime/base/suggest.h"

#include <algorithm>
#include <cctype>
#include <ranges>

namespace ssd {
namespace {

// A third of the letters, but at least one. Of a single letter only the other case is near; otherwise every letter
// would be.
unsigned slips_allowed(std::string_view written) {
  return written.size() <= 1 ? 0U : static_cast<unsigned>(std::max<std::size_t>(1, written.size() / 3));
}

char folded(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

unsigned edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the dynamic program: the swap of neighbours looks two rows back.
  const std::size_t width = b.size() + 1;
  std::vector<unsigned> two_back(width), one_back(width), row(width);
  for (std::size_t j = 0; j < width; ++j) one_back[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      row[j] = std::min({one_back[j] + 1, row[j - 1] + 1, one_back[j - 1] + (same ? 0U : 1U)});
      const bool swapped =
          i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
    std::swap(two_back, one_back);
    std::swap(one_back, row);
  }
  return one_back[b.size()];
}

std::optional<std::string> nearest(std::string_view written, std::span<const std::string> known) {
  std::optional<std::string> best;
  unsigned best_distance = slips_allowed(written) + 1;
  for (const std::string& name : known) {
    const std::size_t apart =
        name.size() > written.size() ? name.size() - written.size() : written.size() - name.size();
    if (apart >= best_distance) continue;  // at least that many letters differ
    const unsigned distance = edit_distance(written, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::vector<std::string> nearest_names(std::string_view written, std::span<const std::string> known, std::size_t most) {
  std::vector<std::pair<unsigned, std::string>> near;
  for (const std::string& name : known) {
    const unsigned distance = edit_distance(written, name);
    if (distance <= slips_allowed(written)) near.emplace_back(distance, name);
  }
  std::ranges::stable_sort(near, {}, &std::pair<unsigned, std::string>::first);
  std::vector<std::string> names;
  for (const auto& [distance, name] : near | std::views::take(most)) names.push_back(name);
  return names;
}

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMostListed = 12;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMostListed))) {
    text += text.empty() ? "`" : ", `";
    text += name + "`";
  }
  if (names.size() > kMostListed) text += ", … (" + std::to_string(names.size()) + " in all)";
  return text;
}

}  // namespace ssd
