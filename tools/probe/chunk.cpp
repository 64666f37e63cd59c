// See chunk.h.
#include "tools/probe/chunk.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/base/counts.h"
#include "tools/probe/contention.h"

namespace ssd::probe {
namespace {

constexpr u64 kFirstWindow = 64, kLastWindow = 16384;  // sectors
constexpr std::size_t kEnoughBorders = 5;
constexpr double kOverlapping = 0.9;             // reads with a contention below this do not wait for the same unit
constexpr double kAlike = 0.01, kUnlike = 0.05;  // relative to the time of reading a page

enum class Border : u8 { kNone, kHere, kUnclear };

// For each of the first sectors whether a page ends behind it.
std::vector<Border> borders(Bench& bench, const Contention& contention, u64 window, Time noise) {
  std::vector<Pair> neighbours;
  std::vector<u64> offsets;
  for (u64 i = 0; i < window; ++i) {
    offsets.push_back(i * bench.sector());
    neighbours.push_back({i * bench.sector(), (i + 1) * bench.sector()});
  }
  const std::vector<Time> two_reads = bench.together(neighbours, bench.sector()),
                          one_read = bench.alone(offsets, 2 * bench.sector());
  std::vector<Border> result;
  for (u64 i = 0; i < window; ++i) {
    const double own = static_cast<double>(std::max<Time>(1, std::min(contention.own(i), contention.own(i + 1))));
    const double gained = (static_cast<double>(two_reads[i]) - static_cast<double>(one_read[i])) / own;
    const double uncertain = 2 * static_cast<double>(noise) / own;
    result.push_back(gained >= kUnlike + uncertain            ? Border::kNone
                     : std::abs(gained) <= kAlike + uncertain ? Border::kHere
                                                              : Border::kUnclear);
  }
  return result;
}

// The most frequent distance between two borders; 0 if there are fewer than two borders.
u64 usual_distance(const std::vector<Border>& found) {
  std::vector<u64> count(found.size() + 1);
  std::optional<u64> last;
  for (u64 i = 0; i < found.size(); ++i) {
    if (found[i] != Border::kHere) continue;
    if (last) ++count[i - *last];
    last = i;
  }
  const auto most = std::ranges::max_element(count);
  return *most == 0 ? 0 : static_cast<u64>(most - count.begin());
}

// Whether some reads overlap. If reads never overlap, several pages look like one.
bool some_overlap(Bench& bench, const Contention& contention) {
  constexpr u64 kTried = 256;
  std::vector<Pair> pairs;
  for (u64 i = 0; i < kTried; ++i)
    pairs.push_back({bench.random()() % contention.places(), bench.random()() % contention.places()});
  return std::ranges::any_of(contention.of(pairs), [](double c) { return c < kOverlapping; });
}

// Whether every sector lies in another unit than the next one.
bool neighbours_overlap(const Contention& contention) {
  std::vector<Pair> pairs;
  for (u64 i = 0; i + 1 < contention.places(); ++i) pairs.push_back({i, i + 1});
  return std::ranges::all_of(contention.of(pairs), [](double c) { return c < kOverlapping; });
}

Answer judge(const std::vector<Border>& found, u64 sector) {
  const auto unclear = std::ranges::count(found, Border::kUnclear);
  if (static_cast<std::size_t>(unclear) * 50 > found.size()) {
    return cannot_tell(
        fmt::format("at {} of {} places a read of two sectors is too little faster than two reads of one to decide "
                    "whether a page is read once or twice",
                    unclear, found.size()));
  }
  const u64 distance = usual_distance(found);
  if (std::ranges::count(found, Border::kHere) < 3 || distance == 0) {
    return cannot_tell(fmt::format("no border appears three times in the first {} sectors", found.size()));
  }
  Answer answer{.value = distance * sector, .reason = {}, .tested = found.size()};
  for (u64 i = 0; i < found.size(); ++i)
    answer.agreeing += found[i] == ((i + 1) % distance == 0 ? Border::kHere : Border::kNone) ? 1 : 0;
  if (answer.agreeing * 50 < answer.tested * 49) {
    return cannot_tell(
        fmt::format("borders are not at equal distances: {} is the most frequent, and {} of {} places disagree",
                    counted_text(distance, "sector"), answer.tested - answer.agreeing, answer.tested));
  }
  const std::string every = distance == 1 ? "everywhere" : fmt::format("every {} sectors, and nowhere else,", distance);
  answer.reason = every + " a read of two sectors is no faster than two reads of one";
  return answer;
}

}  // namespace

Answer find_chunk(Bench& bench, const Ground& ground) {
  const u64 sectors = ground.written() / bench.sector();
  if (sectors < 8) return cannot_tell("the drive has too few sectors");
  for (u64 window = kFirstWindow;; window *= 2) {
    const u64 looked_at = std::min({window, kLastWindow, sectors - 2});
    std::vector<u64> offsets(looked_at + 1);
    for (u64 i = 0; i <= looked_at; ++i) offsets[i] = i * bench.sector();
    const Contention contention(bench, std::move(offsets));
    if (contention.usual() < 10 * ground.noise())
      return cannot_tell("response times vary too much from one try to the next");
    if (contention.share_waiting(ground.noise()) < 0.98) {
      return cannot_tell(
          "two reads of one sector do not always wait for each other: a buffer answers reads, and not the "
          "flash");
    }
    const std::vector<Border> found = borders(bench, contention, looked_at, ground.noise());
    const bool enough = static_cast<std::size_t>(std::ranges::count(found, Border::kHere)) >= kEnoughBorders;
    if (!enough && looked_at == window) continue;
    if (!some_overlap(bench, contention)) {
      return cannot_tell(
          "no two reads overlap: there is one unit, or the host's path lets one request through at a time, and pages "
          "side by side cannot be distinguished from one");
    }
    if (std::ranges::count(found, Border::kNone) == 0 && !contention.wholly(ground.noise()) &&
        !neighbours_overlap(contention)) {
      return cannot_tell(
          "a read of two sectors is never faster than two reads of one: pages have one sector, or a slow bus "
          "hides how often a page is read");
    }
    return judge(found, bench.sector());
  }
}

Plot shifts(Bench& bench, const Ground& ground, u64 chunk) {
  constexpr u64 kMostPoints = 96, kChunksShown = 3, kMostSamples = 8;
  const u64 sectors = chunk / bench.sector(), step = std::max<u64>(1, kChunksShown * sectors / kMostPoints);
  Plot plot;
  for (u64 x = 0; x <= kChunksShown * sectors; x += step) plot.x.push_back(x);
  const u64 span = (kChunksShown + 1) * chunk + bench.sector();
  if (ground.written() < span) return {};
  const u64 samples = std::clamp<u64>(ground.written() / span, 1, kMostSamples);
  std::vector<u64> lengths{std::min<u64>(2, sectors), (sectors + 1) / 2, sectors};
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  for (const u64 length : lengths) {
    std::vector<u64> offsets;
    for (const u64 x : plot.x) {
      for (u64 s = 0; s < samples; ++s)
        offsets.push_back((s * (ground.written() / samples) / chunk) * chunk + x * bench.sector());
    }
    const std::vector<Time> times = bench.alone(offsets, length * bench.sector());
    Curve curve{fmt::format("{} sector{}", length, length == 1 ? "" : "s"), {}};
    for (std::size_t i = 0; i < plot.x.size(); ++i) {
      const auto first = times.begin() + static_cast<std::ptrdiff_t>(i * samples);
      curve.y.push_back(
          static_cast<double>(std::accumulate(first, first + static_cast<std::ptrdiff_t>(samples), Time{0})) /
          static_cast<double>(samples));
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

}  // namespace ssd::probe
