// Superblocks beside indirection units and word lines (iu.superblock), worked out by hand: two channels, and units of
// half a page. Reads of one unit take 46, of two 71, a program 251, or 301 of two pages. The times of the drive are in
// timelines.h.
#include "runtime/run/arena.h"
#include "runtime/run/fill.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

// LPNs count units, which have two sectors.
Request units(Direction direction, Time us, u64 lpn, u32 count) {
  return {.arrival = us * kUs, .sector = lpn * 2, .sectors = count * 2, .direction = direction};
}
Request write_units(Time us, u64 lpn, u32 count) { return units(Direction::kWrite, us, lpn, count); }

// Superblocks have `pages` pages in each of the two channels.
Shape superblocks(int blocks, int pages, const std::string& logical, const std::string& gc = {}) {
  const std::string buffer = "buffer { size: 24KiB latency: 1us flush: eager }";
  return {.channels = 2,
          .blocks = blocks,
          .pages = pages,
          .order = "channel > chip > die > plane",
          .placement = "write_order",
          .logical = logical,
          .sections = "ftl { unit: 1KiB } " + buffer + " gc { superblock: device " + gc + " }"};
}

// Whole writes of pairs of units, each when the program before has ended.
std::vector<Request> one_by_one(const std::vector<std::array<u64, 2>>& programs) {
  std::vector<Request> requests;
  for (u64 i = 0; i < programs.size(); ++i) {
    for (const u64 lpn : programs[i]) requests.push_back(write_units(400 * i, lpn, 1));
  }
  return requests;
}

// The place of the drive with number `index` of a superblock, whose programs have so many places.
u32 place(const Shape& shape, u32 superblock, u32 index, u32 places = 2) {
  const u32 program = index / places, of_block = static_cast<u32>(shape.pages) * 2;
  const u32 block = program % 2 * static_cast<u32>(shape.blocks) + superblock;
  return block * of_block + program / 2 * places + index % places;
}

// The example of the rule. Superblocks 0, 1 and 2 of four are full, and the last program finds none. The oldest is
// collected: its places 1, 2 and 3 are valid. Reads until 46 and 71, programs 71 to 322, erases until 1323. One
// superblock is free now, and the host needs two: superblock 1 has nothing valid and is erased until 2324. Then the
// host's program.
TEST(SuperblocksOfUnits, CollectByPrograms) {
  const Shape shape = superblocks(4, 2, "10KiB", "trigger: free_blocks < 1  victim(b): b.age");
  const std::vector<std::array<u64, 2>> programs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 4}, {5, 6}, {7, 0},
                                                 {4, 5}, {0, 4}, {5, 6}, {7, 8}, {0, 9}, {8, 9}};
  const auto outcome = run(shape, one_by_one(programs));
  EXPECT_EQ(outcome.results.clock, (12 * 400 + 2324 + 251) * kUs);
  EXPECT_EQ(outcome.map[1], place(shape, 3, 0));
  EXPECT_EQ(outcome.map[2], place(shape, 3, 1));
  EXPECT_EQ(outcome.map[3], place(shape, 3, 2));
  EXPECT_EQ(outcome.map[8], place(shape, 0, 0));
  EXPECT_EQ(outcome.results.flash.forced_collections, 2U);
  EXPECT_EQ(outcome.results.flash.collection_reads, 2U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 2U);
  EXPECT_EQ(outcome.results.flash.padding, 1U);
  EXPECT_EQ(outcome.block_erases, (std::vector<u32>{1, 1, 0, 0, 1, 1, 0, 0}));
}

// Places 1, 2 and 3 of superblock 0 are left when units 8 and 9 open superblock 1, in channel 0, at 1000: until 1251.
// The reads: channel 1's until 1071, channel 0's behind the host's program until 1297. So the program of both, in
// channel 0, goes from 1297 to 1548; that of channel 1's last unit waits for its own read only, 1071 to 1322. Erases
// when both have ended.
TEST(SuperblocksOfUnits, ProgramWhatTheirReadsHaveBrought) {
  const Shape shape = superblocks(8, 2, "16KiB", "trigger: free_blocks < 14");
  const auto outcome = run(shape, {write_units(0, 0, 8), units(Direction::kTrim, 900, 0, 1),
                                   units(Direction::kTrim, 900, 4, 4), write_units(1000, 8, 2)});
  EXPECT_EQ(outcome.results.clock, (1548 + 1001) * kUs);
  EXPECT_EQ(outcome.results.flash.collections, 1U);
  EXPECT_EQ(outcome.results.flash.padding, 1U);
  const auto& busy = outcome.results.planes;
  EXPECT_DOUBLE_EQ(busy[0].collection * 2549, 20 + 200 + 1000);
  EXPECT_DOUBLE_EQ(busy[1].collection * 2549, 20 + 200 + 1000);
}

// Units 1 and 2 are left of superblock 0 when units 10 and 11 are programmed in channel 1, from 1000 to 1251, and too
// few places are free. Channel 0's read ends at 1046, channel 1's at 1297. The program of both, in channel 0, waits for
// both: 1297 to 1548.
TEST(SuperblocksOfUnits, ProgramWhenAllTheirReadsHaveEnded) {
  const Shape shape = superblocks(8, 2, "16KiB", "trigger: free_pages < 53");
  const auto outcome = run(shape, {write_units(0, 0, 8), write_units(600, 8, 2), units(Direction::kTrim, 900, 0, 1),
                                   units(Direction::kTrim, 900, 3, 5), write_units(1000, 10, 2)});
  EXPECT_EQ(outcome.results.clock, (1548 + 1001) * kUs);
  EXPECT_EQ(outcome.results.flash.collection_reads, 2U);
  EXPECT_EQ(outcome.results.flash.collection_programs, 1U);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
}

// Superblocks of two programs, eight slots, and evictions two by two. Superblock 0 holds what is read at 0. Units 0 to
// 3 are programmed from 1000 to 1251 as superblock 1, of which 2 and 3 are left when 4 and 5 open superblock 2 at 1020
// and 1 is collected. The read of 2 and 3 is ready at 1251, and the host's read in channel 1, since 1100, goes first:
// until 1297. In channel 0 the program of 4 and 5 ends at 1502, and that of 2 and 3 at 1753.
TEST(SuperblocksOfUnits, AreReadWhenTheyAreProgrammed) {
  Shape shape = superblocks(12, 1, "18KiB", "trigger: free_blocks < 20");
  shape.sections = "ftl { unit: 1KiB } buffer { size: 8KiB latency: 1us flush: full } " +
                   shape.sections.substr(shape.sections.find("gc {"));
  const auto outcome = run(shape, {units(Direction::kRead, 0, 12, 4), units(Direction::kWrite, 100, 0, 8),
                                   units(Direction::kWrite, 1000, 8, 4), units(Direction::kTrim, 1010, 0, 2),
                                   units(Direction::kWrite, 1020, 16, 2), units(Direction::kRead, 1100, 14, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 101, 1252, 1010, 1503, 1297}));
  EXPECT_EQ(outcome.results.clock, (1753 + 1001) * kUs);
  EXPECT_EQ(outcome.results.flash.collections, 1U);
  EXPECT_EQ(outcome.results.flash.collection_reads, 1U);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
}

// Units from 20 on are stream 1's, which opens superblock 0; stream 0 has superblock 1. The second program has channel
// 1's turn and takes channel 0's first pages of superblock 1; each stream then goes on in channel 1.
TEST(SuperblocksOfUnits, GiveEachStreamWordLinesOfItsOwn) {
  Shape shape = superblocks(8, 2, "28KiB");
  shape.placement = "write_order { streams: [low, high]  stream(r): if r.lpn < 20 then low else high  order: ";
  shape.order += " }";
  const auto outcome = run(shape, one_by_one({{20, 21}, {0, 1}, {2, 3}, {22, 23}, {4, 5}}));
  for (const u32 unit : {0, 1, 2, 3, 4, 5}) EXPECT_EQ(outcome.map[unit], place(shape, 1, unit)) << unit;
  for (const u32 unit : {0, 1, 2, 3}) EXPECT_EQ(outcome.map[20 + unit], place(shape, 0, unit)) << unit;
  EXPECT_EQ(outcome.results.clock, (4 * 400 + 251) * kUs);
}

struct Started {
  explicit Started(const Shape& shape)
      : design(drive(shape)),
        plan(design),
        arena(plan, {.sector_states = false, .coupled = false, .closed_depth = 0, .completions = 0}) {
    run::fill(arena.state(), arena.config(), design, {});
  }
  design::Design design;
  Plan plan;
  run::Arena arena;
};

// Six of 24 pages of a plane: logical pages 0, 2, …, 10 in channel 0, and 1, 3, …, 11 in channel 1, in the order of the
// pages of each block. Superblocks 0 and 1 are full, though half of the second is empty, and four are free.
void expect_filled(Shape shape, u32 program_pages) {
  if (program_pages > 1) shape.part = fmt::format("program_unit: {}", program_pages);
  shape.sections += " start { state: filled { valid: 25% invalid: 0% layout: sequential } }";
  Started started(shape);
  const auto& space = started.arena.state().space[PlaneId(0)];
  EXPECT_EQ(space.free_count, 4U);
  EXPECT_EQ(space.free_pages, 4U * 2 * 4 * 2);
  const auto outcome = run(shape, {write_units(0, 36, 2)});
  const u32 of_plane = 6 * 4 * 2;
  for (u32 unit = 0; unit < 24; ++unit)
    EXPECT_EQ(outcome.map[unit], unit / 2 % 2 * of_plane + unit / 4 * 2 + unit % 2) << unit;
  EXPECT_EQ(outcome.map[24], kNoPage);
  EXPECT_EQ(outcome.results.flash.padding, 0U);
  // The host goes on in superblock 2, if its units fill a program.
  EXPECT_EQ(outcome.map[37], program_pages == 1 ? place(shape, 2, 1) : kNoPage);
}

TEST(SuperblocksOfUnits, AreFullWhereTheStartHasBegunThem) {
  const Shape shape = superblocks(6, 4, "38KiB");
  expect_filled(shape, 1);
  expect_filled(shape, 2);
}

// Word lines of two pages: superblock 2 gets units 30 to 33 in channel 0, 34 to 37 in channel 1, and then channel 0's
// next. A program takes 301; the third waits for the first.
TEST(SuperblocksOfUnits, TakeWordLinesOfSeveralPages) {
  Shape shape = superblocks(6, 4, "38KiB");
  shape.part = "program_unit: 2";
  const auto outcome = run(shape, {write_units(0, 0, 12)});
  for (u32 unit = 0; unit < 12; ++unit) EXPECT_EQ(outcome.map[unit], place(shape, 0, unit, 4)) << unit;
  EXPECT_EQ(outcome.map[4], 6U * 4 * 2);
  EXPECT_EQ(outcome.map[8], 4U);
  EXPECT_EQ(outcome.results.clock, 602 * kUs);
  EXPECT_EQ(outcome.results.flash.host_programs, 6U);
}

}  // namespace
}  // namespace ssd::timeline
