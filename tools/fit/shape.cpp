// See shape.h. All regions begin at address 0, so a zone of popular pages lies inside the region of all pages.
#include "tools/fit/shape.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tools/fit/shares.h"

namespace ssd::fit {
namespace {

struct Bounds {
  u64 largest_request;
  double most_pages;
};

// The bytes of a region with about so many pages, rounded to eight leading bits so that it reads well: upwards where
// there is room.
u64 region(double pages, const Bounds& bounds) {
  const u64 least = std::max<u64>(1, (bounds.largest_request + kPage - 1) / kPage),
            most = static_cast<u64>(bounds.most_pages);
  const u64 count = std::max(least, static_cast<u64>(std::ceil(std::min(pages, bounds.most_pages))));
  const int spare = std::max(0, static_cast<int>(std::bit_width(count)) - 8);
  const u64 upwards = (((count - 1) >> spare) + 1) << spare;
  return (upwards <= most ? upwards : count) * kPage;
}

workload::Pattern over(decltype(workload::Pattern::kind) kind, u64 bytes) {
  return {.kind = std::move(kind), .over = workload::kWhole, .over_bytes = bytes};
}

double pages_in(const std::vector<Zone>& zones) {
  double pages = 0;
  for (const Zone& zone : zones) pages += zone.pages;
  return pages;
}

double touches_in(const std::vector<Zone>& zones) {
  double touches = 0;
  for (const Zone& zone : zones) touches += zone.touches;
  return touches;
}

// A readable share that is neither 0 nor 1: the language has no hot spot with such a share.
u32 inner(double share) { return std::clamp(readable(share), 1U, workload::kWhole - 1); }

struct Weighted {
  double weight;
  workload::Pattern pattern;
};

// Regions one inside the other. A page of a zone is touched through all regions that contain it; each region gets only
// the touches that the larger ones do not already give its pages.
std::vector<Weighted> nested(const std::vector<Zone>& zones, const Bounds& bounds) {
  std::vector<Weighted> result;
  double pages = 0;
  const double all = touches_in(zones);
  for (std::size_t i = 0; i < zones.size(); ++i) {
    pages += zones[i].pages;
    const double further = i + 1 == zones.size() ? 0 : zones[i + 1].touches / zones[i + 1].pages;
    const double own = std::max(0.0, zones[i].touches / zones[i].pages - further) * pages;
    result.push_back({own / all, over(workload::Uniform{}, region(pages, bounds))});
  }
  return result;
}

std::vector<Weighted> popular(const Shape& shape, const Bounds& bounds) {
  const std::vector<Zone>& zones = shape.zones;
  const u64 all = region(pages_in(zones), bounds);
  if (shape.theta > 0) return {{1, over(workload::Zipf{shape.theta}, all)}};
  if (zones.size() == 1) return {{1, over(workload::Uniform{}, all)}};
  if (zones.size() > 2) return nested(zones, bounds);
  return {
      {1, over(workload::Hotspot{inner(zones[0].pages / pages_in(zones)), inner(zones[0].touches / touches_in(zones))},
               all)}};
}

}  // namespace

workload::Pattern pattern_of(const Shape& shape, u64 largest_request) {
  const Bounds bounds{largest_request, shape.most_pages};
  std::vector<Weighted> parts;
  if (!shape.zones.empty() && shape.sequential < 1) parts = popular(shape, bounds);
  for (Weighted& part : parts) part.weight *= 1 - shape.sequential;
  if (shape.sequential > 0 || parts.empty())
    parts.push_back({shape.sequential, over(workload::Sequential{}, region(shape.sequential_pages, bounds))});
  std::vector<double> weights;
  for (const Weighted& part : parts) weights.push_back(part.weight);
  const std::vector<u32> shares = readable_shares(weights);
  workload::PatternMix mix;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (shares[i] != 0) mix.options.push_back({shares[i], std::move(parts[i].pattern)});
  }
  return mix.options.size() == 1 ? std::move(mix.options.front().pattern) : workload::Pattern{.kind = std::move(mix)};
}

u64 space_of(const workload::Pattern& pattern) {
  u64 bytes = pattern.over_bytes;
  if (const auto* mix = std::get_if<workload::PatternMix>(&pattern.kind)) {
    for (const workload::WeightedPattern& option : mix->options) bytes = std::max(bytes, space_of(option.pattern));
  }
  return bytes;
}

}  // namespace ssd::fit
