// Random small drives with streams and indirection units (iu.map, iu.buffer, iu.collection, account.streams): the
// oracle's own checks (which throw) hold, the counts by stream add up, blocks hold what their streams wrote, and what
// is hard to reach occurs.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
  }
  bool one_in(std::int64_t n) { return below(n) == 0; }
  template <class T, std::size_t n>
  T one_of(const T (&values)[n]) {
    return values[below(n)];
  }

 private:
  std::mt19937 random_;
};

// How a write gets its stream. Only `kByUnit` gives a unit the same one always.
enum class Streams { kByUnit, kByRequest, kByHandle };

struct Case {
  Drive drive;
  Streams streams;
};

void choose_buffer(Dice& dice, Drive& d) {
  d.buffer_slots = 1 + dice.below(4 * d.subpages), d.buffer_latency = 500;
  d.evict = dice.one_of({Evict::kLru, Evict::kFifo});
  d.flush = dice.one_of({Flush::kEager, Flush::kEager, Flush::kAbove, Flush::kIdle, Flush::kFull, Flush::kCondition});
  d.flush_share_numerator = dice.below(3), d.flush_share_denominator = 3;
  d.flush_condition = [](const FlushView& f) { return f.idle || f.whole > f.under_way || f.dirty == f.slots; };
  d.read_modify_write = !dice.one_in(4);
  d.readahead_trigger = dice.below(3), d.readahead_pages = 1 + dice.below(2);
}

void choose_collection(Dice& dice, Drive& d) {
  const std::int64_t low = 1 + dice.below(4), more = dice.below(3);
  d.collects_by_stream = !dice.one_in(4);
  d.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
  if (dice.one_in(2))
    d.stop = [low, more](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks > low + more; };
  d.scope = dice.one_of({Scope::kPlane, Scope::kPlane, Scope::kDie, Scope::kDevice});
  if (dice.one_in(3)) d.preempt = [](const CollectionView& g) { return g.waiting_host > 1 || g.left % 2 == 0; };
  d.preempt_page = dice.one_in(4);
  d.cost_zero = dice.one_in(6);
  d.idle_on = dice.one_in(6), d.idle_after = 200'000;
  if (dice.one_in(6)) d.victim = [](const BlockView& b) { return b.stream * 100 + b.invalid; };
  d.wear = dice.one_of({Wear::kNone, Wear::kDynamic});
}

// Of the logical pages that drive.capacity and iu.map allow, 60 to 85 %.
std::int64_t choose_capacity(Dice& dice, const Drive& d) {
  const std::int64_t kept = d.collects_by_stream ? 2 * d.streams : 1 + d.streams;
  const std::int64_t of_block = d.subpages * (d.pages - 1) + 1;
  const std::int64_t most = (d.blocks - kept) * of_block * d.channels * d.planes;
  return most * (60 + dice.below(26)) / 100 / d.subpages * d.subpages;
}

void choose_streams(Dice& dice, Case& c) {
  Drive& d = c.drive;
  const std::int64_t n = d.streams = 1 + dice.below(4);
  c.streams = dice.one_of({Streams::kByUnit, Streams::kByRequest, Streams::kByHandle});
  d.stream_reads_page = c.streams == Streams::kByUnit;
  if (c.streams == Streams::kByUnit) d.stream = [n](const RequestView& r) { return r.page % n; };
  if (c.streams == Streams::kByRequest) d.stream = [n](const RequestView& r) { return (r.lpn + r.pages) % n; };
  if (c.streams == Streams::kByHandle) d.stream = [n](const RequestView& r) { return r.handle % n; };
}

Case random_case(unsigned seed) {
  Dice dice(seed);
  Case c;
  Drive& d = c.drive;
  d.channels = 1 + dice.below(2), d.planes = 1 + dice.below(2), d.subpages = dice.one_of({2, 2, 3, 4});
  d.sectors_per_page = d.subpages * (1 + dice.below(3));
  d.pages = 2 + dice.below(3), d.blocks = 12 + dice.below(4);
  d.read = 20'000, d.program = 200'000, d.erase = 1'500'000, d.command = 175;
  d.place = [n = d.channels, p = d.planes](std::int64_t i) { return Place{i % n, 0, 0, i / n % p}; };
  d.placement = dice.one_of({Placement::kWriteOrder, Placement::kDynamicOrder, Placement::kDynamicCost});
  d.cost = [](const UnitView& u) { return u.queued; };
  d.multiplane = dice.one_of({Willing::kNo, Willing::kWise, Willing::kBlind});
  d.suspend_on = dice.one_in(5);
  if (d.suspend_on) d.priority = [](const OpView& o) -> std::int64_t { return o.is_read && o.is_host; };
  d.cache = dice.one_in(5);
  d.read_unwritten_as_written = dice.one_in(3);
  choose_streams(dice, c);
  choose_buffer(dice, d);
  choose_collection(dice, d);
  d.logical_pages = choose_capacity(dice, d);
  d.filled = dice.one_in(4), d.filled_random = dice.one_in(2);
  d.valid_parts = 200'000 + dice.below(4) * 100'000, d.invalid_parts = dice.below(2) * 100'000;
  return c;
}

// Half of the requests go to a quarter of the drive.
Workload random_workload(unsigned seed, const Drive& d) {
  Dice dice(1000 + seed);
  Workload workload{{}, dice.below(3) * 3};
  const std::int64_t sectors = d.logical_pages * d.unit_sectors(), pause = 20'000 + dice.below(3) * 90'000;
  Time arrival = 0;
  for (int i = 0; i < 300; ++i) {
    arrival += static_cast<Time>(dice.below(2 * pause));
    const std::int64_t at = dice.below(dice.one_in(2) ? sectors : sectors / 4);
    const std::int64_t length = std::min(1 + dice.below(2 * d.sectors_per_page), sectors - at);
    workload.requests.push_back({.arrival = workload.closed > 0 ? 500 : arrival,
                                 .sector = at,
                                 .sectors = length,
                                 .is_read = dice.one_in(4),
                                 .is_trim = dice.one_in(20),
                                 .handle = dice.below(4)});
    if (workload.requests.back().is_trim) workload.requests.back().is_read = false;
  }
  return workload;
}

// account.streams, iu.account.
void expect_sums(const Drive& drive, const Outcome& outcome) {
  std::int64_t of_host = 0, moved = 0;
  for (const StreamPages& stream : outcome.stream_pages) of_host += stream.host, moved += stream.moved;
  EXPECT_EQ(std::ssize(outcome.stream_pages), drive.streams);
  EXPECT_EQ(of_host, outcome.host_programs);
  EXPECT_EQ(moved, outcome.collection_programs);
  EXPECT_EQ(drive.subpages * (outcome.host_programs + outcome.collection_programs),
            outcome.held_units + outcome.moved_units + outcome.padding);
}

// Each flash page that was begun was programmed, in the blocks of all streams.
void expect_whole_flash_pages(const Drive& drive, const Snapshot& left) {
  for (const Snapshot::Plane& plane : left.planes) {
    EXPECT_EQ(std::ssize(plane.collection), drive.collects_by_stream ? drive.streams : 1);
    for (const auto* blocks : {&plane.host, &plane.collection}) {
      for (const auto& active : *blocks) EXPECT_TRUE(!active || active->next_page % drive.subpages == 0);
    }
  }
}

// Returns how many units were looked at.
std::int64_t expect_pure_blocks(const Drive& drive, const Outcome& outcome) {
  for (const auto& [lpn, place] : outcome.map) {
    const auto block = static_cast<std::size_t>(place / drive.places());
    EXPECT_EQ(outcome.snapshot.block_streams[block], lpn % drive.streams) << "LPN " << lpn;
  }
  return std::ssize(outcome.map);
}

TEST(OracleUnitStreamsRandom, CountsAddUpAndBlocksArePure) {
  std::int64_t full = 0, pure = 0, moved_apart = 0, padded_moves = 0, padded = 0;
  UnitsReached reached;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const auto [drive, streams] = random_case(seed);
    const Outcome outcome = simulate(drive, random_workload(seed, drive));
    full += outcome.drive_full;
    if (outcome.drive_full) continue;
    expect_sums(drive, outcome);
    expect_whole_flash_pages(drive, outcome.snapshot);
    const bool is_pure = streams == Streams::kByUnit && !drive.filled && !drive.read_unwritten_as_written;
    if (drive.collects_by_stream && is_pure) pure += expect_pure_blocks(drive, outcome);
    const auto moves = [](const StreamPages& stream) { return stream.moved > 0; };
    moved_apart += std::ranges::count_if(outcome.stream_pages, moves) > 1;
    if (drive.streams == 1) continue;
    const UnitsReached& r = outcome.units_reached;
    reached.changed_lists += r.changed_lists;
    reached.flushed_before_older += r.flushed_before_older;
    reached.partial_before_whole += r.partial_before_whole;
    reached.left_of_other_streams += r.left_of_other_streams;
    reached.companions += r.companions;
    padded += drive.collects_by_stream ? r.padded_collections : 0;
    padded_moves += drive.collects_by_stream ? r.padding_moves : 0;
  }
  EXPECT_LT(full, 5);
  EXPECT_GT(pure, 500);
  EXPECT_GT(moved_apart, 20);
  EXPECT_GT(padded, 100);
  EXPECT_GT(padded_moves, 100);
  EXPECT_GT(reached.changed_lists, 100);
  EXPECT_GT(reached.flushed_before_older, 100);
  EXPECT_GT(reached.partial_before_whole, 0);
  EXPECT_GT(reached.left_of_other_streams, 100);
  EXPECT_GT(reached.companions, 100);
}

}  // namespace
}  // namespace ssd::oracle
