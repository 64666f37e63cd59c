// The parts of the engine, one at a time: histogram, completion heap, queues, sector states, space, choice of victims,
// arbitration. tests/differential compares whole timelines with the oracle; here the numbers are small enough to be
// worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "runtime/engine/host/admission.h"
#include "runtime/engine/time/loops.h"
#include "runtime/run/arena.h"
#include "tests/unit/hand_made_design.h"

namespace ssd {
namespace {

using run::Arena;

TEST(Histogram, IsExactBelow2048AndWithinOnePart1024Above) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const u64 value = random() >> (random() % 64);
    const u64 edge = Histogram::upper_edge(Histogram::bucket_of(value));
    ASSERT_GE(edge, value);
    if (value < 2048) {
      ASSERT_EQ(edge, value);
    }
    ASSERT_LE(edge - value, value / 1024);
  }
  EXPECT_LT(Histogram::bucket_of(~u64{0}), Histogram::kBuckets);
}

TEST(Histogram, BucketsFollowEachOtherWithoutGap) {
  for (u32 bucket = 0; bucket + 1 < Histogram::kBuckets; ++bucket) {
    const u64 next = Histogram::upper_edge(bucket) + 1;
    ASSERT_EQ(Histogram::bucket_of(next - 1), bucket);
    ASSERT_EQ(Histogram::bucket_of(next), bucket + 1);
  }
}

TEST(CompletionHeap, GivesTimesBackInOrder) {
  std::vector<RequestEnd> storage(200);
  std::vector<Time> sorted;
  State s{};
  s.completions = storage.data();
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < storage.size(); ++i) {
    sorted.push_back(random() % 50);
    push_completion(s, sorted.back(), 2 * sorted.back());
  }
  std::ranges::sort(sorted);
  for (const Time expected : sorted) {
    const RequestEnd end = pop_completion(s);
    EXPECT_EQ(end.time, expected);
    EXPECT_EQ(end.think, 2 * expected);
  }
  EXPECT_EQ(next_completion(s), kNever);
}

TEST(OperationPool, ReusesWhatIsFreeAndCountsWhatIsLeft) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  State& s = arena.state();
  const u32 capacity = s.ops_available;
  const OpId first = new_op(s, {}), second = new_op(s, {});
  EXPECT_NE(first, second);
  EXPECT_EQ(s.ops_available, capacity - 2);
  free_op(s, first);
  EXPECT_EQ(new_op(s, {}), first);
  EXPECT_TRUE(arena.enlarge(Status::kNeedOps));
  EXPECT_EQ(s.ops_available, 2 * capacity - 2);
}

TEST(List, IsFirstInFirstOut) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  State& s = arena.state();
  List<OpId> queue = kEmpty;
  const OpId a = new_op(s, {}), b = new_op(s, {});
  push_back(s.ops, queue, a);
  push_back(s.ops, queue, b);
  EXPECT_EQ(pop_front(s.ops, queue), a);
  EXPECT_EQ(pop_front(s.ops, queue), b);
  EXPECT_EQ(queue.head, kNone);
  push_back(s.ops, queue, a);
  EXPECT_EQ(queue.head, a);
}

// Removes elements at the front, in the middle and at the end, each with every possible successor.
TEST(List, LosesAnElementWhereverItStands) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  State& s = arena.state();
  List<OpId> queue = kEmpty;
  const OpId a = new_op(s, {}), b = new_op(s, {}), c = new_op(s, {}), d = new_op(s, {});
  for (const OpId op : {b, c, d}) push_back(s.ops, queue, op);
  push_front(s.ops, queue, a);
  remove(s.ops, queue, c);
  remove(s.ops, queue, a);
  remove(s.ops, queue, d);
  push_back(s.ops, queue, a);
  EXPECT_EQ(pop_front(s.ops, queue), b);
  remove(s.ops, queue, a);
  EXPECT_EQ(queue.head, kNone);
}

// Operations that compile for ids of one kind do not compile for ids of two kinds.
template <class A, class B>
concept Mixes = requires(A a, B b) { a == b; } || requires(A a, B b) { a - b; } || std::is_convertible_v<A, B> ||
                std::is_constructible_v<A, B>;
TEST(Ids, DoNotMix) {
  static_assert(!Mixes<Lpn, Ppn> && !Mixes<PlaneId, UnitId> && !Mixes<UnitId, ChannelId> && !Mixes<ChannelId, OpId> &&
                !Mixes<OpId, PlaneId>);
  static_assert(!std::is_convertible_v<u32, Lpn> && !std::is_convertible_v<Lpn, u32> &&
                !std::is_convertible_v<PlaneId, u64>);
  static_assert(sizeof(Lpn) == sizeof(u32) && std::is_trivial_v<Lpn>);
  EXPECT_EQ(PlaneId(kNone).value, u32{kNone});
  EXPECT_EQ(PlaneId(5) + 2, PlaneId(7));
  EXPECT_EQ(PlaneId(5) - PlaneId(2), 3U);
}

TEST(Sectors, CountsAndMarksAcrossWords) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {.sector_states = true, .coupled = false, .closed_depth = 0, .completions = 0});
  State& s = arena.state();
  const Config& c = arena.config();  // 4 sectors a page
  EXPECT_EQ(write_sectors(s, c, Lpn(15), 1, 2).kept, 0u);
  EXPECT_EQ(write_sectors(s, c, Lpn(16), 0, 4).kept, 0u);  // in the next word of 64 bits
  const SectorEffect effect = write_sectors(s, c, Lpn(15), 2, 2);
  EXPECT_EQ(effect.kept, 1u);
  EXPECT_EQ(effect.written, 3u);
  EXPECT_EQ(write_sectors(s, c, Lpn(15), 0, 4).kept, 0u);
  EXPECT_EQ(written_sectors(s, 60, 8), 8u);
}

TEST(PagePart, CutsARequestAtPageBorders) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  const Config& c = arena.config();
  const Request request{
      .arrival = 0, .sector = 6, .sectors = 7, .direction = Direction::kRead};  // 6..12 over pages of 4
  ASSERT_EQ(page_count(c, request), 3u);
  const PagePart first = page_part(c, request, 0), middle = page_part(c, request, 1), last = page_part(c, request, 2);
  EXPECT_EQ(std::tuple(first.lpn, first.first, first.count), std::tuple(Lpn(1), 2u, 2u));
  EXPECT_EQ(std::tuple(middle.lpn, middle.first, middle.count), std::tuple(Lpn(2), 0u, 4u));
  EXPECT_EQ(std::tuple(last.lpn, last.first, last.count), std::tuple(Lpn(3), 0u, 1u));
}

TEST(Space, OpensBlocksInOrderAndLeavesTheHostOneFree) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  State& s = arena.state();
  const Config& c = arena.config();  // 6 blocks of 4 pages
  for (u32 i = 0; i < 5 * c.pages; ++i) {
    ASSERT_TRUE(can_take(s, c, PlaneId(0), 0));
    ASSERT_EQ(take_host_page(s, c, PlaneId(0), 0), Ppn(i));
  }
  EXPECT_FALSE(can_take(s, c, PlaneId(0), 0));
  EXPECT_EQ(s.space[PlaneId(0)].free_count, 1u);
  EXPECT_EQ(s.space[PlaneId(0)].free_pages, c.pages);
  EXPECT_EQ(take_moved_pages(s, c, PlaneId(0), 0, 1).first, Ppn(5 * c.pages));  // collection may open the last one
  EXPECT_EQ(s.valid[5], kNotEligible + 1);
  EXPECT_EQ(s.valid[4], c.pages);  // space.take: full blocks are closed at once
}

TEST(Victim, IsTheBlockOfFewestValidPagesAndTheLowerOfEquals) {
  const Plan arena_plan = design::plan_of(hand_made_design());
  Arena arena(arena_plan, {});
  State& s = arena.state();
  const Config& c = arena.config();
  EXPECT_EQ(choose_victim(s, c, PlaneId(0)), kNone);  // all free
  const u16 valid[] = {4, 3, kNotEligible + 1, 2, 2, kNotEligible};
  std::copy_n(valid, 6, s.valid);
  EXPECT_EQ(choose_victim(s, c, PlaneId(0)), 3u);
  const u16 full[] = {4, 4, kNotEligible, 4, 4, 4};
  std::copy_n(full, 6, s.valid);
  EXPECT_EQ(choose_victim(s, c, PlaneId(0)), kNone);  // nothing would be gained
}

TEST(Bus, RoundsATransferUpOnce) {
  Config c{};
  c.bus_numerator = 5;
  c.bus_denominator = 6;  // 1200 MB/s
  EXPECT_EQ(transfer_time(c, 6), 5u);
  EXPECT_EQ(transfer_time(c, 7), 6u);
  EXPECT_EQ(transfer_time(c, 2048), 1707u);
}

// bus.decision, for given wishes of the units.
TEST(Decision, LetsACommandWithoutDataGoFirstAndDataOutBeforeDataIn) {
  const Plan arena_plan = design::plan_of(hand_made_design(3));
  Arena arena(arena_plan, {});
  State& s = arena.state();
  const Config& c = arena.config();
  const auto wish = [&s](u32 number, Time time, Wish what) {
    const UnitId unit(number);
    s.wish_times[unit] = time, s.wishes[unit] = what;
  };
  wish(0, 50, {.ready = 50, .order = 1, .tenure = Tenure::kDataOut});
  wish(1, 90, {.ready = 20, .order = 2, .tenure = Tenure::kDataIn});
  EXPECT_EQ(next_decision(earliest_wishes(s, c, ChannelId(0)), 0), 50u);
  EXPECT_EQ(next_decision(earliest_wishes(s, c, ChannelId(0)), 70), 70u);  // the bus is busy until then
  EXPECT_EQ(choose_unit(s, c, ChannelId(0), 90), UnitId(0));               // data out before an older data in
  wish(2, 80, {.ready = 30, .order = 3, .tenure = Tenure::kCommand});
  EXPECT_EQ(choose_unit(s, c, ChannelId(0), 90),
            UnitId(0));  // the oldest command is the data in, so the younger command does not pass it
  s.wishes[UnitId(2)].ready = 10;
  EXPECT_EQ(choose_unit(s, c, ChannelId(0), 90), UnitId(2));
  EXPECT_EQ(choose_unit(s, c, ChannelId(0), 60), UnitId(0));  // no other wish is ready at 60
  s.wish_times[UnitId(0)] = kNever;
  wish(2, 80, {.ready = 20, .order = 1, .tenure = Tenure::kDataIn});
  EXPECT_EQ(choose_unit(s, c, ChannelId(0), 90), UnitId(2));  // equal ready times: the lower sequence number
}

// Whatever wishes become earlier, in whatever order, the short form gives the same as looking at all of them.
TEST(Decision, KeepsTheEarliestWishAndTheNext) {
  std::mt19937_64 random(1);
  for (u32 round = 0; round < 200; ++round) {
    std::array<Time, 5> times;
    times.fill(kNever);
    Earliest<UnitId> kept{.first = times[0], .second = kNever, .whose = UnitId(0)};
    for (u32 step = 0; step < 20; ++step) {
      const u32 unit = static_cast<u32>(random() % times.size());
      times[unit] = std::min(times[unit], Time{random() % 12});
      note_wish(kept, UnitId(unit), times[unit]);
      Earliest<UnitId> all{.first = times[0], .second = kNever, .whose = UnitId(0)};
      for (u32 u = 1; u < times.size(); ++u) join(all, UnitId(u), times[u]);
      std::array<Time, 5> sorted = times;
      std::ranges::sort(sorted);
      EXPECT_EQ(std::pair(all.first, all.second), std::pair(sorted[0], sorted[1]));
      EXPECT_EQ(std::pair(kept.first, kept.second), std::pair(sorted[0], sorted[1]));
      EXPECT_EQ(times[kept.whose.value], sorted[0]);
    }
  }
}

}  // namespace
}  // namespace ssd
