// The oracle's programs of whole word lines (iu.word_line) against timelines derived by hand. Command 1, transfer of a
// page 50, read 20, program 200, erase 1000 us. Where a flash page has one place, LPNs are pages.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <utility>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

using Commands = std::map<CommandKind, std::int64_t>;

constexpr Time kThreePages = 1 + 3 * 50 + 200, kTwoPages = 1 + 2 * 50 + 200;

// One plane of eight blocks of six pages; a program takes three of them.
Drive of_three(std::int64_t slots, Flush flush = Flush::kEager, std::int64_t planes = 1) {
  Drive drive = with_units(slots, flush, planes);
  drive.subpages = 1, drive.program_unit = 3, drive.pages = 6, drive.logical_pages = 30;
  return drive;
}

// The example of iu.word_line, and a read when other entries have taken the slots of pages 0 and 1.
TEST(OracleWordLines, AProgramTakesOne) {
  const std::vector<HostRequest> requests{write(0, 0), write(10, 1), write(20, 2), write(400, 3, 3), read(800, 1)};
  for (const Drive& drive : {of_three(4), by_cost(of_three(4)), in_write_order(of_three(4))}) {
    const Outcome outcome = run(drive, {requests[0], requests[1], requests[2]});
    EXPECT_EQ(completions(outcome), (Times{1, 11, 21}));
    EXPECT_EQ(outcome.end, 371 * kUs);
    EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}, {2, 2}}));
    EXPECT_EQ(outcome.flushes, 3);
    EXPECT_EQ(outcome.padding, 0);
    const Outcome longer = run(drive, requests);
    EXPECT_EQ(completions(longer), (Times{1, 11, 21, 401, 871}));
    EXPECT_EQ(longer.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}));
  }
}

TEST(OracleWordLines, AProgramCountsItsPages) {
  Drive drive = of_three(4);
  drive.energy.program = 7;
  const Outcome outcome = run(drive, {write(0, 0), write(10, 1), write(20, 2)});
  EXPECT_EQ(outcome.host_programs, 3);
  EXPECT_EQ(outcome.stream_pages[0].host, 3);
  EXPECT_EQ(outcome.array_programs, 3);
  EXPECT_EQ(outcome.energy.program, 21);
  EXPECT_EQ(outcome.held_units, 3);
  EXPECT_EQ(outcome.write_amplification_by_bytes, 1.0);
  EXPECT_EQ(outcome.bus_bytes, 3 * 2048);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 1, false}, 1}}));
  EXPECT_EQ(outcome.plane_array[0][0], 200 * kUs);
  EXPECT_EQ(outcome.channel_bus[0][0], 151 * kUs);
}

// 3 x 2112 bytes at 1 / 5 ns a byte are 1267.2 ns, rounded up once.
TEST(OracleWordLines, DataInIsOneTransfer) {
  Drive drive = of_three(3);
  drive.spare_bytes = 64, drive.bus_numerator = 1, drive.bus_denominator = 5;
  EXPECT_EQ(run(drive, {write(0, 0, 3)}).end, kUs + 1268 + 200 * kUs);
}

// Two slots: page 2 waits, and page 0 is evicted with page 1. The third page of the word line is padding.
TEST(OracleWordLines, AnEvictionPadsOne) {
  Drive drive = of_three(2, Flush::kFull);
  const std::vector<HostRequest> requests{write(0, 0), write(0, 1), write(10, 2)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{1, 1, 10 + kThreePages + 1}));
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {1, 1}}));
  EXPECT_EQ(outcome.evictions, 2);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.host_programs, 3);
  EXPECT_EQ(outcome.bus_bytes, 3 * 2048);
  // The sectors of two pages.
  drive.program_moves_sectors = true;
  EXPECT_EQ(completions(run(drive, requests)), (Times{1, 1, 10 + 301 + 1}));
  // Five dirty entries leave room for two others beside the victim.
  const Outcome five = run(of_three(5, Flush::kFull), {write(0, 0, 5), write(10, 5)});
  EXPECT_EQ(five.evictions, 3);
  EXPECT_EQ(five.map, (Map{{0, 0}, {1, 1}, {2, 2}}));
}

// Plane 1 begins at page 48.
TEST(OracleWordLines, CommandsOfSeveralPlanesAgreeInThem) {
  Drive drive = of_three(9, Flush::kEager, 2);
  drive.multiplane = Willing::kWise;
  const Outcome together = run(drive, {write(0, 0, 6)});
  EXPECT_EQ(together.end, (2 * 151 + 200) * kUs);
  EXPECT_EQ(together.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 48}, {4, 49}, {5, 50}}));
  EXPECT_EQ(together.host_programs, 6);
  EXPECT_EQ(together.commands, (Commands{{{Command::kProgram, 2, false}, 1}}));
  // Plane 0 is at page 3, plane 1 at page 0.
  const std::vector<HostRequest> uneven{write(0, 0, 3), write(400, 3, 6)};
  const Outcome wise = run(drive, uneven);
  EXPECT_EQ(wise.end, (400 + 2 * kThreePages) * kUs);
  EXPECT_EQ(wise.wasted_multiplane, 0);
  drive.multiplane = Willing::kPredicate;
  std::set<std::int64_t> wasted;
  drive.multiplane_predicate = [&](const CommandView& c) {
    wasted.insert(c.wasted);
    return true;
  };
  const Outcome blind = run(drive, uneven);
  EXPECT_EQ(wasted, (std::set<std::int64_t>{3}));
  EXPECT_EQ(blind.end, (400 + 2 * 151 + 200) * kUs);
  EXPECT_EQ(blind.wasted_multiplane, 3);
  EXPECT_EQ(blind.map, (Map{{0, 0}, {1, 1}, {2, 2}, {3, 51}, {4, 52}, {5, 53}, {6, 3}, {7, 4}, {8, 5}}));
}

// place.cost: two blocks besides the reserve are four word lines, so the fifth program gets no plane.
TEST(OracleWordLines, APlaneHasRoomForThem) {
  Drive drive = by_cost(of_three(15, Flush::kFull));
  drive.blocks = 3;
  std::set<std::int64_t> queued;
  drive.cost = [&](const UnitView& u) {
    queued.insert(u.queued);
    return u.queued;
  };
  EXPECT_TRUE(run(drive, {write(0, 0, 15), write(1, 15, 15)}).drive_full);
  EXPECT_EQ(queued, (std::set<std::int64_t>{0, 1, 2, 3}));
}

TEST(OracleWordLines, HaveTheLatencyOfTheirFirstPage) {
  Drive drive = of_three(3);
  std::vector<std::int64_t> pages;
  drive.program_time = [&](std::int64_t index, std::int64_t block, std::int64_t, const Around&) {
    pages.push_back(block * 10 + index);
    return static_cast<Time>(100 + index) * kUs;
  };
  // 1 + 150 + 100 + index.
  EXPECT_EQ(run(drive, {write(0, 0, 3), write(1000, 3, 3), write(2000, 6, 3)}).end, 2251 * kUs);
  EXPECT_EQ(run(drive, {write(0, 0, 3), write(1000, 3, 3)}).end, 1254 * kUs);
  EXPECT_EQ(pages, (std::vector<std::int64_t>{0, 3, 10, 0, 3}));
}

// Stream 0 has pages 0 and 2 at 20; the program of pages 1 and 3 waits for it.
TEST(OracleWordLines, HoldPagesOfOneStream) {
  Drive drive = of_three(4);
  drive.program_unit = 2, drive.streams = 2;
  drive.stream = [](const RequestView& r) { return r.lpn % 2; };
  const Outcome outcome = run(drive, {write(0, 0), write(10, 1), write(20, 2), write(30, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 11, 21, 31}));
  EXPECT_EQ(outcome.end, (20 + 2 * kTwoPages) * kUs);
  EXPECT_EQ(outcome.map, (Map{{0, 0}, {2, 1}, {1, 6}, {3, 7}}));
  EXPECT_EQ(outcome.stream_pages[0].host, 2);
  EXPECT_EQ(outcome.stream_pages[1].host, 2);
}

// The page that is read first lies in page 0; the rest of its word line is padding of before time 0.
TEST(OracleWordLines, AreWholeBehindWhatIsPreloaded) {
  const Outcome outcome = run(of_three(3), {read(0, 5), write(100, 0, 3)});
  EXPECT_EQ(completions(outcome), (Times{71, 101}));
  EXPECT_EQ(outcome.map, (Map{{5, 0}, {0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(outcome.padding, 0);
}

// Four blocks of six pages, two a program. Pages 0 to 5 fill block 0; then pages 0 and 2, and pages 5 and 6, which
// triggers its collection at 4000: pages 1, 3 and 4 are valid.
Drive collecting() {
  Drive drive = of_three(2);
  drive.program_unit = 2, drive.blocks = 4, drive.logical_pages = 8;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < 15; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  return drive;
}

const std::vector<HostRequest> kWritten{write(0, 0, 2), write(1000, 2, 2), write(2000, 4, 2), write(3000, 0),
                                        write(3000, 2), write(4000, 5),    write(4000, 6)};
constexpr Time kBegin = 4000 + kTwoPages;  // of the collection

// Reads of pages 1 and 3, a program, a read of page 4, a program with padding, the erase.
TEST(OracleWordLines, ACollectionProgramsThem) {
  for (const bool at_admission : {false, true}) {
    const Drive drive = at_admission ? in_write_order(collecting()) : collecting();
    const Outcome outcome = run(drive, kWritten);
    EXPECT_EQ(outcome.end, (kBegin + 3 * 71 + 2 * kTwoPages + 1001) * kUs);
    EXPECT_EQ(outcome.map, (Map{{0, 6}, {2, 7}, {5, 8}, {6, 9}, {1, 12}, {3, 13}, {4, 14}}));
    EXPECT_EQ(outcome.collection_reads, 3);
    EXPECT_EQ(outcome.collection_programs, 4);
    EXPECT_EQ(outcome.host_programs, 10);
    EXPECT_EQ(outcome.array_programs, 14);
    EXPECT_EQ(outcome.moved_units, 3);
    EXPECT_EQ(outcome.padding, 1);
    EXPECT_EQ(outcome.commands.at({Command::kProgram, 1, false}), 7);
    EXPECT_EQ(outcome.channel_bus[0][1], (3 * 51 + 2 * 101 + 1) * kUs);
    EXPECT_EQ(outcome.plane_array[0][1], 1460 * kUs);
    EXPECT_EQ(outcome.bus_bytes, (10 + 3 + 4) * 2048);
  }
}

// The collection asks for a program when it programs: reads of pages 1 and 3, a program, a read, a program.
TEST(OracleWordLines, OfACollectionHaveTheirLatencyInTheOrderOfTheFlash) {
  Drive drive = collecting();
  std::vector<std::int64_t> asked;  // block and page; of a program 100 more
  drive.read_time = [&](std::int64_t index, std::int64_t block, std::int64_t, const Around&) {
    asked.push_back(block * 10 + index);
    return 20 * kUs;
  };
  drive.program_time = [&](std::int64_t index, std::int64_t block, std::int64_t, const Around&) {
    asked.push_back(100 + block * 10 + index);
    return 200 * kUs;
  };
  run(drive, kWritten);
  EXPECT_EQ(asked, (std::vector<std::int64_t>{100, 102, 104, 110, 112, 1, 3, 120, 4, 122}));
}

// Policies count the pages of word lines: 16 for 12 of the host, when the sixth program has taken its pages.
TEST(OracleWordLines, CountForPoliciesWhenTheyAreBegun) {
  Drive drive = collecting();
  double amplification = 0;
  drive.trigger = [&](std::int64_t free_pages, std::int64_t, const Around& a) {
    amplification = a.write_amplification;
    return free_pages < 15;
  };
  std::vector<HostRequest> requests = kWritten;
  requests.push_back(write(9000, 0, 2));
  run(drive, requests);
  EXPECT_EQ(amplification, 16.0 / 12);
}

// With pages of two units: of three word lines of four places, places 1 to 5 are valid. Reads of one, two and two
// units, then two programs, the last one with three places of padding.
TEST(OracleWordLines, ACollectionEndsWithTwoProgramsAtMost) {
  Drive drive = collecting();
  drive.subpages = 2, drive.logical_pages = 16, drive.buffer_slots = 4;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < 29; };
  const Outcome outcome =
      run(drive, {units_written(0, 0, 4), units_written(1000, 4, 4), units_written(2000, 8, 4), units_written(3000, 0),
                  units_written(3000, 6, 2), units_written(3000, 8), units_written(4000, 9, 4)});
  EXPECT_EQ(outcome.end, (kBegin + 46 + 2 * 71 + 2 * kTwoPages + 1001) * kUs);
  EXPECT_EQ(outcome.moved_units, 5);
  EXPECT_EQ(outcome.padding, 3);
  EXPECT_EQ(outcome.collection_programs, 4);
  EXPECT_EQ(outcome.host_programs, 10);
  EXPECT_EQ(outcome.units_reached.two_last_programs, 1);
  for (std::int64_t lpn = 1; lpn < 6; ++lpn) EXPECT_EQ(outcome.map.at(lpn), 24 + lpn - 1);
}

// A block with one invalid page gains no word line.
TEST(OracleWordLines, ABlockIsCollectedIfOneIsGained) {
  Drive drive = collecting();
  drive.trigger = [](std::int64_t, std::int64_t, const Around&) { return true; };
  std::vector<HostRequest> requests{write(0, 0, 2), write(1000, 2, 2), write(2000, 4, 2), write(3000, 0),
                                    write(3000, 6)};
  EXPECT_EQ(run(drive, requests).collections, 0);
  requests.push_back(write(4000, 1));
  requests.push_back(write(4000, 7));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.moved_units, 4);
  EXPECT_EQ(outcome.padding, 0);
}

// Moves: the read of page 1 until 71; that of page 3 with the program; that of page 4; the program with padding. The
// reads of the host are ready at 10 and 200.
TEST(OracleWordLines, ThatAreBegunWaitWhileTheUnitIsOpen) {
  Drive drive = collecting();
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  drive.preempt = [&](const CollectionView& g) {
    seen.emplace(g.moved, g.left);
    return true;
  };
  std::vector<HostRequest> requests = kWritten;
  requests.push_back(read(kBegin + 10, 0));
  requests.push_back(read(kBegin + 200, 2));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion[7], (kBegin + 142) * kUs);
  EXPECT_EQ(outcome.completion[8], (kBegin + 142 + 71 + kTwoPages + 71) * kUs);
  EXPECT_EQ(outcome.end, (kBegin + 5 * 71 + 2 * kTwoPages + 1001) * kUs);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.collection_programs, 4);
  EXPECT_EQ(outcome.units_reached.padding_moves, 1);
  EXPECT_EQ(seen, (std::set<std::pair<std::int64_t, std::int64_t>>{{1, 2}, {2, 1}, {3, 0}}));
}

// Whenever a priority is asked between two moves, the collection is what its next step is.
TEST(OracleWordLines, AreWritesOfTheCollection) {
  Drive drive = collecting();
  drive.preempt_page = true;
  std::set<std::pair<Time, int>> kinds;
  drive.priority = [&](const OpView& o) -> std::int64_t {
    const Time begin = kBegin * kUs;
    if (o.is_gc && o.around.now > begin) kinds.insert({(o.around.now - begin) / kUs, o.is_read + 2 * o.is_write});
    return 0;
  };
  run(drive, kWritten);
  EXPECT_TRUE(kinds.contains({71, 1}));
  EXPECT_TRUE(kinds.contains({142, 2}));
  EXPECT_TRUE(kinds.contains({142 + kTwoPages, 1}));
  EXPECT_TRUE(kinds.contains({213 + kTwoPages, 2}));
  EXPECT_TRUE(kinds.contains({213 + 2 * kTwoPages, 0}));
}

TEST(OracleWordLines, ACollectionWithoutCostCountsThem) {
  Drive drive = collecting();
  drive.cost_zero = true;
  const Outcome outcome = run(drive, kWritten);
  EXPECT_EQ(outcome.end, kBegin * kUs);
  EXPECT_EQ(outcome.collection_reads, 3);
  EXPECT_EQ(outcome.collection_programs, 4);
  EXPECT_EQ(outcome.array_programs, 14);
  EXPECT_EQ(outcome.padding, 1);
}

// Blocks of two word lines. Pages 0 and 1 are programmed at 1000, when pages 2 and 3 need the slots, and trimmed at
// 1500. The program of pages 2 and 3, granted at 2000, fills block 0, which is collected at once: both move while it
// runs. So the read of page 3 finds its new place, and waits for the plane until 2301.
TEST(OracleWordLines, APageOfOneMayMoveWhileItIsProgrammed) {
  Drive drive = of_three(2, Flush::kFull);
  drive.program_unit = 2, drive.pages = 4, drive.cost_zero = true;
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 8; };
  const Outcome outcome = run(
      drive, {write(0, 0, 2), write(1000, 2, 2), {1500 * kUs, 0, 8, false, true}, write(2000, 4, 2), read(2100, 3)});
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.map, (Map{{2, 4}, {3, 5}}));
  EXPECT_EQ(outcome.completion[4], 2372 * kUs);
}

// One of two blocks is the reserve. Pages 3 to 5 find no place, and their program does not count.
Drive of_one_block() {
  Drive drive = of_three(6);
  drive.blocks = 2, drive.pages = 3;
  return drive;
}

TEST(OracleWordLines, ThatFindNoPageDoNotCount) {
  const Outcome outcome = run(of_one_block(), {write(0, 0, 3), write(10, 3, 3)});
  EXPECT_FALSE(outcome.drive_full);
  EXPECT_EQ(completions(outcome), (Times{1, 11}));
  EXPECT_EQ(outcome.flushes, 6);
  EXPECT_EQ(outcome.host_programs, 3);
}

// The drive is at rest at 351. Then the trim makes a block invalid: the erase ends at 1352, the program at 1703.
TEST(OracleWordLines, CountWhenTheyTakeTheirPages) {
  const Flow warm_up{.requests = {write(0, 0, 3), write(10, 3, 3)}, .phase = Phase{.counted = false}};
  const Flow phase{.requests = {{0, 0, 12, false, true}}, .phase = Phase{}};
  const Outcome outcome = simulate(of_one_block(), {.requests = {}, .flows = {warm_up, phase}});
  EXPECT_EQ(outcome.since, kThreePages * kUs);
  EXPECT_EQ(outcome.end, (1001 + kThreePages) * kUs);
  EXPECT_EQ(outcome.host_programs, 3);
  EXPECT_EQ(outcome.held_units, 3);
}

// Six blocks of four pages: twelve pages are valid, six invalid, and one block is free. The read first needs
// collections, which leave no trace.
TEST(OracleWordLines, ArePaddedBeforeTime0) {
  std::int64_t moves = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Drive drive = of_three(2);
    drive.program_unit = 2, drive.blocks = 6, drive.pages = 4, drive.logical_pages = 16, drive.fill_seed = seed;
    drive.filled = drive.filled_random = true, drive.valid_parts = 500'000, drive.invalid_parts = 250'000;
    const Outcome outcome = run(drive, {read(0, 12)});
    EXPECT_EQ(outcome.preloaded, 1) << seed;
    EXPECT_GT(outcome.collections_before_time_0, 0) << seed;
    EXPECT_EQ(outcome.map.size(), 13U);
    EXPECT_EQ(outcome.collections + outcome.erases + outcome.padding + outcome.moved_units, 0);
    for (const auto* active : {&outcome.snapshot.planes[0].host, &outcome.snapshot.planes[0].collection})
      EXPECT_TRUE(!active->front() || active->front()->next_page % 2 == 0) << seed;
    moves += outcome.moves_before_time_0;
  }
  EXPECT_GT(moves, 50);
}

// Four blocks of four valid pages, and one of three, whose one invalid page is no word line.
TEST(OracleWordLines, NoBlockIsCollectedBeforeTime0ThatGainsNone) {
  Drive drive = of_three(2);
  drive.program_unit = 2, drive.blocks = 6, drive.pages = 4;
  drive.filled = true, drive.valid_parts = 791'667;
  EXPECT_TRUE(run(drive, {read(0, 19)}).drive_full);
}

TEST(OracleWordLines, AreRefusedWhereTheyHaveNoRule) {
  const auto refused = [](auto change) {
    Drive drive = of_three(2);
    change(drive);
    EXPECT_THROW(run(drive, {}), std::invalid_argument);
  };
  refused([](Drive& d) { d.program_unit = 4; });  // six pages a block
  refused([](Drive& d) { d.program_unit = 0; });
  refused([](Drive& d) { d.buffer_slots = 0; });
  refused([](Drive& d) { d.placement = Placement::kStatic; });
  refused([](Drive& d) { d.copyback = Willing::kWise; });
  refused([](Drive& d) { d.any_idle_slots = 1; });
  refused([](Drive& d) { d.active_shared = true; });
  refused([](Drive& d) { d.filled = d.filled_even = true; });
  const Outcome outcome = run(of_three(3), {write(0, 0, 3)});
  EXPECT_THROW(simulate(of_three(3), {}, &outcome.snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
