// See units.h.
#include "tools/probe/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/base/counts.h"

namespace ssd::probe {
namespace {

constexpr u64 kDrawn = 4;       // number of places at which every stride is tried
constexpr u64 kVerified = 512;  // number of places for a stride that passed there
constexpr double kNearlyAllAgree = 0.98;
constexpr u32 kNoUnit = ~u32{0};

// Pairs of places that are a stride apart, at `count` random places.
std::vector<Pair> pairs_at(u64 stride, u64 places, u64 count, std::mt19937_64& random) {
  std::vector<Pair> pairs;
  for (u64 i = 0; i < count; ++i) {
    const u64 first = random() % (places - stride);
    pairs.push_back({first, first + stride});
  }
  return pairs;
}

// Such pairs at every place, or at `most` random ones if there are more.
std::vector<Pair> all_pairs_at(u64 stride, u64 places, u64 most, std::mt19937_64& random) {
  if (places - stride > most) return pairs_at(stride, places, most, random);
  std::vector<Pair> pairs;
  for (u64 first = 0; first + stride < places; ++first) pairs.push_back({first, first + stride});
  return pairs;
}

u64 count_same(const std::vector<double>& contentions, double from) {
  return static_cast<u64>(std::ranges::count_if(contentions, [from](double c) { return c >= from; }));
}

bool nearly_all(u64 agreeing, u64 tested) {
  return static_cast<double>(agreeing) >= kNearlyAllAgree * static_cast<double>(tested);
}

Period unknown_period(std::string reason, bool farther = false) {
  return {.answer = cannot_tell(std::move(reason)), .divided = {}, .farther = farther};
}

// The least stride that passes with the few sampled pairs and with many, and whose double passes, too.
std::optional<Answer> least_period(const Written& written, const std::vector<double>& sampled, double from, u64 longest,
                                   std::mt19937_64& random) {
  const u64 places = written.contention.places();
  for (u64 stride = 1; stride <= longest; ++stride) {
    const auto first = sampled.begin() + static_cast<std::ptrdiff_t>((stride - 1) * kDrawn);
    if (!std::all_of(first, first + kDrawn, [from](double c) { return c >= from; })) continue;
    std::vector<Pair> pairs = all_pairs_at(stride, places, kVerified, random);
    const std::vector<Pair> twice = all_pairs_at(2 * stride, places, kVerified, random);
    pairs.insert(pairs.end(), twice.begin(), twice.end());
    const u64 same = count_same(written.contention.of(pairs), from);
    if (nearly_all(same, pairs.size()))
      return Answer{.value = stride, .reason = {}, .tested = pairs.size(), .agreeing = same};
  }
  return std::nullopt;
}

// For each of the chunks whether it is in the unit of `leader`.
std::vector<bool> in_unit_of(const Written& written, u64 leader, const std::vector<u64>& others, u64 period,
                             double from) {
  std::vector<Pair> pairs;
  for (const u64 other : others) {
    pairs.push_back({leader, other + period});
    pairs.push_back({leader, other + 2 * period});
  }
  const std::vector<double> found = written.contention.of(pairs);
  std::vector<bool> result;
  for (std::size_t i = 0; i < others.size(); ++i) result.push_back(found[2 * i] >= from || found[2 * i + 1] >= from);
  return result;
}

// Compares each chunk that has no unit yet with all others that have none.
std::vector<u32> divide_into_units(const Written& written, u64 period, double from) {
  std::vector<u32> unit_of(period, kNoUnit);
  u32 units = 0;
  for (u64 leader = 0; leader < period; ++leader) {
    if (unit_of[leader] != kNoUnit) continue;
    std::vector<u64> others;
    for (u64 other = leader + 1; other < period; ++other) {
      if (unit_of[other] == kNoUnit) others.push_back(other);
    }
    const std::vector<bool> in = in_unit_of(written, leader, others, period, from);
    for (std::size_t i = 0; i < others.size(); ++i) unit_of[others[i]] = in[i] ? units : kNoUnit;
    unit_of[leader] = units++;
  }
  return unit_of;
}

std::vector<u64> sizes(const std::vector<u32>& group_of) {
  std::vector<u64> result;
  for (const u32 group : group_of) {
    if (group >= result.size()) result.resize(group + 1);
    ++result[group];
  }
  return result;
}

// Whether some chunks have exactly `others` chunks that they are read together with, among all chunks that were written
// about the same time.
bool has_no_others(const Written& written, const std::vector<u32>& unit_of, double from, u64 others) {
  constexpr u64 kAnchors = 8;
  const u64 places = written.contention.places(), period = unit_of.size(),
            reach = std::min(2 * period + 16, places / 4);
  std::vector<Pair> pairs;
  for (u64 a = places / 2; a < places / 2 + std::min(kAnchors, places / 4); ++a) {
    for (u64 b = a - reach; b <= a + reach; ++b) {
      if (a != b && unit_of[a % period] == unit_of[b % period]) pairs.push_back({a, b});
    }
  }
  const std::vector<double> found = written.contention.of(pairs);
  std::map<u64, u64> count;
  for (std::size_t i = 0; i < pairs.size(); ++i) count[pairs[i].first] += found[i] < from ? 1 : 0;
  return std::ranges::all_of(count, [others](const auto& anchor) { return anchor.second == others; });
}

// Finds chunks of one unit that do not wait for each other although nearly all others do: pages with the same index in
// planes that the unit reads with one command. Such pages were written about the same time, in the same period or in
// neighbouring ones.
Answer find_joined(const Written& written, const std::vector<u32>& unit_of, double from, bool& in_step) {
  constexpr u64 kShifts = 3;
  const u64 period = unit_of.size();
  std::vector<Pair> pairs;
  for (u64 a = 0; a < period; ++a) {
    for (u64 b = 0; b < period; ++b) {
      for (u64 shift = 0; a != b && unit_of[a] == unit_of[b] && shift < kShifts; ++shift)
        pairs.push_back({a + period, b + shift * period});
    }
  }
  std::vector<u64> with(period, 1);
  const std::vector<double> found = written.contention.of(pairs);
  for (std::size_t i = 0; i < pairs.size(); i += kShifts) {
    if (std::min({found[i], found[i + 1], found[i + 2]}) < from) ++with[pairs[i].first - period];
  }
  const u64 least = *std::ranges::min_element(with), most = *std::ranges::max_element(with);
  if (most == 1)
    return cannot_tell(
        "chunks of one unit always wait for each other, at least those that were written at about the same "
        "time");
  if (least == most && !has_no_others(written, unit_of, from, most - 1))
    return cannot_tell("the chunks of one unit that are read together do not follow a repeating order");
  in_step = least == most;
  if (!in_step) {
    return cannot_tell(fmt::format(
        "a chunk is read together with {} to {} others of its unit, although equally many were written to each "
        "place of a period: pages side by side are not synchronous",
        least - 1, most - 1));
  }
  return {.value = most,
          .reason = fmt::format("chunks of one unit are read {} at a time, and wait for the others", most),
          .tested = period,
          .agreeing = period};
}

// Checks with a sample of pairs that were not compared before: two chunks that lie in one unit with a third lie in one
// unit with each other.
Answer verified(const Written& written, const std::vector<u32>& unit_of, double from, u64 units,
                std::mt19937_64& random) {
  const u64 period = unit_of.size();
  std::vector<Pair> pairs;
  for (u64 i = 0; i < kVerified; ++i) pairs.push_back({random() % period, random() % period + period});
  const std::vector<double> found = written.contention.of(pairs);
  std::vector<Pair> later = pairs;
  for (Pair& pair : later) pair.second += period;
  const std::vector<double> again = written.contention.of(later);
  Answer answer{.value = units, .reason = {}, .tested = pairs.size()};
  answer.reason = fmt::format("the {} chunks of a period form {} whose reads wait for each other", period,
                              counted_text(units, "group"));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool same = found[i] >= from || again[i] >= from;
    answer.agreeing += same == (unit_of[pairs[i].first] == unit_of[pairs[i].second - period]) ? 1 : 0;
  }
  if (nearly_all(answer.agreeing, answer.tested)) return answer;
  return cannot_tell(fmt::format("{} of {} pairs of reads contradict the groups that the others make",
                                 answer.tested - answer.agreeing, answer.tested));
}

}  // namespace

Period find_period(const Written& written, u64 longest, std::mt19937_64& random) {
  std::vector<Pair> pairs;
  for (u64 stride = 1; stride <= longest; ++stride) {
    const std::vector<Pair> some = pairs_at(stride, written.contention.places(), kDrawn, random);
    pairs.insert(pairs.end(), some.begin(), some.end());
  }
  const std::vector<double> sampled = written.contention.of(pairs);
  const Divide divided = divide(sampled, written.uncertainty);
  if (!divided.any_same)
    return unknown_period(fmt::format("no two chunks up to {} apart wait for each other", longest), true);
  if (!divided.any_apart) return unknown_period("no two reads overlap");
  if (!divided.clear)
    return unknown_period(
        "waiting for a unit and waiting for a bus take so nearly the same time that they cannot be distinguished");
  const auto least = least_period(written, sampled, divided.at, longest, random);
  if (!least) {
    return unknown_period(fmt::format("no stride of up to {} chunks always leads to the same unit: places follow no "
                                      "repeating order, or there are more of them",
                                      longest),
                          true);
  }
  Period result{.answer = *least, .divided = divided};
  result.answer.reason = fmt::format("chunks {} apart wait for each other at every address", *least->value);
  return result;
}

Units find_units(const Written& written, u64 period, double divided_at) {
  Units result;
  result.unit_of = divide_into_units(written, period, divided_at);
  const std::vector<u64> size = sizes(result.unit_of);
  if (std::ranges::min(size) != std::ranges::max(size)) {
    result.units = cannot_tell(fmt::format("the groups that {} chunks form have unequal sizes: {} to {}", period,
                                           std::ranges::min(size), std::ranges::max(size)));
    result.joined = cannot_tell("the units are unknown");
    return result;
  }
  std::mt19937_64 random(period);
  result.units = verified(written, result.unit_of, divided_at, size.size(), random);
  result.joined = result.units.value ? find_joined(written, result.unit_of, divided_at, result.in_step)
                                     : cannot_tell("the units are unknown");
  return result;
}

Answer seen_elsewhere(Bench& bench, const Units& found, u64 chunk, u64 chunks, double divided_at, Time noise) {
  constexpr u64 kPlaces = 64, kOfUnit = 2;
  const u64 period = found.unit_of.size(), units = *found.units.value;
  std::vector<u64> offsets(units * kOfUnit);  // for each unit a chunk, and the one a period behind it
  for (u64 i = 0; i < period; ++i) {
    for (u64 k = 0; k < kOfUnit; ++k) offsets[found.unit_of[i] * kOfUnit + k] = (i + k * period) * chunk;
  }
  for (u64 i = 0; i < kPlaces; ++i) offsets.push_back(bench.random()() % chunks * chunk);
  const Contention contention(bench, std::move(offsets));
  std::vector<Pair> pairs;
  std::vector<u64> places;
  for (u64 place = units * kOfUnit; place < contention.places(); ++place) {
    if (!contention.waits(place, noise)) continue;  // the place is in a buffer
    places.push_back(place);
    for (u64 known = 0; known < units * kOfUnit; ++known) pairs.push_back({known, place});
  }
  const std::vector<double> waited = contention.of(pairs);
  u64 elsewhere = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto first = waited.begin() + static_cast<std::ptrdiff_t>(i * units * kOfUnit);
    elsewhere += std::any_of(first, first + static_cast<std::ptrdiff_t>(units * kOfUnit),
                             [&](double c) { return c >= divided_at; })
                     ? 0
                     : 1;
  }
  if (elsewhere != 0)
    return cannot_tell(
        fmt::format("{} of {} chunks elsewhere on the drive are in none of the {} that {} consecutive chunks went to",
                    elsewhere, places.size(), counted_text(units, "unit"), 3 * period));
  Answer answer = found.units;
  answer.tested += places.size();
  answer.agreeing += places.size();
  return answer;
}

}  // namespace ssd::probe
