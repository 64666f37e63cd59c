// See zones.h.
#include "tools/fit/zones.h"

#include <algorithm>
#include <cmath>

#include "runtime/trace/exact_math.h"

namespace ssd::fit {
namespace {

using trace::exact_exp;
using trace::exact_expm1;
using trace::exact_log;

constexpr std::size_t kZoneSteps = 200;
constexpr double kLeastRate =
    1e-3;  // touches per page: if every page was touched only once, the data only say that there are many more pages
constexpr double kNegligible = 0.002;  // share of the touches below which a zone is joined with a neighbour

struct Component {
  double share, rate;  // `share`: of the touched pages; `rate`: touches per page
};

double seen(double rate) { return -exact_expm1(-rate); }

// The rate at which pages that are touched at all are touched `mean` times on average; `mean` is at least 1.
double rate_for(double mean) {
  double low = kLeastRate, high = mean;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (middle / seen(middle) < mean ? low : high) = middle;
  }
  return std::max(kLeastRate, (low + high) / 2);
}

std::vector<Component> begin_with(const Popularity& popularity, std::size_t count) {
  const double least = popularity.front().first, most = popularity.back().first;
  std::vector<Component> components;
  for (std::size_t i = 0; i < count; ++i) {
    const double along = count == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(count - 1);
    components.push_back({1.0 / static_cast<double>(count),
                          std::max(0.1, least * exact_exp(along * exact_log(most / least)) * (1 - 0.5 * (1 - along)))});
  }
  return components;
}

// A step of expectation maximisation. Likelihoods are taken relative to the largest, because those of large counts
// would be out of a double's range.
void improve(std::vector<Component>& components, const Popularity& popularity) {
  std::vector<Component> sums(components.size(), {0, 0});
  std::vector<double> logs(components.size());
  for (const auto& [touches, pages] : popularity) {
    for (std::size_t i = 0; i < components.size(); ++i) {
      const Component& c = components[i];
      logs[i] =
          c.share <= 0 ? -1e300 : exact_log(c.share) + touches * exact_log(c.rate) - c.rate - exact_log(seen(c.rate));
    }
    const double largest = *std::ranges::max_element(logs);
    double all = 0;
    for (double& log : logs) all += log = exact_exp(std::max(-700.0, log - largest));
    for (std::size_t i = 0; i < components.size(); ++i) {
      sums[i].share += pages * logs[i] / all;
      sums[i].rate += pages * logs[i] / all * touches;
    }
  }
  const double whole = pages_of(popularity);
  for (std::size_t i = 0; i < components.size(); ++i) {
    components[i] = sums[i].share <= 0
                        ? Component{0, components[i].rate}
                        : Component{sums[i].share / whole, rate_for(std::max(1.0, sums[i].rate / sums[i].share))};
  }
}

// Joins a negligible zone with a neighbour.
void join_negligible(std::vector<Zone>& zones, double touches) {
  for (std::size_t i = 0; zones.size() > 1 && i < zones.size();) {
    if (zones[i].touches > kNegligible * touches) {
      ++i;
      continue;
    }
    Zone& neighbour = zones[i == 0 ? 1 : i - 1];
    neighbour = {neighbour.pages + zones[i].pages, neighbour.touches + zones[i].touches};
    zones.erase(zones.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

std::vector<Zone> zones_of(const Popularity& popularity, std::size_t count, double most_pages) {
  if (popularity.empty()) return {};
  std::vector<Component> components = begin_with(popularity, popularity.size() == 1 ? 1 : count);
  for (std::size_t step = 0; step < kZoneSteps; ++step) improve(components, popularity);
  const double touched = pages_of(popularity);
  std::vector<Zone> zones;
  for (const Component& c : components) {
    if (c.share > 0) zones.push_back({c.share * touched / seen(c.rate), c.share * touched * c.rate / seen(c.rate)});
  }
  std::ranges::sort(zones, [](const Zone& a, const Zone& b) { return a.touches / a.pages > b.touches / b.pages; });
  join_negligible(zones, touches_of(popularity));
  double before = 0;
  for (std::size_t i = 0; i + 1 < zones.size(); ++i) before += zones[i].pages;
  zones.back().pages = std::min(zones.back().pages, std::max(std::max(1.0, touched - before), most_pages - before));
  return zones;
}

}  // namespace ssd::fit
