// See probe.h.
#include "tools/probe/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "runtime/base/counts.h"
#include "tools/probe/channels.h"
#include "tools/probe/chunk.h"
#include "tools/probe/contention.h"
#include "tools/probe/mapping.h"
#include "tools/probe/units.h"

namespace ssd::probe {
namespace {

constexpr std::array<u64, 3> kReaches{
    64, 256, 1024};  // longest strides that are tried, one after the other until a period is found
constexpr u64 kChunksOfReach = 5, kFewestChunks = 8;
constexpr u64 kElsewhere = u64{2} << 16;  // chunks among which the findings must hold: the levels inside a drive's
                                          // outermost one have at most about 65,536 planes

// What is known so far when units are looked for.
struct Found {
  Period period;
  u64 chunks = 0;  // number of chunks written in order
  std::vector<u32> unit_of;
  bool wholly = false;  // Contention::wholly()
};

void without_chunk(Findings& f) {
  for (Answer* answer : {&f.period, &f.units, &f.joined, &f.channels, &f.units_per_channel, &f.mapping})
    *answer = cannot_tell("the chunk is unknown");
}

void without_period(Findings& f) {
  for (Answer* answer : {&f.units, &f.joined, &f.channels, &f.units_per_channel, &f.mapping})
    *answer = cannot_tell(f.period.reason);
}

std::vector<u64> in_order(u64 count) {
  std::vector<u64> result(count);
  std::iota(result.begin(), result.end(), u64{0});
  return result;
}

std::vector<u64> times(std::vector<u64> values, u64 factor) {
  for (u64& value : values) value *= factor;
  return values;
}

// Finds the units. If neighbouring pages are not in step, all places of a period are first written equally often, and
// the units are found again. (A drive that was filled up to its end within a period is not even.)
Units units_in_step(Bench& bench, Ground& ground, const Written& written, u64 chunk, const Found& found) {
  const u64 period = *found.period.answer.value;
  Units units = find_units(written, period, found.period.divided.at);
  if (!units.units.value || units.in_step) return units;
  ground.even_out(period, chunk);
  ground.lay(in_order(found.chunks), chunk);
  const Contention contention(bench, times(in_order(found.chunks), chunk));
  return find_units({.contention = contention, .uncertainty = written.uncertainty}, period, found.period.divided.at);
}

// Finds the units of a period's chunks. If the period does not hold for chunks elsewhere it is dropped, so that a
// longer one is looked for.
void settle_units(Bench& bench, Ground& ground, const Written& written, u64 chunk, Found& found, Findings& f) {
  const double at = found.period.divided.at;
  Units units = units_in_step(bench, ground, written, chunk, found);
  if (units.units.value) {
    units.units = seen_elsewhere(bench, units, chunk, ground.reach(kElsewhere, chunk), at, ground.noise());
    if (!units.units.value) found.period = {.answer = units.units, .divided = {}, .farther = true};
  }
  f.units = std::move(units.units);
  f.joined = std::move(units.joined);
  found.unit_of = std::move(units.unit_of);
  found.wholly = written.contention.wholly(ground.noise());
}

// Writes more and more of the drive until a period is found.
Found seek_units(Bench& bench, Ground& ground, u64 chunk, Findings& f) {
  Found found;
  for (const u64 reach : kReaches) {
    found.chunks = std::min(kChunksOfReach * reach, ground.most() / chunk);
    if (found.chunks < kFewestChunks) {
      found.period.answer =
          cannot_tell(fmt::format("the drive has room for only {}", counted_text(found.chunks, "chunk")));
      break;
    }
    ground.lay(in_order(found.chunks), chunk);
    const Contention contention(bench, times(in_order(found.chunks), chunk));
    if (contention.share_waiting(ground.noise()) < 0.98) {
      found.period.answer =
          cannot_tell("two reads of one sector do not always wait for each other: a buffer answers some");
      break;
    }
    const Written written{.contention = contention,
                          .uncertainty = static_cast<double>(ground.noise()) / static_cast<double>(contention.usual())};
    const u64 longest = std::min(reach, found.chunks / 4);
    found.period = find_period(written, longest, bench.random());
    if (found.period.answer.value) settle_units(bench, ground, written, chunk, found, f);
    if (!found.period.farther || longest < reach) break;
  }
  f.period = found.period.answer;
  return found;
}

void seek_channels(Bench& bench, const Ground& ground, const Found& found, u64 chunk, Findings& f) {
  f.pattern.unit_of = found.unit_of;
  Channels channels = find_channels(bench, found.unit_of, times(in_order(found.chunks), chunk), chunk, ground.noise());
  f.channels = std::move(channels.channels);
  f.units_per_channel = std::move(channels.per_channel);
  f.pattern.channel_of = std::move(channels.channel_of);
  if (found.wholly || channels.two_levels) return;
  // The waits may only be those of transfers that overlap the reading of the next page.
  f.units = f.joined = f.channels = f.units_per_channel =
      cannot_tell(fmt::format("two reads of one sector overlap in part, and no other wait is visible: {} that "
                              "wait for each other may be units, or buses with several",
                              counted_text(*f.units.value, "group")));
  f.pattern.channel_of.clear();
}

void plot_strides(Bench& bench, u64 chunk, u64 chunks, Findings& f) {
  const u64 longest = strides_shown(chunks, f.period.value.value_or(0));
  for (u64 stride = 1; stride <= longest; ++stride) f.stride.x.push_back(stride);
  f.stride.curves = {{"", stride_rates(bench, in_order(chunks), chunk, longest)}};
}

void seek(Bench& bench, const Options& options, Findings& f) {
  const auto begin = [&](std::string_view doing, double share) {
    if (options.stage) options.stage(doing, share);
  };
  begin(kFills, 0);
  Ground ground(bench);
  f.buffered = ground.buffered();
  f.noise = ground.noise();
  begin(kSeeksChunk, 0.3);
  f.chunk = find_chunk(bench, ground);
  if (!f.chunk.value) return without_chunk(f);
  const u64 chunk = *f.chunk.value;
  f.shift = shifts(bench, ground, chunk);
  begin(kSeeksUnits, 0.4);
  const Found found = seek_units(bench, ground, chunk, f);
  if (found.chunks >= kFewestChunks) plot_strides(bench, chunk, found.chunks, f);
  if (!f.period.value) return without_period(f);
  begin(kSeeksChannels, 0.7);
  if (f.units.value)
    seek_channels(bench, ground, found, chunk, f);
  else
    f.channels = f.units_per_channel = cannot_tell("the units are unknown");
  begin(kSeeksMapping, 0.85);
  const Known known{.chunk = chunk,
                    .chunks = found.chunks,
                    .period = *f.period.value,
                    .units = f.units.value.value_or(0),
                    .divided_at = found.period.divided.at};
  MappingFound mapping = find_mapping(bench, ground, known);
  f.mapping = std::move(mapping.mapping);
  f.rewritten = std::move(mapping.strides);
}

}  // namespace

std::optional<Findings> probe(const Device& device, const Options& options) {
  Bench bench(device, options.seed);
  Findings findings;
  try {
    seek(bench, options, findings);
  } catch (const Stopped&) {
    return std::nullopt;
  } catch (const TooSlow&) {
    findings = {};
    findings.chunk = cannot_tell("a request takes longer than nine minutes");
    without_chunk(findings);
  }
  findings.effort = bench.effort();
  return findings;
}

}  // namespace ssd::probe
