// See ground.h.
#include "runtime/probe/ground.h"

#include <algorithm>

namespace ssd::probe {
namespace {

constexpr u64 kFirstBytes = 8 << 20;      // written first
constexpr u64 kBehindBytes = 512 << 20;   // and behind it: more than the buffers of drives hold
constexpr double kAlike = 0.05;

u64 whole_sectors(u64 bytes, u64 sector) { return bytes / sector * sector; }

// Near both ends, where a small buffer holds what was written last, or what was kept longest.
std::vector<u64> places(u64 bytes, u64 sector) {
  std::vector<u64> result{0};
  for (u64 step = sector; step < bytes; step *= 2) {
    result.push_back(step);
    result.push_back(bytes - step);
  }
  return result;
}

Time distance(Time a, Time b) { return a < b ? b - a : a - b; }

}  // namespace

Ground::Ground(Bench& bench) : bench_(bench) {
  first_ = std::max(bench.sector(), whole_sectors(std::min(kFirstBytes, bench.bytes() / 2), bench.sector()));
  bench.fill(0, first_);
  const std::vector<u64> looked_at = places(first_, bench.sector());
  const std::vector<Time> before = bench.alone(looked_at, bench.sector());
  bench.fill(first_, std::min(bench.bytes(), first_ + kBehindBytes));
  const std::vector<Time> after = bench.alone(looked_at, bench.sector()), again = bench.alone(looked_at, bench.sector());
  for (std::size_t i = 0; i < looked_at.size(); ++i) {
    buffered_ = buffered_ || static_cast<double>(distance(before[i], after[i])) > kAlike * static_cast<double>(after[i]);
    noise_ = std::max(noise_, distance(after[i], again[i]));
  }
}

void Ground::drive_out() {
  if (buffered_) bench_.fill(whole_sectors(bench_.bytes() / 2, bench_.sector()), std::min(bench_.bytes(), whole_sectors(bench_.bytes() / 2, bench_.sector()) + kBehindBytes));
}

void Ground::lay(std::span<const u64> chunks, u64 bytes) {
  std::vector<u64> offsets(chunks.size());
  std::ranges::transform(chunks, offsets.begin(), [&](u64 chunk) { return chunk * bytes; });
  bench_.write(offsets, bytes);
  drive_out();
}

}  // namespace ssd::probe
