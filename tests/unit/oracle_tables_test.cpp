// The oracle's tables (table.entries, table.events) and streams of moved pages (collection.stream) against numbers
// derived by hand.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <stdexcept>

#include "tests/unit/oracle_table_log.h"

namespace ssd::oracle {
namespace {

using Of = TableSpec::Of;

// One plane of eight blocks of two pages, six logical pages, one stream; nothing is collected before it must be.
Drive one_plane() {
  Drive drive;
  drive.blocks = 8, drive.pages = 2, drive.logical_pages = 6;
  drive.read = 20'000, drive.program = 200'000, drive.erase = 1'000'000;
  drive.place = [](std::int64_t) { return Place{0, 0, 0, 0}; };
  return drive;
}

// Two streams that collection keeps apart.
Drive two_streams() {
  Drive drive = one_plane();
  drive.streams = 2;
  drive.collects_by_stream = true;
  return drive;
}

// Twelve blocks; every page that is moved goes to stream 1.
Drive moves_to_stream_1() {
  Drive drive = two_streams();
  drive.blocks = 12;
  drive.move_stream = [](const MoveView&) { return std::int64_t{1}; };
  return drive;
}

// One channel more, which has the odd logical pages.
Drive two_channels(Drive drive) {
  drive.channels = 2;
  drive.place = [](std::int64_t n) { return Place{n % 2, 0, 0, 0}; };
  return drive;
}

void collect_below(Drive& drive, std::int64_t free_blocks) {
  drive.trigger = [free_blocks](std::int64_t, std::int64_t free, const Around&) { return free < free_blocks; };
}

// Writes of whole pages, one every us.
Workload writes(const Ints& lpns) {
  Workload workload;
  for (const std::int64_t lpn : lpns)
    workload.requests.push_back({.arrival = workload.requests.size() * 1'000, .sector = lpn * 4, .sectors = 4});
  return workload;
}

// LPN 0, 1 fill block 0, LPN 2, 3 block 1, LPN 0 opens block 2: 12 - 3 = 9 blocks are free, fewer than 10. Block 0 has
// LPN 1, which opens block 3 (page 3 x 2 = 6) of stream 1. With block 0 again 9 are free, but block 1 is all valid.
TEST(OracleTables, MovedPagesGoToTheStreamThatIsGiven) {
  Drive drive = moves_to_stream_1();
  collect_below(drive, 10);
  std::vector<Ints> asked;
  drive.move_stream = [&asked](const MoveView& m) {
    asked.push_back({m.lpn, m.block, m.stream});
    return std::int64_t{1};
  };
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}));
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(asked, (std::vector<Ints>{{1, 0, 0}}));
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 4}, {1, 6}, {2, 2}, {3, 3}}));
  const Snapshot& left = outcome.snapshot;
  EXPECT_EQ(left.block_streams, (Ints{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(left.planes[0].free_blocks, (Ints{4, 5, 6, 7, 8, 9, 10, 11, 0}));
  EXPECT_EQ(left.planes[0].collection, (std::vector{std::optional<Snapshot::Active>{}, {Snapshot::Active{3, 1}}}));
  // The page counts for stream 0, whose block it left; so do the five programs of the host.
  EXPECT_EQ(outcome.stream_pages[0].host, 5);
  EXPECT_EQ(outcome.stream_pages[0].moved, 1);
  EXPECT_EQ(outcome.stream_pages[1].moved, 0);
}

// Blocks of three pages. LPN 0, 1, 2 fill block 0, LPN 0 opens block 1: 10 blocks are free, fewer than 11. Of the two
// pages that block 0 still has, LPN 1 moves after 0 moves: to stream 0, block 2, page 6. LPN 2 moves after 1 move: to
// stream 1, block 3, page 9. The first is asked for after 4 pages of the host (4 / 4 = 1) and heard of after one more
// (5 / 4); the second after 5 (5 / 4) and after 6 (6 / 4).
TEST(OracleTables, EachMoveIsAskedForAfterTheEventOfTheOneBefore) {
  Drive drive = two_streams();
  drive.blocks = 12, drive.pages = 3;
  collect_below(drive, 11);
  drive.tables = {{Of::kDrive, 0}};
  std::vector<double> asked, heard;
  drive.move_stream = [&asked](const MoveView& m) {
    asked.push_back(m.around.write_amplification);
    return m.tables->at(0).at(0) % 2;
  };
  drive.on_move = [&heard](const MoveEvent& m, Tables& tables) {
    heard.push_back(m.around.write_amplification);
    ++tables[0][0];
  };
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 0}));
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 3}, {1, 6}, {2, 9}}));
  EXPECT_EQ(outcome.tables, (Tables{{2}}));
  EXPECT_EQ(asked, (std::vector<double>{1, 1.25}));
  EXPECT_EQ(heard, (std::vector<double>{1.25, 1.5}));
}

// Two streams: the host opens a block if 2 + 1 are free. LPN 0, 1 and then LPN 0 ten times fill blocks 0 to 5, the last
// of which was opened when three were free: two are left. The write after that collects block 1, which has no valid
// page. Without the function the host leaves one block: it fills block 6 as well, so two more writes need no
// collection.
TEST(OracleTables, TheReserveIsABlockForEachStream) {
  Drive drive = two_streams();
  Ints lpns{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const auto forced = [&drive, &lpns] { return simulate(drive, writes(lpns)).forced_collections; };
  drive.move_stream = [](const MoveView& m) { return m.stream; };
  EXPECT_EQ(forced(), 0);
  lpns.push_back(0);
  EXPECT_EQ(forced(), 1);
  drive.move_stream = nullptr;
  lpns.push_back(0);
  EXPECT_EQ(forced(), 0);
  lpns.push_back(0);
  EXPECT_EQ(forced(), 1);
}

// Two planes of eight blocks: 16 blocks; six logical pages, two streams.
TEST(OracleTables, HaveTheirInitialValues) {
  Drive drive = two_channels(two_streams());
  const auto half = std::bit_cast<std::int64_t>(0.5);
  drive.tables = {{Of::kDrive, 5}, {Of::kLpn, -1}, {Of::kBlock, 7}, {Of::kStream, half}};
  const Tables initial{{5}, Ints(6, -1), Ints(16, 7), Ints(2, half)};
  EXPECT_EQ(simulate(drive, writes({0, 1})).tables, initial);
  EXPECT_TRUE(simulate(one_plane(), writes({0, 1})).tables.empty());
}

// The first write sees 0 writes before it and makes them 1, the second 2, the third 3.
TEST(OracleTables, ChangeOneAfterAnother) {
  Drive drive = one_plane();
  drive.logical_pages = 8;
  drive.tables = {{Of::kDrive, 0}, {Of::kLpn, 0}};
  drive.on_write = [](const WriteEvent& w, Tables& tables) {
    ++tables[0][0];
    tables[1].at(w.lpn) = tables[0][0];
  };
  EXPECT_EQ(simulate(drive, writes({5, 5, 7})).tables, (Tables{{3}, {0, 0, 0, 0, 0, 2, 0, 3}}));
  drive.tables = {{Of::kLpn, 0}, {Of::kDrive, 0}};
  drive.on_write = [](const WriteEvent& w, Tables& tables) {
    tables[0].at(w.lpn) = tables[1][0];
    ++tables[1][0];
  };
  EXPECT_EQ(simulate(drive, writes({5, 5, 7})).tables, (Tables{{0, 0, 0, 0, 0, 1, 0, 2}, {3}}));
}

// The example of collection.active. Block 0 is full with the write at 1 us, block 1 with that at 3 us; both are
// collected at 7 us, so their ages are 6 us and 4 us. A collection without cost has the same events.
TEST(OracleTables, HearOfMovesAndErases) {
  Drive drive = two_streams();
  drive.stream = [](const RequestView& r) { return r.lpn < 4 ? std::int64_t{0} : 1; };
  collect_below(drive, 4);
  const Events expected{"write 0 0 0 0 1",  "write 1 0 0 1 1",      "write 4 1 1 0 1",  "write 5 1 1 1 1",
                        "write 0 0 2 0 0",  "write 4 1 3 0 0",      "write 2 0 2 1 1",  "write 3 0 4 0 1",
                        "move 1 0 0 5 0 0", "erase 1 1 0 0 0 6000", "move 5 1 1 6 1 0", "erase 1 1 0 1 1 4000"};
  for (const bool cost_zero : {false, true}) {
    Log log(drive);
    drive.cost_zero = cost_zero;
    simulate(drive, writes({0, 1, 4, 5, 0, 4, 2, 3}));
    EXPECT_EQ(log.events, expected);
  }
  // With one collection block the streams of blocks are 0, though that of a write is not; LPN 5 follows LPN 1.
  drive.collects_by_stream = false;
  Log log(drive);
  simulate(drive, writes({0, 1, 4, 5, 0, 4, 2, 3}));
  EXPECT_EQ(log.events[3], "write 5 1 1 1 1");
  EXPECT_EQ(Events(log.events.begin() + 8, log.events.end()),
            (Events{"move 1 0 0 5 0 0", "erase 1 1 0 0 0 6000", "move 5 1 0 5 0 1", "erase 1 1 0 1 0 4000"}));
}

// The trim covers sectors 3 to 12: one of LPN 0, all of LPN 1 and 2, one of LPN 3. Nobody has written LPN 2. The map
// still leads somewhere from LPN 0, and nowhere from LPN 1.
TEST(OracleTables, HearOfTrims) {
  Drive drive = one_plane();
  Log log(drive);
  Workload workload = writes({0, 1});
  workload.requests.push_back({.arrival = 2'000, .sector = 3, .sectors = 10, .is_trim = true});
  for (const std::int64_t lpn : {0, 1})
    workload.requests.push_back({.arrival = 3'000, .sector = lpn * 4, .sectors = 4});
  simulate(drive, workload);
  EXPECT_EQ(log.events,
            (Events{"write 0 0 0 0 1", "write 1 0 0 1 1", "trim 1", "trim 2", "write 0 0 1 0 0", "write 1 0 1 1 1"}));
}

// Two planes, a buffer of two pages. LPN 0, 1 are flushed at 0, so that LPN 2, 3, 4 wait from 1 us on. The trim of LPN
// 0 gives its slot to LPN 2; two pages wait, more than the one flush that is under way, so LPN 2 is evicted. Only then
// is LPN 0 gone from the map.
TEST(OracleTables, HearOfWritesThatATrimCausesFirst) {
  Drive drive = two_channels(one_plane());
  drive.buffer_slots = 2, drive.flush = Flush::kEager;
  Workload workload = writes({0, 1, 2, 3, 4});
  for (std::size_t i = 0; i < 5; ++i) workload.requests[i].arrival = i < 2 ? 0 : 1'000;
  workload.requests.push_back({.arrival = 2'000, .sector = 0, .sectors = 4, .is_trim = true});
  Log log(drive);
  simulate(drive, workload);
  EXPECT_EQ(Events(log.events.begin(), log.events.begin() + 4),
            (Events{"write 0 0 0 0 1", "write 1 0 8 0 1", "write 2 0 0 1 1", "trim 0"}));
}

// LPN 0, 1 fill block 0, LPN 2 twice block 1, LPN 2 opens block 2: 5 blocks are free, fewer than 6. Block 1 has no
// valid page; it is erased, is full since 3 us and of age 1 us. Now it has one erase more than block 0, which is full
// since 1 us and of age 3 us: its pages move to block 1. All is of stream 1, and a wear collection does not ask for
// another.
TEST(OracleTables, HearOfWearCollections) {
  Drive drive = two_streams();
  drive.stream = [](const RequestView&) { return std::int64_t{1}; };
  drive.wear = Wear::kStatic;
  collect_below(drive, 6);
  drive.move_stream = [](const MoveView&) { return std::int64_t{0}; };
  Log log(drive);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 2, 2}));
  EXPECT_EQ(outcome.wear_collections, 1);
  EXPECT_EQ(Events(log.events.begin() + 5, log.events.end()),
            (Events{"erase 0 2 0 1 1 1000", "move 0 0 1 1 1 0", "move 1 0 1 1 1 1", "erase 2 0 0 0 1 3000"}));
}

// The example of wear.end_of_life: the third write opens block 1, and LPN 1 moves from block 0, which is retired, to
// block 2. The fifth write finds no page and is no event.
TEST(OracleTables, HearOfTheEraseThatRetiresABlock) {
  Drive drive = one_plane();
  drive.blocks = 4, drive.logical_pages = 2, drive.endurance = 1;
  collect_below(drive, 3);
  Log log(drive);
  EXPECT_TRUE(simulate(drive, writes({0, 1, 0, 1, 0})).end_of_life);
  EXPECT_EQ(log.events, (Events{"write 0 0 0 0 1", "write 1 0 0 1 1", "write 0 0 1 0 0", "move 1 0 0 2 0 0",
                                "erase 1 1 0 0 0 1000", "write 1 0 1 1 0"}));
}

// Two dies of two planes; the planes of a die are a group, and a superblock is two blocks of one page. Writes go to the
// groups in turn: LPN 0, 2, 0 to group 0, LPN 1, 3 to group 1, whose superblocks are numbered from 8. When LPN 0 opens
// the second superblock of group 0, six of its eight are free, 12 blocks, fewer than 13: superblock 0 is collected, and
// LPN 2 opens superblock 2. It was full at 2 us and is collected at 4 us.
TEST(OracleTables, OfASuperblockHearOneErase) {
  Drive drive = one_plane();
  drive.channels = 2, drive.planes = 2, drive.pages = 1;
  drive.placement = Placement::kWriteOrder;
  drive.superblock = Scope::kDie;
  drive.order = {Level::kChannel, Level::kPlane, Level::kDie, Level::kChip};
  drive.place = [](std::int64_t n) { return Place{n % 2, 0, 0, n / 2 % 2}; };
  drive.tables = {{Of::kBlock, 0}};
  collect_below(drive, 13);
  Log log(drive);
  const Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0}));
  EXPECT_EQ(log.events, (Events{"write 0 0 0 0 1", "write 1 0 8 0 1", "write 2 0 0 1 1", "write 3 0 8 1 1",
                                "write 0 0 1 0 0", "move 2 0 0 2 0 0", "erase 1 1 0 0 0 2000"}));
  EXPECT_EQ(outcome.erases, 2);
  EXPECT_EQ(outcome.tables[0].size(), 16u);
}

// Blocks of plane 1 are numbered from 8. `allocate` opens the highest: LPN 1, 3 fill block 15, LPN 5, 1 block 14, LPN 3
// opens block 13: five are free, fewer than 6. Block 15 has no valid page by now and is erased; block 14 has no invalid
// one.
TEST(OracleTables, NumbersOfBlocksCountOverAllPlanes) {
  Drive drive = two_channels(one_plane());
  drive.allocate = [](const BlockView& b) { return b.number; };
  collect_below(drive, 6);
  Ints eligible;
  drive.victim = [&eligible](const BlockView& b) {
    eligible.push_back(b.number);
    return std::int64_t{0};
  };
  Log log(drive);
  simulate(drive, writes({1, 3, 5, 1, 3}));
  EXPECT_EQ(eligible, (Ints{15}));
  EXPECT_EQ(log.events, (Events{"write 1 0 15 0 1", "write 3 0 15 1 1", "write 5 0 14 0 1", "write 1 0 14 1 0",
                                "write 3 0 13 0 0", "erase 0 2 0 15 0 3000"}));
}

// A block's entry is the logical page that was written into it last: 1 in block 0, 3 in block 1. LPN 0 and 2, in block
// 2, leave an invalid page in each; LPN 4 opens block 3, and four are free, fewer than 5. `victim` wants block 1, the
// while `greedy` would take the lower one. LPN 3 moves to block 4. Still four are free, so block 0 follows: LPN 1 joins
// LPN 3 (pages 8 and 9). Of the free blocks 5, 6, 7, 1, 0, whose entries are 0, 0, 0, 3, 1, `allocate` wants block 1:
// there the second write of LPN 4 goes, page 2, once LPN 5 has filled block 3.
TEST(OracleTables, AreReadByPolicies) {
  Drive drive = one_plane();
  drive.tables = {{Of::kBlock, 0}};
  drive.on_write = [](const WriteEvent& w, Tables& tables) { tables[0].at(w.block) = w.lpn; };
  drive.victim = [](const BlockView& b) { return b.tables->at(0).at(b.number); };
  drive.allocate = drive.victim;
  collect_below(drive, 5);
  Outcome outcome = simulate(drive, writes({0, 1, 2, 3, 0, 2, 4}));
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.map.at(3), 8);
  EXPECT_EQ(outcome.map.at(1), 9);
  EXPECT_EQ(outcome.snapshot.planes[0].free_blocks, (Ints{5, 6, 7, 1, 0}));
  outcome = simulate(drive, writes({0, 1, 2, 3, 0, 2, 4, 5, 4}));
  EXPECT_EQ(outcome.map.at(4), 2);
}

// One request of LPN 1, 2, 3. The number of writes so far is 0, 1, 2 when each of its pages is asked for, and 0 when
// the request is asked for.
TEST(OracleTables, GiveEachPageItsStreamBeforeItsProgram) {
  Drive drive = two_streams();
  drive.tables = {{Of::kDrive, 0}};
  Ints asked, streams;
  drive.stream = [&asked](const RequestView& r) {
    EXPECT_EQ(r.lpn, 1);
    EXPECT_EQ(r.pages, 3);
    asked.push_back(r.page);
    return r.tables->at(0).at(0) % 2;
  };
  drive.on_write = [&streams](const WriteEvent& w, Tables& tables) {
    streams.push_back(w.stream);
    ++tables[0][0];
  };
  const Workload workload{{{.sector = 4, .sectors = 12}}};
  drive.stream_reads_page = true;
  simulate(drive, workload);
  EXPECT_EQ(asked, (Ints{1, 2, 3}));
  EXPECT_EQ(streams, (Ints{0, 1, 0}));
  drive.stream_reads_page = false;
  streams.clear();
  simulate(drive, workload);
  EXPECT_EQ(asked.size(), 4u);
  EXPECT_EQ(streams, (Ints{0, 0, 0}));
}

// A buffer of one page, 10 us for each request. LPN 0 is ready at 10 us and opens an entry; at 30 us it merges into
// that and is asked for again, for stream 1. LPN 1 waits from 50 us on, and the entry of LPN 0 is evicted. LPN 1 stays.
TEST(OracleTables, GiveEachPageItsStreamWhenItEntersTheBuffer) {
  Drive drive = two_streams();
  drive.buffer_slots = 1, drive.host_command = 10'000;
  drive.stream_reads_page = true;
  Ints asked;
  std::vector<Time> written;
  drive.stream = [&asked](const RequestView& r) {
    asked.push_back(static_cast<std::int64_t>(r.around.now));
    return std::ssize(asked) == 2 ? std::int64_t{1} : 0;
  };
  drive.on_write = [&written](const WriteEvent& w, Tables&) {
    EXPECT_EQ(w.lpn, 0);
    EXPECT_EQ(w.stream, 1);
    EXPECT_TRUE(w.is_new);
    written.push_back(w.around.now);
  };
  Workload workload = writes({0, 0, 1});
  for (std::size_t i = 0; i < 3; ++i) workload.requests[i].arrival = i * 20'000;
  simulate(drive, workload);
  EXPECT_EQ(asked, (Ints{10'000, 30'000, 50'000}));
  EXPECT_EQ(written, (std::vector<Time>{50'000}));
}

// 11 valid and 3 invalid pages fill blocks 0 to 6, and one is free; the shuffle puts the invalid ones in three blocks.
// LPN 11 is read before it is written, so blocks are collected before time 0 until two are free: the pages of the first
// two fill block 7.
TEST(OracleTables, HearOfNothingBeforeTime0) {
  Drive drive = one_plane();
  drive.logical_pages = 12;
  drive.filled = drive.filled_random = true, drive.fill_seed = 2;
  drive.valid_parts = 687'500, drive.invalid_parts = 187'500;
  Log log(drive);
  const Outcome outcome = simulate(drive, {{{.sector = 44, .sectors = 4, .is_read = true}}});
  EXPECT_EQ(outcome.preloaded, 1);
  EXPECT_EQ(outcome.collections_before_time_0, 2);
  EXPECT_EQ(outcome.moves_before_time_0, 2);
  EXPECT_TRUE(log.events.empty());
}

// Three writes, then two: tables go on with the 3 that the first run left; from the snapshot alone they begin with 10.
TEST(OracleTables, GoOnWithTheValuesOfTheRunBefore) {
  Drive drive = one_plane();
  drive.tables = {{Of::kDrive, 10}, {Of::kLpn, 0}};
  drive.on_write = [](const WriteEvent& w, Tables& tables) {
    ++tables[0][0];
    tables[1].at(w.lpn) += w.is_new ? 100 : 1;
  };
  const Outcome first = simulate(drive, writes({0, 1, 0}));
  EXPECT_EQ(first.tables, (Tables{{13}, {101, 100, 0, 0, 0, 0}}));
  const Workload more = writes({0, 2});
  EXPECT_EQ(simulate(drive, more, &first.snapshot, &first.tables).tables, (Tables{{15}, {102, 100, 100, 0, 0, 0}}));
  EXPECT_EQ(simulate(drive, more, &first.snapshot).tables, (Tables{{12}, {1, 0, 100, 0, 0, 0}}));
  const Tables shorter{{13}, {101, 100}};
  EXPECT_THROW(simulate(drive, more, &first.snapshot, &shorter), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
