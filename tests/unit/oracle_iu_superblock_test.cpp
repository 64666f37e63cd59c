// The oracle's superblocks beside indirection units and word lines (iu.superblock) against timelines derived by hand.
// Command 1, transfer of a page 50, read 20, program 200, erase 1000 us. With two units a page, a read of one takes 46
// and of two 71; a program takes 251, or 301 where it has two pages.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

using Erases = std::vector<std::int64_t>;
using Programs = std::vector<std::vector<std::int64_t>>;

constexpr Time kErases = 1'001, kPause = 400;

// The drive of the rule's example: two channels with `blocks` blocks of two pages of two places. Superblock b has the
// places 4b, 4b + 1 of channel 0, the same two of channel 1, then 4b + 2, 4b + 3 of channel 0, then of channel 1.
Drive two_channels(std::int64_t slots = 24, std::int64_t blocks = 8, Flush flush = Flush::kEager) {
  Drive drive = with_units(slots, flush);
  drive.channels = 2, drive.blocks = blocks, drive.pages = 2, drive.logical_pages = 24;
  drive.placement = Placement::kWriteOrder, drive.superblock = Scope::kDevice;
  drive.place = [](std::int64_t write) { return Place{write % 2, 0, 0, 0}; };
  return drive;
}

// Place number `index` of a superblock of that drive.
std::int64_t place(const Drive& drive, std::int64_t superblock, std::int64_t index) {
  const std::int64_t line = drive.word_line(), program = index / line;
  return (program % 2 * drive.blocks + superblock) * drive.places() + program / 2 * line + index % line;
}

// Whole writes of all units of program i at i x 400, when the program before has ended.
std::vector<HostRequest> one_by_one(const Programs& programs) {
  std::vector<HostRequest> requests;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    for (const std::int64_t lpn : programs[i]) requests.push_back(units_written(i * kPause, lpn));
  }
  return requests;
}

std::function<bool(std::int64_t, std::int64_t, const Around&)> free_places_at_most(std::int64_t most) {
  return [most](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= most; };
}

// Superblocks 0, 1 and 2 of four are full. The last program finds no superblock for the host, so one of 0 and 1 is
// collected after the other, 0 first, because it has valid places: superblock 1 has none. Superblock 3 takes what is
// moved, and the host gets superblock 0. Times below count from that moment.
Drive forced_to_collect() {
  Drive drive = two_channels(24, 4);
  drive.victim = [](const BlockView& b) { return b.valid; };
  return drive;
}

Time since(const Outcome& outcome, const Programs& programs) {
  return outcome.end / kUs - (programs.size() - 1) * kPause;
}

void expect_account(const Drive& drive, const Outcome& outcome) {
  EXPECT_EQ(drive.subpages * (outcome.host_programs + outcome.collection_programs),
            outcome.held_units + outcome.moved_units + outcome.padding);
}

// Two programs at a time, because there are two planes.
TEST(OracleUnitSuperblocks, AreFilledProgramByProgram) {
  const Outcome outcome = run(two_channels(), {units_written(0, 0, 10)});
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 32}, {3, 33}, {4, 2}, {5, 3}, {6, 34}, {7, 35}, {8, 4}, {9, 5}}));
  EXPECT_EQ(completions(outcome), (Times{1}));
  EXPECT_EQ(outcome.end, 3 * kProgramTakes * kUs);
  EXPECT_EQ(outcome.host_programs, 5);
  EXPECT_EQ(outcome.plane_array, (std::vector<std::array<Time, 2>>{{600 * kUs, 0}, {400 * kUs, 0}}));
}

// Units from 20 on belong to stream 1, which opens superblock 0; stream 0 has superblock 1. The second program has
// channel 1's turn and goes to channel 0, the third goes to channel 1 as the second of stream 0, and so does the
// fourth, of stream 1.
TEST(OracleUnitSuperblocks, GiveEachStreamTheNextWordLineOfItsOwn) {
  Drive drive = two_channels();
  drive.streams = 2;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  const Programs programs{{20, 21}, {0, 1}, {2, 3}, {22, 23}, {4, 5}};
  const Outcome outcome = run(drive, one_by_one(programs));
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {1, 5}, {2, 36}, {3, 37}, {4, 6}, {5, 7}, {20, 0}, {21, 1}, {22, 32}, {23, 33}}));
  EXPECT_EQ(outcome.plane_array, (std::vector<std::array<Time, 2>>{{600 * kUs, 0}, {400 * kUs, 0}}));
  EXPECT_EQ(outcome.end, (1'600 + kProgramTakes) * kUs);
  // At once: three programs of channel 0 in a row, and two of channel 1. The third one begins when the first has ended.
  std::vector<HostRequest> requests = one_by_one(programs);
  for (HostRequest& request : requests) request.arrival = 0;
  EXPECT_EQ(run(drive, requests).end, 3 * kProgramTakes * kUs);
}

// Channels of two dies of two planes; plane > die > channel, so index i is plane i, of 32 places. The first program is
// of stream 1, the others are of stream 0: in a group that stream 1 has superblock 0 of, they have superblock 1.
TEST(OracleUnitSuperblocks, AreOfAGroupOfEachKind) {
  Drive drive = two_channels();
  drive.dies = drive.planes = 2, drive.streams = 2;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  drive.place = [](std::int64_t i) { return Place{i / 4 % 2, 0, i / 2 % 2, i % 2}; };
  const auto firsts = [&](Scope group) {
    drive.superblock = group;
    const Outcome outcome = run(drive, one_by_one({{20, 21}, {0, 1}, {2, 3}, {4, 5}, {6, 7}}));
    std::vector<std::int64_t> found;
    for (const std::int64_t lpn : {20, 0, 2, 4, 6}) found.push_back(outcome.map.at(lpn));
    return found;
  };
  // The turns are those of planes 0 to 4. Die 0 has superblock 1 for stream 0, dies 1 and 2 superblock 0.
  EXPECT_EQ(firsts(Scope::kDie), (std::vector<std::int64_t>{0, 4, 2 * 32, 3 * 32, 4 * 32}));
  // Chip 0 gives planes 0, 1, 2 of superblock 1, chip 1 plane 4 of superblock 0.
  EXPECT_EQ(firsts(Scope::kChip), (std::vector<std::int64_t>{0, 4, 32 + 4, 2 * 32 + 4, 4 * 32}));
  EXPECT_EQ(firsts(Scope::kDevice), (std::vector<std::int64_t>{0, 4, 32 + 4, 2 * 32 + 4, 3 * 32 + 4}));
  // channel > plane > die: planes 0, 4, 1 of superblock 1, then plane 5.
  drive.place = [](std::int64_t i) { return Place{i % 2, 0, i / 4 % 2, i / 2 % 2}; };
  EXPECT_EQ(firsts(Scope::kDevice), (std::vector<std::int64_t>{0, 4, 4 * 32 + 4, 32 + 4, 5 * 32 + 4}));
}

// The rule's example: places 1, 2 and 3 of superblock 0 are valid. The reads take 0 to 46 and to 71, both programs 71
// to 322, the erases until 1323. Then those of superblock 1, and the host's program.
TEST(OracleUnitSuperblocks, CollectAsTheExampleSays) {
  const Drive drive = forced_to_collect();
  const Programs programs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 4},  {5, 6},  {7, 0},
                          {4, 5}, {0, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}};
  const Outcome outcome = run(drive, one_by_one(programs));
  EXPECT_EQ(since(outcome, programs), 322 + 2 * kErases + kProgramTakes);
  EXPECT_EQ(outcome.map.at(1), place(drive, 3, 0));
  EXPECT_EQ(outcome.map.at(2), place(drive, 3, 1));
  EXPECT_EQ(outcome.map.at(3), place(drive, 3, 2));
  EXPECT_EQ(outcome.map.at(11), place(drive, 0, 0));
  EXPECT_EQ(outcome.snapshot.pages[place(drive, 3, 3)], Snapshot::kInvalid);
  EXPECT_EQ(outcome.snapshot.pages[place(drive, 3, 4)], Snapshot::kFree);
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.forced_collections, 2);
  EXPECT_EQ(outcome.collection_reads, 2);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.moved_units, 3);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.erases, 4);
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(outcome.plane_array[0][1], (20 + 200 + 2'000) * kUs);
  EXPECT_EQ(outcome.plane_array[1][1], (20 + 200 + 2'000) * kUs);
  EXPECT_EQ(outcome.channel_bus[0][1], (1 + 25 + 51 + 2) * kUs);
  EXPECT_EQ(outcome.channel_bus[1][1], (1 + 50 + 51 + 2) * kUs);
  expect_account(drive, outcome);
}

// Places 0, 1, 4 and 6 of superblock 0 are valid: reads A of two (channel 0), C of one (channel 0) and D of one
// (channel 1); programs p of what A reads (channel 0), and q of what C and D read (channel 1). C is ready before p: A 0
// to 71, C until 117, p 117 to 368, q likewise. In the order of the numbers, which are A p C D q: A until 71, p until
// 322, C until 368, q 368 to 619.
TEST(OracleUnitSuperblocks, NumberAProgramBehindTheReadThatFillsIt) {
  Drive drive = forced_to_collect();
  const Programs programs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {2, 3},   {5, 7},  {2, 3},
                          {5, 7}, {2, 3}, {5, 7}, {8, 9}, {10, 11}, {12, 13}};
  const Outcome any = run(drive, one_by_one(programs));
  EXPECT_EQ(since(any, programs), 368 + 2 * kErases + kProgramTakes);
  drive.reorder_fifo = true;
  const Outcome fifo = run(drive, one_by_one(programs));
  EXPECT_EQ(since(fifo, programs), 619 + 2 * kErases + kProgramTakes);
  for (const Outcome& outcome : {any, fifo}) {
    EXPECT_EQ(outcome.collection_reads, 3);
    EXPECT_EQ(outcome.collection_programs, 2);
    EXPECT_EQ(outcome.padding, 0);
    EXPECT_EQ(outcome.map.at(4), place(drive, 3, 2));
    EXPECT_EQ(outcome.map.at(6), place(drive, 3, 3));
  }
}

// The latencies are asked when all places are taken, in the order of the numbers: read A, program p, reads C and D,
// program q of the timeline above. Blocks 0 are read, blocks 3 programmed.
TEST(OracleUnitSuperblocks, AskLatenciesInTheOrderOfTheNumbers) {
  Drive drive = forced_to_collect();
  std::vector<std::int64_t> asked;  // of reads the page, of programs the page + 10
  drive.read_time = [&](std::int64_t index, std::int64_t block, std::int64_t, const Around&) {
    EXPECT_EQ(block, 0);
    return asked.push_back(index), 20 * kUs;
  };
  drive.program_time = [&](std::int64_t index, std::int64_t block, std::int64_t, const Around&) {
    if (block == 3) asked.push_back(index + 10);
    return 200 * kUs;
  };
  run(drive, one_by_one({{0, 1},
                         {2, 3},
                         {4, 5},
                         {6, 7},
                         {2, 3},
                         {5, 7},
                         {2, 3},
                         {5, 7},
                         {2, 3},
                         {5, 7},
                         {8, 9},
                         {10, 11},
                         {12, 13}}));
  EXPECT_EQ(asked, (std::vector<std::int64_t>{0, 10, 1, 1, 10}));
}

// Ten slots, `full`. At 10 four evictions fill superblock 0 in the map; each channel has two programs, 10 to 261 to
// 512. Trims leave places 1 and 3 to 7. At 30 the eviction of units 8 and 9 (channel 0) triggers: reads A of place 1,
// C of 4 and 5 (channel 0), B of place 3, D of 6 and 7 (channel 1); programs p (A and B) and r (D) in channel 0, q (C)
// in channel 1. Channel 0: the host's until 763, A (ready at 261) until 809, C (at 512) until 880, p until 1131, r
// until 1382. Channel 1: B 512 to 558, D until 629, q 880 to 1131. Both erases wait for r.
TEST(OracleUnitSuperblocks, ReadAFlashPageOnceItIsProgrammed) {
  Drive drive = two_channels(10, 8, Flush::kFull);
  drive.trigger = free_places_at_most(54);
  const std::vector<HostRequest> requests{units_written(0, 0, 10), units_written(10, 10, 8), unit_trimmed(20, 0),
                                          unit_trimmed(20, 2), units_written(30, 18, 2)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{1, 513, 20, 20, 764}));
  EXPECT_EQ(outcome.end, (1'382 + kErases) * kUs);
  EXPECT_EQ(outcome.map, (Map{{1, place(drive, 2, 0)},
                              {3, place(drive, 2, 1)},
                              {4, place(drive, 2, 2)},
                              {5, place(drive, 2, 3)},
                              {6, place(drive, 2, 4)},
                              {7, place(drive, 2, 5)},
                              {8, place(drive, 1, 0)},
                              {9, place(drive, 1, 1)}}));
  EXPECT_EQ(outcome.collection_reads, 4);
  EXPECT_EQ(outcome.collection_programs, 3);
  // Reads of collections go first, as soon as their pages are programmed: A and B 261 to 307, C and D 558 to 629. The
  // host's programs in channel 0 end at 558 and 880; then p until 1131, r until 1382; q 629 to 880.
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_gc && o.is_read; };
  const Outcome first = run(drive, requests);
  EXPECT_EQ(completions(first), (Times{1, 559, 20, 20, 881}));
  EXPECT_EQ(first.end, (1'382 + kErases) * kUs);
}

// Word lines of two pages, of four places; a block has two. Valid are places 3 (channel 0, page 1), 4 and 5 (channel 1,
// page 0), 6 (page 1) and 12 (page 2): reads of one, two, one and one units. Channel 0: 0 to 46. Channel 1: until 71,
// 117, 163. The first four fill a program, 117 to 418 in channel 0; the fifth is alone in one, 163 to 464 in channel 1.
TEST(OracleUnitSuperblocks, TakeWordLinesOfSeveralPages) {
  Drive drive = forced_to_collect();
  drive.program_unit = 2, drive.pages = 4, drive.logical_pages = 32;
  const Programs programs{{0, 1, 2, 3},     {4, 5, 6, 7},     {8, 9, 10, 11},  {12, 13, 14, 15}, {0, 1, 2, 7},
                          {8, 9, 10, 11},   {13, 14, 15, 0},  {1, 2, 7, 8},    {0, 1, 2, 7},     {8, 9, 10, 11},
                          {13, 14, 15, 16}, {17, 18, 19, 20}, {21, 22, 23, 24}};
  const Outcome outcome = run(drive, one_by_one(programs));
  EXPECT_EQ(since(outcome, programs), 464 + 2 * kErases + 301);
  const std::vector<std::int64_t> moved{3, 4, 5, 6, 12};
  for (std::size_t i = 0; i < moved.size(); ++i) EXPECT_EQ(outcome.map.at(moved[i]), place(drive, 3, i));
  EXPECT_EQ(outcome.map.at(17), place(drive, 2, 12));
  EXPECT_EQ(outcome.collection_reads, 4);
  EXPECT_EQ(outcome.collection_programs, 4);
  EXPECT_EQ(outcome.host_programs, 26);
  EXPECT_EQ(outcome.moved_units, 5);
  EXPECT_EQ(outcome.padding, 3);
  EXPECT_EQ(outcome.channel_bus[0][1], (26 + 101 + 2) * kUs);
  EXPECT_EQ(outcome.channel_bus[1][1], (51 + 26 + 26 + 101 + 2) * kUs);
  EXPECT_EQ(outcome.array_programs, 30);
  expect_account(drive, outcome);
}

// Two planes of one die: one command of each read and program, one after another; the erases go together. Places 1, 2
// and 3 are valid as in the example: 46 + 71 + 2 x 251, then 2 commands and an erase twice, then the host's program.
TEST(OracleUnitSuperblocks, CombineErasesOnly) {
  Drive drive = forced_to_collect();
  drive.channels = 1, drive.planes = 2, drive.multiplane = Willing::kWise;
  drive.place = [](std::int64_t write) { return Place{0, 0, 0, write % 2}; };
  const Programs programs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 4},  {5, 6},  {7, 0},
                          {4, 5}, {0, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}};
  const Outcome outcome = run(drive, one_by_one(programs));
  EXPECT_EQ(since(outcome, programs), 46 + 71 + 2 * kProgramTakes + 2 * 1'002 + kProgramTakes);
  EXPECT_EQ((outcome.commands.at({Command::kErase, 2, false})), 2);
  EXPECT_EQ((outcome.commands.at({Command::kRead, 1, false})), 2);
}

// One invalid place of superblock 0 is too few for a collection to gain a program; two are enough.
TEST(OracleUnitSuperblocks, AreEligibleWithAWordLineOfInvalidPlaces) {
  Drive drive = two_channels();
  drive.trigger = free_places_at_most(54);
  const Programs full{{0, 1}, {2, 3}, {4, 5}, {6, 7}};
  Programs one = full, two = full;
  one.push_back({0, 8}), two.push_back({0, 5});
  EXPECT_EQ(run(drive, one_by_one(one)).collections, 0);
  const Outcome outcome = run(drive, one_by_one(two));
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.moved_units, 6);
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.collection_programs, 3);
}

// 64 places and 16 blocks less what is taken: ten places, and two superblocks of two blocks.
TEST(OracleUnitSuperblocks, CountPlacesAndBlocks) {
  Drive drive = two_channels();
  std::vector<BlockView> seen;
  drive.trigger = [](std::int64_t free_pages, std::int64_t free_blocks, const Around&) {
    return free_pages == 54 && free_blocks == 12;
  };
  drive.victim = [&](const BlockView& b) { return seen.push_back(b), 0; };
  EXPECT_EQ(run(drive, one_by_one({{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 5}})).collections, 1);
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].valid, 6);
  EXPECT_EQ(seen[0].invalid, 2);
  EXPECT_EQ(seen[0].free, 0);
  EXPECT_EQ(seen[0].written, 8);
  EXPECT_EQ(seen[0].pages, 8);
  EXPECT_EQ(seen[0].age, static_cast<std::int64_t>(kPause * kUs));
}

// As the example, where collections cost nothing: the same map and counts, and the host's program at once.
TEST(OracleUnitSuperblocks, CollectInNoTimeAtZeroCost) {
  Drive drive = forced_to_collect();
  const Programs programs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 4},  {5, 6},  {7, 0},
                          {4, 5}, {0, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}};
  const Outcome with_cost = run(drive, one_by_one(programs));
  drive.cost_zero = true;
  const Outcome outcome = run(drive, one_by_one(programs));
  EXPECT_EQ(since(outcome, programs), kProgramTakes);
  EXPECT_EQ(outcome.map, with_cost.map);
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.collection_reads, 2);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.moved_units, 3);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.erases, 4);
}

// Units 0 and 1 are stream 0's and fill superblock 0's first word line, 20 and 21 stream 1's; superblocks 0 and 1 are
// filled by turns. Then 0 and 20 are written again, each with others: of superblock 0 remain 1 to 7 less 5, and so
// of 1. Each goes to a collection superblock of its stream: 6 units, 3 programs, no padding.
TEST(OracleUnitSuperblocks, CollectByStream) {
  Drive drive = two_channels();
  drive.logical_pages = 40, drive.streams = 2, drive.collects_by_stream = true;
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 20; };
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks == 8; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  const Outcome outcome = run(
      drive, one_by_one({{0, 1}, {20, 21}, {2, 3}, {22, 23}, {4, 5}, {24, 25}, {6, 7}, {26, 27}, {0, 5}, {20, 25}}));
  // At the last program superblocks 0 to 3 are open or full, so four of eight superblocks are free: eight blocks.
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.map.at(1), place(drive, 4, 0));
  EXPECT_EQ(outcome.map.at(7), place(drive, 4, 5));
  EXPECT_EQ(outcome.map.at(21), place(drive, 5, 0));
  EXPECT_EQ(outcome.map.at(27), place(drive, 5, 5));
  ASSERT_EQ(outcome.stream_pages.size(), 2U);
  for (const StreamPages& stream : outcome.stream_pages) {
    EXPECT_EQ(stream.host, 5);
    EXPECT_EQ(stream.moved, 3);
  }
}

// A flush of the host, and an eviction, program what they have; the places that are left are padding.
TEST(OracleUnitSuperblocks, PadWhatTheHostAsksFor) {
  const HostRequest flush{.arrival = 10 * kUs, .sectors = 0, .is_flush = true};
  const Drive drive = two_channels();
  const Outcome outcome = run(drive, {units_written(0, 0), flush, units_written(400, 1, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 10 + kProgramTakes, 401}));
  EXPECT_EQ(outcome.map, (Map{{0, place(drive, 0, 0)}, {1, place(drive, 0, 2)}, {2, place(drive, 0, 3)}}));
  EXPECT_EQ(outcome.padding, 1);
  expect_account(drive, outcome);
}

// Units 0, 1 and 2 are there before time 0 in places 0, 1 and 2, and place 3 is padding that does not count. The first
// program of the host takes places 4 and 5. Units 0 and 1 are one read of channel 0, unit 2 one of channel 1.
TEST(OracleUnitSuperblocks, PadBehindThePreload) {
  Drive drive = two_channels();
  const std::vector<HostRequest> requests{units_read(0, 0, 3), units_written(400, 8, 2)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 32}, {8, 2}, {9, 3}}));
  EXPECT_EQ(completions(outcome), (Times{71, 401}));
  EXPECT_EQ(outcome.preloaded, 3);
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.snapshot.pages[33], Snapshot::kInvalid);
  // Dies of two planes; index i is channel i mod 2. Units 0 and 1 go to die 0, unit 2 to die 1, units 4 and 5, whose
  // plane is the second of die 0, to the next two places of that die's superblock, in plane 1.
  drive.planes = 2, drive.superblock = Scope::kDie;
  drive.place = [](std::int64_t i) { return Place{i % 2, 0, 0, i / 2 % 2}; };
  const Outcome dies = run(drive, {units_read(0, 0, 3), units_read(0, 4, 2), units_written(400, 8, 2)});
  // The first turn is die 0's, whose next word line is the second of plane 0.
  EXPECT_EQ(dies.map, (Map{{0, 0}, {1, 1}, {2, 64}, {4, 32}, {5, 33}, {8, 2}, {9, 3}}));
  EXPECT_EQ(dies.snapshot.pages[65], Snapshot::kInvalid);
  EXPECT_EQ(dies.snapshot.pages[96], Snapshot::kFree);
}

// Plane 0 is filled with logical pages 0, 2, 4, plane 1 with 1 and 3: what is left of superblock 1 is padding. The host
// takes superblock 2. Superblock 1, with units 8 and 9 only, is collected into superblock 3.
TEST(OracleUnitSuperblocks, AreFullWhereTheStartHasBegunThem) {
  Drive drive = two_channels(24, 4);
  drive.logical_pages = 10, drive.filled = true, drive.valid_parts = 375'000;
  std::vector<BlockView> seen;
  drive.trigger = free_places_at_most(14);
  drive.victim = [&](const BlockView& b) { return seen.push_back(b), b.invalid; };
  const Outcome outcome = run(drive, {units_written(0, 0, 2)});
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].valid, 6);
  EXPECT_EQ(seen[1].valid, 2);
  EXPECT_EQ(seen[1].invalid, 6);
  EXPECT_EQ(outcome.map, (Map{{0, 8}, {1, 9}, {2, 16}, {3, 17}, {4, 2}, {5, 3}, {6, 18}, {7, 19}, {8, 12}, {9, 13}}));
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.block_erases, (Erases{0, 1, 0, 0, 0, 1, 0, 0}));
  // The read of units 8 and 9 waits for the host's program in channel 0; their program goes to channel 0 as well.
  EXPECT_EQ(outcome.end, (kProgramTakes + 71 + kProgramTakes + kErases) * kUs);
}

// The host's program goes to the plane whose turn it was not: with `endurance` the superblock retires as one.
TEST(OracleUnitSuperblocks, RetireAsOne) {
  Drive drive = forced_to_collect();
  drive.endurance = 1;
  const Outcome outcome = run(
      drive,
      one_by_one(
          {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 1}}));
  EXPECT_TRUE(outcome.end_of_life);
  EXPECT_EQ(outcome.retired_blocks, 4);
  EXPECT_EQ(outcome.block_erases, (Erases{1, 1, 0, 0, 1, 1, 0, 0}));
}

}  // namespace
}  // namespace ssd::oracle
