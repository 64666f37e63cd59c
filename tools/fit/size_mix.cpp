// See size_mix.h.
#include "tools/fit/size_mix.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tools/fit/shares.h"

namespace ssd::fit {
namespace {

constexpr std::size_t kAllShown = 8;   // up to so many different sizes are all kept as they are
constexpr std::size_t kCommonest = 6;  // if there are more, so many of the commonest are kept
constexpr double kCommon = 0.02;       // the least share of a size that is kept
constexpr std::size_t kGroups = 3;
constexpr double kHardly = 0.002;  // a difference of the mean that does not matter, relative to the mean

using Weights = std::map<u64, double>;  // share of the requests, by size

struct Group {
  // `weight`: share of the requests; `in_pages`: the part of it with a size in whole pages.
  double weight = 0, bytes = 0, in_pages = 0;
  void add(u64 size, double of) { add({of, of * static_cast<double>(size), size % kPage == 0 ? of : 0}); }
  void add(const Group& other) {
    weight += other.weight;
    bytes += other.bytes;
    in_pages += other.in_pages;
  }
};

// Puts a group in as the two sizes around its mean, weighted to keep the mean, or as the nearer one if the other would
// hardly matter.
void put(const Group& group, Weights& weights) {
  const u64 unit = group.in_pages > 0.5 * group.weight ? kPage : Sizes::kBlock;
  const double mean = group.bytes / group.weight;
  const u64 lower = std::max(unit, static_cast<u64>(mean) / unit * unit);
  double upper = std::clamp((mean - static_cast<double>(lower)) / static_cast<double>(unit), 0.0, 1.0);
  const double off = std::min(upper, 1 - upper) * static_cast<double>(unit) / mean * group.weight;
  if (off < kHardly) upper = std::round(upper);
  if (upper < 1) weights[lower] += group.weight * (1 - upper);
  if (upper > 0) weights[lower + unit] += group.weight * upper;
}

// Forms groups: neighbours are joined where that moves the sizes least.
std::vector<Group> grouped(const Weights& rest) {
  std::map<int, Group> octaves;
  for (const auto& [size, weight] : rest) octaves[static_cast<int>(std::bit_width(size))].add(size, weight);
  std::vector<Group> groups;
  for (const auto& [octave, group] : octaves) groups.push_back(group);
  while (groups.size() > kGroups) {
    std::size_t least = 0;
    const auto weight_at = [&](std::size_t i) { return groups[i].weight + groups[i + 1].weight; };
    for (std::size_t i = 1; i + 1 < groups.size(); ++i) least = weight_at(i) < weight_at(least) ? i : least;
    groups[least].add(groups[least + 1]);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(least) + 1);
  }
  return groups;
}

Weights weights_of(const Sizes& sizes) {
  Weights rest;
  std::vector<std::pair<double, u64>> ranked;
  for (const auto& [size, count] : sizes.counts) {
    rest[size] = static_cast<double>(count) / static_cast<double>(sizes.requests);
    ranked.emplace_back(rest[size], size);
  }
  if (rest.size() <= kAllShown) return rest;
  std::ranges::sort(ranked, std::greater());
  Weights weights;
  for (std::size_t i = 0; i < kCommonest && ranked[i].first >= kCommon; ++i) {
    weights[ranked[i].second] = ranked[i].first;
    rest.erase(ranked[i].second);
  }
  for (const Group& group : grouped(rest)) put(group, weights);
  return weights;
}

}  // namespace

workload::Quantity size_mix(const Sizes& sizes) {
  std::vector<u64> values;
  std::vector<double> shares;
  for (const auto& [size, weight] : weights_of(sizes)) {
    values.push_back(size);
    shares.push_back(weight);
  }
  const std::vector<u32> parts = readable_shares(shares);
  workload::Choice choice;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] != 0) choice.options.push_back({parts[i], {workload::Constant{values[i]}}});
  }
  return choice.options.size() == 1 ? choice.options.front().value : workload::Quantity{choice};
}

}  // namespace ssd::fit
