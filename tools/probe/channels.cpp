// See channels.h.
#include "tools/probe/channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/base/counts.h"

namespace ssd::probe {
namespace {

constexpr u32 kNoChannel = ~u32{0};
constexpr std::size_t kTries = 3;  // most pairs of chunks with which two units are compared

// The response times of reads of each unit's chunks, each alone.
class UnitReads {
 public:
  UnitReads(Bench& bench, const std::vector<u32>& unit_of, std::span<const u64> offsets, u64 chunk, Time noise)
      : bench_(bench), offsets_(offsets), chunk_(chunk), noise_(noise), alone_(bench.alone(offsets, chunk)) {
    for (u64 i = 0; i < offsets.size(); ++i) {
      const u32 unit = unit_of[i % unit_of.size()];
      if (unit >= chunks_.size()) chunks_.resize(unit + 1);
      chunks_[unit][alone_[i]].push_back(i);
    }
  }
  u32 count() const { return static_cast<u32>(chunks_.size()); }
  // The number of pairs of units that were compared so far.
  u64 compared() const { return compared_; }

  // For each other unit: by how many ns a read in `unit` and a read there, issued together, take longer than the slower
  // of the two alone; the median of several pairs. None if no two chunks of these units take the same time alone: their
  // data may then never meet on a bus.
  std::vector<std::optional<double>> longer(u32 unit, std::span<const u32> others) {
    compared_ += others.size();
    std::vector<Pair> pairs;
    std::vector<std::size_t> counts;
    std::vector<Time> expected;
    for (const u32 other : others) {
      const std::vector<Pair> some = alike(unit, other);
      counts.push_back(some.size());
      for (const Pair& pair : some) {
        pairs.push_back({offsets_[pair.first], offsets_[pair.second]});
        expected.push_back(std::max(alone_[pair.first], alone_[pair.second]));
      }
    }
    const std::vector<Time> times = bench_.together(pairs, chunk_);
    std::vector<std::optional<double>> result;
    std::size_t next = 0;
    for (const std::size_t count : counts) {
      std::vector<double> found;
      for (std::size_t i = 0; i < count; ++i, ++next)
        found.push_back(static_cast<double>(times[next]) - static_cast<double>(expected[next]));
      std::ranges::sort(found);
      result.push_back(found.empty() ? std::nullopt : std::optional(found[found.size() / 2]));
    }
    return result;
  }

 private:
  // Pairs of chunks of two units that take the same time alone.
  std::vector<Pair> alike(u32 a, u32 b) const {
    std::vector<Pair> result;
    for (const auto& [time, chunks] : chunks_[a]) {
      for (auto other = chunks_[b].lower_bound(time - std::min(time, noise_));
           other != chunks_[b].end() && other->first <= time + noise_; ++other) {
        for (std::size_t i = 0; i < std::min(chunks.size(), other->second.size()) && result.size() < kTries; ++i)
          result.push_back({chunks[i], other->second[i]});
      }
      if (result.size() == kTries) break;
    }
    return result;
  }

  Bench& bench_;
  std::span<const u64> offsets_;
  u64 chunk_;
  Time noise_;
  u64 compared_ = 0;
  std::vector<Time> alone_;
  std::vector<std::map<Time, std::vector<u64>>> chunks_;  // the chunks of each unit, by the time of a read alone
};

// Whether transfers take measurable time. If they do, units that share a bus wait for each other there.
bool shows_transfers(Bench& bench, std::span<const u64> offsets, u64 chunk) {
  const std::span<const u64> first = offsets.first(1);
  return bench.alone(first, chunk).front() > bench.alone(first, bench.sector()).front();
}

Channels unknown_channels(const std::string& reason) {
  return {.channels = cannot_tell(reason), .per_channel = cannot_tell(reason), .channel_of = {}};
}

// Whether values form two levels, each much narrower than the gap between them. Noise widens both levels.
struct Levels {
  double low = 0, divided_at = 0;
  bool two = false, one = false;
};
Levels levels_of(std::vector<double> values, Time noise) {
  std::ranges::sort(values);
  std::size_t widest = 0;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    if (values[i + 1] - values[i] > values[widest + 1] - values[widest]) widest = i;
  }
  const double error = 2 * static_cast<double>(noise);
  Levels result{.low = values.front()};
  const double whole = values.back() - values.front();
  result.one = whole <= error;
  if (result.one || values.size() < 2) return result;
  const double gap = values[widest + 1] - values[widest],
               spread = std::max(values[widest] - values.front(), values.back() - values[widest + 1]);
  result.two = gap > 4 * spread && gap > 2 * error;
  result.divided_at = (values[widest] + values[widest + 1]) / 2;
  return result;
}

// Assigns channels: a unit that shares no bus with an earlier unit begins a new channel.
std::vector<u32> group(UnitReads& units, double divided_at, bool& known) {
  std::vector<u32> channel_of(units.count(), kNoChannel);
  u32 channels = 0;
  for (u32 leader = 0; leader < units.count(); ++leader) {
    if (channel_of[leader] != kNoChannel) continue;
    std::vector<u32> others;
    for (u32 other = leader + 1; other < units.count(); ++other) {
      if (channel_of[other] == kNoChannel) others.push_back(other);
    }
    const auto longer = units.longer(leader, others);
    for (std::size_t i = 0; i < others.size(); ++i) {
      known = known && longer[i];
      if (longer[i] && *longer[i] >= divided_at) channel_of[others[i]] = channels;
    }
    channel_of[leader] = channels++;
  }
  return channel_of;
}

Channels told(std::vector<u32> channel_of, u64 channels, u64 tested, std::string reason) {
  std::vector<u64> size(channels);
  for (const u32 channel : channel_of) ++size[channel];
  if (std::ranges::min(size) != std::ranges::max(size)) {
    return unknown_channels(fmt::format("the groups of units that share a bus are of unequal size: {} to {}",
                                        std::ranges::min(size), std::ranges::max(size)));
  }
  return {.channels = {.value = channels, .reason = std::move(reason), .tested = tested, .agreeing = tested},
          .per_channel = {.value = size.front(),
                          .reason = fmt::format("{} in {} of one size", counted_text(channel_of.size(), "unit"),
                                                counted_text(channels, "group")),
                          .tested = tested,
                          .agreeing = tested},
          .channel_of = std::move(channel_of)};
}

// Checks with pairs that were not compared before that two units share a bus if each shares it with a third.
bool consistent(UnitReads& units, const std::vector<u32>& channel_of, double divided_at) {
  std::vector<u32> all(units.count());
  for (u32 i = 0; i < units.count(); ++i) all[i] = i;
  const u32 last = units.count() - 1;
  all.pop_back();
  const auto longer = units.longer(last, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!longer[i] || (*longer[i] >= divided_at) != (channel_of[i] == channel_of[last])) return false;
  }
  return true;
}

// The answer if no two of the compared units delay each other.
Channels all_apart(Bench& bench, UnitReads& units, std::span<const u64> chunk_offsets, u64 chunk, Time noise) {
  if (noise != 0)
    return unknown_channels("the effect of a bus would be smaller than the variation of the measurements");
  if (!shows_transfers(bench, chunk_offsets, chunk)) {
    return unknown_channels(
        "reads of two units never slow each other down, and a whole chunk takes no longer than a sector: whether "
        "data shares a bus is not visible");
  }
  bool known = true;
  std::vector<u32> apart = group(units, 1, known);
  const u64 channels = units.count();
  if (!known || std::ranges::max(apart) + 1 != channels)
    return unknown_channels("some units slow each other down and others do not, without a pattern");
  return told(std::move(apart), channels, units.compared(),
              "reads of two units never slow each other down: each unit has its own bus");
}

}  // namespace

Channels find_channels(Bench& bench, const std::vector<u32>& unit_of, std::span<const u64> chunk_offsets, u64 chunk,
                       Time noise) {
  UnitReads units(bench, unit_of, chunk_offsets, chunk, noise);
  if (units.count() == 1) return unknown_channels("there is one unit");
  std::vector<u32> others;
  for (u32 other = 1; other < units.count(); ++other) others.push_back(other);
  std::vector<double> longer;
  for (const auto& value : units.longer(0, others)) {
    if (!value)
      return unknown_channels(
          "chunks of different units take different times alone, so it is not visible whether their data shares a "
          "bus");
    longer.push_back(*value);
  }
  const Levels levels = levels_of(longer, noise);
  if (levels.one && levels.low <= static_cast<double>(noise))
    return all_apart(bench, units, chunk_offsets, chunk, noise);
  if (levels.one) {
    return unknown_channels(
        fmt::format("reads of any two units take {:.0f} ns longer together: they share one bus, or the way to the host "
                    "is slower than the buses behind it",
                    levels.low));
  }
  if (!levels.two) return unknown_channels("the delays of reads of two units together do not form two clear groups");
  bool known = true;
  std::vector<u32> channel_of = group(units, levels.divided_at, known);
  if (!known || !consistent(units, channel_of, levels.divided_at))
    return unknown_channels("the delays of two units contradict those of a third unit with them");
  const u64 channels = std::ranges::max(channel_of) + 1;
  Channels result =
      told(std::move(channel_of), channels, units.compared(),
           fmt::format("reads of two units take longer together if both are of one of {} groups", channels));
  result.two_levels = result.channels.value.has_value();
  return result;
}

}  // namespace ssd::probe
