// See ground.h.
#include "tools/probe/ground.h"

#include <algorithm>

namespace ssd::probe {
namespace {

constexpr u64 kFirstBytes = 8 << 20;  // written first
constexpr u64 kLeastBehind = 1 << 20,
              kMostBehind = 512 << 20;  // written behind that: up to more than the buffers of drives hold
constexpr double kTimesAlike = 0.05;

u64 whole(u64 bytes, u64 unit) { return bytes / unit * unit; }

// Places near both ends, where a small buffer holds what was written last or kept longest. Each step gets other places.
std::vector<u64> places(u64 bytes, u64 sector, u64 step) {
  std::vector<u64> result;
  for (u64 distance = sector; distance + step * sector < bytes; distance *= 2) {
    result.push_back(distance - sector + step * sector);
    result.push_back(bytes - distance - step * sector);
  }
  return result;
}

Time distance(Time a, Time b) { return a < b ? b - a : a - b; }

bool alike(Time a, Time b) { return static_cast<double>(distance(a, b)) <= kTimesAlike * static_cast<double>(b); }

}  // namespace

Ground::Ground(Bench& bench) : bench_(bench) {
  first_ = std::max(bench.sector(), whole(std::min(kFirstBytes, bench.bytes() / 2), bench.sector()));
  bench.fill(0, first_);
  look_for_buffer();
}

// Doubles what is written behind the beginning again and again, and each time reads places that were not read before.
// At the end, when no buffer holds these places, all are read again.
void Ground::look_for_buffer() {
  struct Look {
    u64 behind;
    std::vector<u64> places;
    std::vector<Time> times;
  };
  std::vector<Look> looks;
  u64 behind = 0;
  for (u64 next = kLeastBehind;; next *= 2) {
    looks.push_back({behind, places(first_, bench_.sector(), looks.size()), {}});
    looks.back().times = bench_.alone(looks.back().places, bench_.sector());
    const u64 end = whole(std::min(next, bench_.bytes() - first_), bench_.sector());
    if (end <= behind || next > kMostBehind) break;
    bench_.fill(first_ + behind, first_ + end);
    behind = end;
  }
  filled_ = first_ + behind;
  for (const Look& look : looks) {
    const std::vector<Time> finally = bench_.alone(look.places, bench_.sector()),
                            again = bench_.alone(look.places, bench_.sector());
    bool settled = true;
    for (std::size_t i = 0; i < finally.size(); ++i) {
      settled = settled && alike(look.times[i], finally[i]);
      noise_ = std::max(noise_, distance(finally[i], again[i]));
    }
    if (settled) continue;
    buffered_ = true;
    behind_ = std::min(behind, std::max(kLeastBehind, 2 * look.behind));
  }
}

u64 Ground::reach(u64 chunks, u64 bytes) {
  const u64 end = std::min(chunks, bench_.bytes() / bytes) * bytes;
  if (end > filled_) {
    bench_.fill(filled_, end);
    drive_out(bytes);
    filled_ = end;
  }
  return filled_ / bytes;
}

void Ground::drive_out(u64 chunk) {
  if (!buffered_) return;
  std::vector<u64> offsets;
  const u64 from = whole(bench_.bytes() / 2, chunk), room = whole(bench_.bytes() - from, chunk);
  for (u64 at = 0; at < behind_ && room != 0; at += chunk) offsets.push_back(from + at % room);
  bench_.write(offsets, chunk);
}

void Ground::lay(std::span<const u64> chunks, u64 bytes) {
  std::vector<u64> offsets(chunks.size());
  std::ranges::transform(chunks, offsets.begin(), [&](u64 chunk) { return chunk * bytes; });
  bench_.write(offsets, bytes);
  drive_out(bytes);
}

void Ground::even_out(u64 period, u64 bytes) {
  std::vector<u64> count(period);
  for (const Extent& extent : bench_.written()) {
    for (u64 chunk = extent.offset / bytes; chunk * bytes < extent.offset + extent.bytes; ++chunk)
      ++count[chunk % period];
  }
  std::vector<u64> offsets;
  for (u64 most = std::ranges::max(count), place = 0; place < period; ++place)
    offsets.insert(offsets.end(), most - count[place], place * bytes);
  bench_.write(offsets, bytes);
}

}  // namespace ssd::probe
