// Random small drives of the oracle with all that collection can do at once, and workloads for them. Tests that need
// more of a drive draw it from dice of their own, so that the rest of the drive stays what it is.
#pragma once
#include <cstdint>
#include <random>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
  }
  template <class T, std::size_t n>
  T one_of(const T (&values)[n]) {
    return values[below(n)];
  }

 private:
  std::mt19937 random_;
};

inline Drive random_drive(Dice& dice) {
  Drive d;
  d.channels = 1 + dice.below(2), d.chips = 1 + dice.below(2), d.dies = 1 + dice.below(2), d.planes = 1 + dice.below(3);
  d.blocks = 6, d.pages = 1 + dice.below(4), d.interleave = dice.below(2);
  d.read = 20'000, d.program = 200'000, d.erase = 1'500'000, d.command = 175, d.buffer_latency = 500;
  d.place = [d](std::int64_t i) {
    return Place{i % d.channels, i / d.channels % d.chips, i / d.channels / d.chips % d.dies,
                 i / d.channels / d.chips / d.dies % d.planes};
  };
  d.logical_pages = d.channels * d.chips * d.dies * d.planes * d.pages * 2;
  d.placement = dice.one_of({Placement::kStatic, Placement::kStatic, Placement::kWriteOrder, Placement::kDynamicOrder,
                             Placement::kDynamicCost});
  d.cost = [](const UnitView& u) { return u.queued; };
  d.streams = 1 + dice.below(2);
  d.stream = [n = d.streams](const RequestView& r) { return r.lpn % n; };
  d.multiplane = dice.one_of({Willing::kNo, Willing::kWise, Willing::kBlind});
  d.copyback = dice.one_of({Willing::kNo, Willing::kWise, Willing::kBlind, Willing::kBlind});
  d.suspend_on = dice.below(4) == 0;
  if (d.suspend_on) d.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.is_host; };
  d.cache = dice.below(4) == 0;
  d.queue = dice.below(3) * 2, d.queues = 1 + dice.below(2), d.read_modify_write = dice.below(4) > 0;
  if (dice.below(4) == 0) d.buffer_slots = 1 + dice.below(3), d.write_back = dice.below(2);
  d.flush = dice.one_of({Flush::kEager, Flush::kAbove, Flush::kIdle, Flush::kFull, Flush::kCondition});
  d.flush_share_numerator = dice.below(3), d.flush_share_denominator = 3;
  d.flush_condition = [](const FlushView& f) { return f.idle || f.whole > f.under_way || f.dirty == f.slots; };
  return d;
}

inline void choose_collection(Dice& dice, Drive& d) {
  const bool dynamic = d.placement == Placement::kDynamicOrder || d.placement == Placement::kDynamicCost;
  d.scope = dice.one_of({Scope::kPlane, Scope::kDie, Scope::kChip, Scope::kDevice});
  d.active_shared = dice.below(2), d.shared_stream = dice.below(d.streams);
  d.migrate_same_die = dice.below(2);
  if (dynamic && !d.migrate_same_die) d.any_idle_slots = dice.below(3) * 2, d.any_idle_always = dice.below(2);
  d.replicas = dice.below(3) == 0;
  d.idle_on = dice.below(3) == 0, d.idle_after = static_cast<Time>(dice.below(3)) * 100'000;
  d.avoid = dice.below(2);
  if (dice.below(2)) d.preempt = [](const CollectionView& g) { return g.waiting_host > 1 || g.left % 2 == 0; };
  d.wear = dice.one_of({Wear::kNone, Wear::kStatic, Wear::kDynamic});
  d.wear_threshold = dice.below(3), d.cost_zero = dice.below(5) == 0;
  if (dice.below(2)) d.endurance = 1 + dice.below(12);
  if (dice.below(3) == 0) d.victim = [](const BlockView& b) { return b.valid; };  // the worst policy
  const std::int64_t low = dice.below(5), more = dice.below(4);
  d.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
  if (dice.below(2))
    d.stop = [low, more](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks > low + more; };
  if (dice.below(5) == 0) d.trigger = [](std::int64_t, std::int64_t, const Around&) { return true; };
  if (dice.below(4) == 0)
    d.idle_trigger = [low](std::int64_t, std::int64_t free_blocks, bool idle, const Around&) {
      return idle || free_blocks <= low;
    };
  if (dice.below(6) == 0)
    d.idle_stop = [](std::int64_t pages, std::int64_t, bool idle, const Around&) { return !idle && pages % 2 == 0; };
}

// At most 70 % of 6 blocks, so with `even` the last block is free.
inline void choose_start(Dice& dice, Drive& d) {
  d.filled = dice.below(2), d.filled_even = dice.below(2);
  d.valid_parts = dice.below(4) * 100'000, d.invalid_parts = dice.below(5) * 100'000;
}

// Firmware, a link, ECC and readahead, each in some drives.
inline void choose_host(Dice& dice, Drive& d) {
  if (dice.below(3) > 0) {
    d.firmware.cores = 1 + dice.below(3);
    const auto time = [&dice] { return static_cast<Time>(dice.below(4)) * 7'000; };
    d.firmware.read = time(), d.firmware.write = time(), d.firmware.trim = time(), d.firmware.per_page = time() / 4;
  }
  d.host_command = static_cast<Time>(dice.below(3)) * 5'000, d.ecc = static_cast<Time>(dice.below(3)) * 1'000;
  d.link = dice.below(2), d.link_numerator = 1 + dice.below(30);
  if (dice.below(3) == 0) d.link_request = 3'000;
  if (dice.below(3) == 0) d.readahead_trigger = 1 + dice.below(2), d.readahead_pages = 1 + dice.below(3);
}

// Most have a write-back buffer.
inline Drive drive_with_buffer(unsigned seed) {
  Dice dice(seed);
  Drive drive = random_drive(dice);
  choose_collection(dice, drive);
  Dice for_host(2'000 + seed);
  choose_host(for_host, drive);
  Dice for_buffer(4'000 + seed);
  drive.buffer_slots = for_buffer.below(4) > 0 ? 1 + for_buffer.below(12) : 0;
  drive.write_back = for_buffer.below(6) > 0;
  drive.evict = for_buffer.one_of({Evict::kLru, Evict::kFifo});
  return drive;
}

inline Workload random_workload(Dice& dice, const Drive& d) {
  Workload workload{{}, dice.below(3)};
  for (int i = 0; i < 300; ++i) {
    const std::int64_t sector =
        dice.below(2) ? dice.below(d.logical_pages * 4 - 6) : dice.below(8) % (d.logical_pages * 4 - 6);
    workload.requests.push_back({static_cast<Time>(workload.closed > 0 ? 500 : i * 90'000), sector, 1 + dice.below(6),
                                 dice.below(3) == 0, dice.below(20) == 0});
  }
  return workload;
}

// One in `one_in` requests becomes a flush of the host.
inline Workload with_flushes(Workload workload, unsigned seed, std::int64_t one_in) {
  Dice dice(3'000 + seed);
  for (HostRequest& request : workload.requests) {
    if (dice.below(one_in) == 0) request = {.arrival = request.arrival, .sectors = 0, .is_flush = true};
  }
  return workload;
}

// One in `one_in` writes is forced.
inline Workload with_forced(Workload workload, unsigned seed, std::int64_t one_in) {
  Dice dice(9'000 + seed);
  for (HostRequest& request : workload.requests) {
    const bool is_write = !request.is_read && !request.is_trim && !request.is_flush;
    request.is_forced = dice.below(one_in) == 0 && is_write;
  }
  return workload;
}

}  // namespace ssd::oracle
