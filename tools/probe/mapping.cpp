// See mapping.h.
#include "tools/probe/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tools/probe/contention.h"

namespace ssd::probe {
namespace {

constexpr u64 kPairs = 256;
constexpr double kNearlyAll = 0.98, kFew = 0.9;

// The number of pairs in one unit, among pairs that are a period apart in this order.
u64 same_in_order(const Contention& contention, std::span<const u64> order, const Known& known,
                  std::mt19937_64& random) {
  std::vector<Pair> pairs;
  for (u64 i = 0; i < kPairs; ++i) {
    const u64 first = random() % (order.size() - known.period);
    pairs.push_back({order[first], order[first + known.period]});
  }
  const std::vector<double> found = contention.of(pairs);
  return static_cast<u64>(std::ranges::count_if(found, [&](double c) { return c >= known.divided_at; }));
}

std::vector<u64> offsets_of(std::span<const u64> chunks, u64 bytes) {
  std::vector<u64> result(chunks.size());
  std::ranges::transform(chunks, result.begin(), [bytes](u64 chunk) { return chunk * bytes; });
  return result;
}

// The number of reads that keep a unit busy until the data of a write have crossed a slow link.
u64 reads_to_keep_busy(Bench& bench, const Contention& contention, u64 chunk) {
  constexpr u64 kFewest = 8, kMost = 64;
  const std::vector<u64> first{0};
  const Time whole = bench.alone(first, chunk).front(), part = bench.alone(first, bench.sector()).front();
  return std::min(kMost, kFewest + 2 * ((whole - std::min(whole, part)) / std::max<Time>(1, contention.usual()) + 1));
}

// Whether a request to an idle unit, issued behind many reads of a busy unit, reaches the idle unit at once. If the
// host path admits only a few requests at a time, the request waits there, and no unit is busy when it arrives.
bool passes_by(Bench& bench, const Contention& contention, std::span<const u64> busy, u64 anchor, const Known& known) {
  constexpr u64 kTried = 64;
  constexpr double kStrangers = 0.5;
  std::vector<Pair> pairs;
  for (u64 i = 0; i < std::min(kTried, contention.places()); ++i) pairs.push_back({anchor, i});
  const std::vector<double> found = contention.of(pairs);
  const auto least = std::ranges::min_element(found);
  const u64 stranger = pairs[static_cast<std::size_t>(least - found.begin())].second;
  if (*least > kStrangers) return false;
  const std::vector<u64> itself{stranger * known.chunk};
  const Time alone = bench.alone(itself, bench.sector()).front();
  return bench.read_behind(stranger * known.chunk, busy) < alone + contention.usual() * 3 / 4;
}

Answer answer(Mapping mapping, u64 tested, u64 agreeing, std::string reason) {
  return {.value = static_cast<u64>(mapping), .reason = std::move(reason), .tested = tested, .agreeing = agreeing};
}

// The answer from the number of chunks that the busy unit got. If the drive ignores which units are busy, the busy unit
// got its share.
Answer judged(u64 hits, u64 tested, u64 units) {
  if (hits == 0) {
    return answer(Mapping::kIdleUnits, tested, tested,
                  fmt::format("of {} chunks written while one unit was busy with reads, none went there", tested));
  }
  const std::string busy_text =
      fmt::format("of {} chunks written while one of {} units was busy with reads, {} went there", tested, units, hits);
  if (2 * hits * units > 3 * tested + 2 * units) return cannot_tell(busy_text + ": more than its share");
  if (hits * units * 2 >= tested) return answer(Mapping::kWriteOrder, tested, tested, busy_text + " nevertheless");
  return answer(Mapping::kEitherOrder, tested, hits, busy_text + ": fewer than its share, but not none");
}

// Writes chunks while reads keep a unit busy. Each write is issued at least a quarter of a read's time after the reads,
// so that the first read has begun, and at most half of it, so that it has not ended. With placement by order of writes
// the unit gets its share of the chunks; if the drive chooses idle units it gets none. `order`: the order in which the
// chunks were last written.
Answer busy_unit(Bench& bench, const Contention& before, std::span<const u64> order, const Known& known) {
  std::vector<u64> anchors, written;  // anchors: chunks of the first unit, in one of its planes; written: others
  for (u64 i = 0; i < order.size(); ++i) (i % known.period == 0 ? anchors : written).push_back(order[i]);
  const u64 wanted = 4 * known.period;
  if (written.size() > wanted) written.resize(wanted);
  const u64 reads = reads_to_keep_busy(bench, before, known.chunk);
  std::vector<u64> busy;
  for (u64 i = 0; i < reads; ++i) busy.push_back(anchors[i % anchors.size()] * known.chunk);
  if (!passes_by(bench, before, busy, anchors[0], known)) {
    return answer(Mapping::kEitherOrder, 0, 0,
                  "whether busy units are skipped is not visible, because a request waits at the host until those "
                  "before it are done");
  }
  bench.write_behind(offsets_of(written, known.chunk), known.chunk, busy, before.usual() / 4);
  std::vector<u64> looked_at = written;
  looked_at.insert(looked_at.end(), {anchors[0], anchors[1]});
  const Contention after(bench, offsets_of(looked_at, known.chunk));
  std::vector<Pair> pairs;
  for (u64 i = 0; i < written.size(); ++i) pairs.insert(pairs.end(), {{i, written.size()}, {i, written.size() + 1}});
  const std::vector<double> found = after.of(pairs);
  u64 hits = 0;
  for (u64 i = 0; i < written.size(); ++i) hits += std::max(found[2 * i], found[2 * i + 1]) >= known.divided_at ? 1 : 0;
  return judged(hits, written.size(), known.units);
}

Answer by_order(Bench& bench, const Ground& ground, const Contention& contention, std::span<const u64> order,
                const Known& known, u64 agreeing) {
  Answer found;
  if (ground.buffered()) {
    found = answer(Mapping::kEitherOrder, 0, 0,
                   "whether busy units are skipped is not visible, because a buffer writes later");
  } else if (known.units < 2) {
    found =
        answer(Mapping::kEitherOrder, 0, 0,
               "whether busy units are skipped is not visible, because none could be kept busy: the units are unknown");
  } else {
    found = busy_unit(bench, contention, order, known);
  }
  found.reason = "chunks a period apart in the order of writes share a unit; " + found.reason;
  found.tested += kPairs;
  found.agreeing += agreeing;
  return found;
}

}  // namespace

std::vector<double> stride_rates(Bench& bench, std::span<const u64> order, u64 chunk, u64 longest) {
  constexpr u64 kPlaces = 64;
  std::vector<Pair> pairs;
  for (u64 stride = 1; stride <= longest; ++stride) {
    for (u64 i = 0; i < kPlaces; ++i) {
      const u64 first = bench.random()() % (order.size() - stride);
      pairs.push_back({order[first] * chunk, order[first + stride] * chunk});
    }
  }
  const std::vector<Time> times = bench.together(pairs, chunk);
  std::vector<double> result;
  for (u64 stride = 0; stride < longest; ++stride) {
    const auto first = times.begin() + static_cast<std::ptrdiff_t>(stride * kPlaces);
    const Time sum = std::accumulate(first, first + kPlaces, Time{0});
    result.push_back(2e9 * kPlaces * static_cast<double>(chunk) / static_cast<double>(std::max<Time>(1, sum)));
  }
  return result;
}

u64 strides_shown(u64 chunks, u64 period) {
  constexpr u64 kFewest = 24, kMost = 256, kUnknown = 64;
  const u64 wanted = period == 0 ? kUnknown : std::clamp(2 * period + period / 4, kFewest, kMost);
  return std::min(wanted, chunks / 2);
}

MappingFound find_mapping(Bench& bench, Ground& ground, const Known& known) {
  std::vector<u64> by_address(known.chunks);
  std::iota(by_address.begin(), by_address.end(), u64{0});
  const std::vector<u64> by_time = shuffled(known.chunks, bench.random());
  ground.lay(by_time, known.chunk);
  const Contention contention(bench, offsets_of(by_address, known.chunk));
  MappingFound result;
  const u64 longest = strides_shown(known.chunks, known.period);
  for (u64 stride = 1; stride <= longest; ++stride) result.strides.x.push_back(stride);
  result.strides.curves = {{"chunks apart by logical address", stride_rates(bench, by_address, known.chunk, longest)},
                           {"chunks apart in the order of writes", stride_rates(bench, by_time, known.chunk, longest)}};
  const u64 address = same_in_order(contention, by_address, known, bench.random()),
            time = same_in_order(contention, by_time, known, bench.random());
  const auto all = [](u64 same) { return static_cast<double>(same) >= kNearlyAll * kPairs; };
  const auto few = [](u64 same) { return static_cast<double>(same) <= kFew * kPairs; };
  if (all(address) && few(time)) {
    result.mapping = answer(Mapping::kAddress, kPairs, address,
                            "after writes in random order chunks a period apart by address still share a unit");
  } else if (all(time) && few(address)) {
    result.mapping = by_order(bench, ground, contention, by_time, known, time);
  } else {
    result.mapping =
        cannot_tell(fmt::format("after writes in random order {} of {} pairs of chunks a period apart by address share "
                                "a unit, and {} of {} a period apart in the order of writes",
                                address, kPairs, time, kPairs));
  }
  return result;
}

}  // namespace ssd::probe
