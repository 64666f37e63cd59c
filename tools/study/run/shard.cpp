// See shard.h.
#include "tools/study/run/shard.h"

#include <algorithm>
#include <utility>

namespace ssd::study {
namespace {

// The mixing function of the generator SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", OOPSLA 2014). It maps different numbers to different ones.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace

std::vector<bool> points_of_shard(std::vector<bool> chosen, const Shard& shard) {
  if (!shard.is_part()) return chosen;
  std::vector<std::size_t> points;
  for (std::size_t point = 0; point < chosen.size(); ++point) {
    if (chosen[point]) points.push_back(point);
  }
  std::ranges::sort(points, {}, mixed);
  for (std::size_t i = 0; i < points.size(); ++i) chosen[points[i]] = i % shard.count == shard.number - 1;
  return chosen;
}

}  // namespace ssd::study
