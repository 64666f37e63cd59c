// Random small drives with indirection units (iu.map), streams and, if asked, word lines (iu.word_line), and workloads
// for them.
#pragma once
#include <algorithm>
#include <cstdint>

#include "tests/unit/oracle_random_drives.h"

namespace ssd::oracle::random_units {

// How a write gets its stream. Only `kByUnit` gives a unit the same one always.
enum class Streams { kByUnit, kByRequest, kByHandle };

inline bool one_in(Dice& dice, std::int64_t n) { return dice.below(n) == 0; }

struct Case {
  Drive drive;
  Streams streams;
};

inline void choose_unit_buffer(Dice& dice, Drive& d) {
  d.buffer_slots = 1 + dice.below(4 * d.word_line()), d.buffer_latency = 500;
  d.evict = dice.one_of({Evict::kLru, Evict::kFifo});
  d.flush = dice.one_of({Flush::kEager, Flush::kEager, Flush::kAbove, Flush::kIdle, Flush::kFull, Flush::kCondition});
  d.flush_share_numerator = dice.below(3), d.flush_share_denominator = 3;
  d.flush_condition = [](const FlushView& f) { return f.idle || f.whole > f.under_way || f.dirty == f.slots; };
  d.read_modify_write = !one_in(dice, 4);
  d.readahead_trigger = dice.below(3), d.readahead_pages = 1 + dice.below(2);
}

inline void choose_unit_collection(Dice& dice, Drive& d) {
  const std::int64_t low = 1 + dice.below(4), more = dice.below(3);
  d.collects_by_stream = !one_in(dice, 4);
  d.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
  if (one_in(dice, 2))
    d.stop = [low, more](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks > low + more; };
  d.scope = dice.one_of({Scope::kPlane, Scope::kPlane, Scope::kDie, Scope::kDevice});
  if (one_in(dice, 3)) d.preempt = [](const CollectionView& g) { return g.waiting_host > 1 || g.left % 2 == 0; };
  d.preempt_page = one_in(dice, 4);
  d.cost_zero = one_in(dice, 6);
  d.idle_on = one_in(dice, 6), d.idle_after = 200'000;
  if (one_in(dice, 6)) d.victim = [](const BlockView& b) { return b.stream * 100 + b.invalid; };
  d.wear = dice.one_of({Wear::kNone, Wear::kDynamic});
}

// Of the logical pages that drive.capacity, iu.map and iu.word_line allow, 60 to 85 %.
inline std::int64_t choose_capacity(Dice& dice, const Drive& d) {
  const std::int64_t kept = d.collects_by_stream ? 2 * d.streams : 1 + d.streams;
  const std::int64_t of_block = d.places() - d.word_line() + 1;
  const std::int64_t most = (d.blocks - kept) * of_block * d.channels * d.planes;
  return most * (60 + dice.below(26)) / 100 / d.subpages * d.subpages;
}

inline void choose_streams(Dice& dice, Case& c) {
  Drive& d = c.drive;
  const std::int64_t n = d.streams = 1 + dice.below(4);
  c.streams = dice.one_of({Streams::kByUnit, Streams::kByRequest, Streams::kByHandle});
  d.stream_reads_page = c.streams == Streams::kByUnit;
  if (c.streams == Streams::kByUnit) d.stream = [n](const RequestView& r) { return r.page % n; };
  if (c.streams == Streams::kByRequest) d.stream = [n](const RequestView& r) { return (r.lpn + r.pages) % n; };
  if (c.streams == Streams::kByHandle) d.stream = [n](const RequestView& r) { return r.handle % n; };
}

// `subpages`: 0 for several, whatever the seed says. A block has `program_unit` times as many pages as without.
inline Case random_case(unsigned seed, std::int64_t subpages = 0, std::int64_t program_unit = 1) {
  Dice dice(seed);
  Case c;
  Drive& d = c.drive;
  d.channels = 1 + dice.below(2), d.planes = 1 + dice.below(2), d.subpages = dice.one_of({2, 2, 3, 4});
  if (subpages > 0) d.subpages = subpages;
  d.sectors_per_page = d.subpages * (1 + dice.below(3)), d.program_unit = program_unit;
  d.pages = (2 + dice.below(3)) * program_unit, d.blocks = 12 + dice.below(4);
  d.read = 20'000, d.program = 200'000, d.erase = 1'500'000, d.command = 175;
  d.place = [n = d.channels, p = d.planes](std::int64_t i) { return Place{i % n, 0, 0, i / n % p}; };
  d.placement = dice.one_of({Placement::kWriteOrder, Placement::kDynamicOrder, Placement::kDynamicCost});
  d.cost = [](const UnitView& u) { return u.queued; };
  d.multiplane = dice.one_of({Willing::kNo, Willing::kWise, Willing::kBlind});
  d.suspend_on = one_in(dice, 5);
  if (d.suspend_on) d.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.is_host; };
  d.cache = one_in(dice, 5);
  d.read_unwritten_as_written = one_in(dice, 3);
  choose_streams(dice, c);
  choose_unit_buffer(dice, d);
  choose_unit_collection(dice, d);
  d.logical_pages = choose_capacity(dice, d);
  d.filled = one_in(dice, 4), d.filled_random = one_in(dice, 2);
  d.valid_parts = 200'000 + dice.below(4) * 100'000, d.invalid_parts = dice.below(2) * 100'000;
  return c;
}

// Half of the requests go to a quarter of the drive.
inline Workload random_workload(unsigned seed, const Drive& d) {
  Dice dice(1000 + seed);
  Workload workload{{}, dice.below(3) * 3};
  const std::int64_t sectors = d.logical_pages * d.unit_sectors(), pause = 20'000 + dice.below(3) * 90'000;
  Time arrival = 0;
  for (int i = 0; i < 300; ++i) {
    arrival += static_cast<Time>(dice.below(2 * pause));
    const std::int64_t at = dice.below(one_in(dice, 2) ? sectors : sectors / 4);
    const std::int64_t length = std::min(1 + dice.below(2 * d.sectors_per_page), sectors - at);
    workload.requests.push_back({.arrival = workload.closed > 0 ? 500 : arrival,
                                 .sector = at,
                                 .sectors = length,
                                 .is_read = one_in(dice, 4),
                                 .is_trim = one_in(dice, 20),
                                 .handle = dice.below(4)});
    if (workload.requests.back().is_trim) workload.requests.back().is_read = false;
  }
  return workload;
}

}  // namespace ssd::oracle::random_units
