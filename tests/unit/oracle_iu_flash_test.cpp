// The oracle's indirection units against timelines derived by hand: collections, commands of several planes, the start,
// and what is refused (iu.map, iu.collection, iu.start). Command 1, transfer of a page 50, read 20, program 200, erase
// 1000 us.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

// The example of iu.collection, with blocks of three flash pages: of the victim's places 1, 2 and 3 are valid.
TEST(OracleUnitsOnFlash, ACollectionGathersUnits) {
  for (const bool at_admission : {false, true}) {
    Drive drive = with_units(2);
    if (at_admission) drive = in_write_order(drive);
    drive.pages = 3, drive.blocks = 4;
    drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < 15; };
    drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
    // Block 0 gets LPN 0 to 5; then LPN 0 and 4 in flash page 3, and LPN 5 and 6 in flash page 4, which triggers it.
    std::vector<HostRequest> requests;
    for (const std::int64_t lpn : {0, 2, 4}) requests.push_back(units_written(requests.size() * 1000, lpn, 2));
    for (const std::int64_t lpn : {0, 4, 5, 6}) requests.push_back(units_written(requests.size() * 1000, lpn));
    const Outcome outcome = run(drive, requests);
    EXPECT_EQ(outcome.map, (Map{{1, 12}, {2, 13}, {3, 14}, {0, 6}, {4, 7}, {5, 8}, {6, 9}})) << at_admission;
    EXPECT_EQ(outcome.collections, 1);
    EXPECT_EQ(outcome.collection_reads, 2);
    EXPECT_EQ(outcome.collection_programs, 2);
    EXPECT_EQ(outcome.moved_units, 3);
    EXPECT_EQ(outcome.padding, 1);
    EXPECT_EQ(outcome.held_units, 10);
    EXPECT_EQ(outcome.erases, 1);
    EXPECT_EQ(outcome.end, (6000 + kProgramTakes + 1620) * kUs);
    EXPECT_EQ(outcome.plane_array[0][1], 1440 * kUs);
    EXPECT_EQ(outcome.channel_bus[0][1], 180 * kUs);
    EXPECT_EQ(outcome.units_reached.two_last_programs, 1);
    EXPECT_EQ(outcome.units_reached.padded_collections, 1);
    EXPECT_EQ(outcome.bus_bytes, 5 * 2048 + 3 * 1024 + 2 * 2048);
  }
}

TEST(OracleUnitsOnFlash, ACollectionProgramsAPageWhenItIsFull) {
  // LPN 0 to 3 of the victim are valid: read, program, read, program. Policies count flash pages: seven for five of the
  // host.
  Drive drive = with_units(2);
  drive.pages = 3, drive.blocks = 4;
  double amplification = 0;
  drive.trigger = [&](std::int64_t free_pages, std::int64_t, const Around& a) {
    amplification = a.write_amplification;
    return free_pages == 16;
  };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 2, 4, 4}) requests.push_back(units_written(requests.size() * 1000, lpn, 2));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.map, (Map{{0, 12}, {1, 13}, {2, 14}, {3, 15}, {4, 6}, {5, 7}}));
  EXPECT_EQ(outcome.end, (3000 + kProgramTakes + 2 * (71 + kProgramTakes) + 1001) * kUs);
  EXPECT_EQ(outcome.units_reached.two_last_programs, 0);
  EXPECT_EQ(outcome.units_reached.padded_collections, 0);
  requests.push_back(units_written(9000, 6, 2));
  run(drive, requests);
  EXPECT_EQ(amplification, 7.0 / 5);
}

TEST(OracleUnitsOnFlash, TransfersOfCollectionsAreRoundedUp) {
  // Three units a page of 6 sectors and 64 bytes beside them: 3136 bytes. One unit moves ceil(3136 / 3) = 1046 bytes.
  Drive drive = with_units(3);
  drive.subpages = 3, drive.sectors_per_page = 6, drive.spare_bytes = 64, drive.bus_numerator = 1,
  drive.bus_denominator = 1, drive.logical_pages = 9, drive.blocks = 4, drive.pages = 2;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < 18; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  // LPN 0 to 5 fill block 0, and LPN 0, 1, 2 are written again. LPN 3, 4, 5 move, or LPN 5 if 3 and 4 were trimmed.
  const Outcome outcome = run(drive, {units_written(0, 0, 3), units_written(1000, 3, 3), units_written(2000, 0, 3)});
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.moved_units, 3);
  EXPECT_EQ(outcome.bus_bytes, 5 * 3136);
  const Outcome one = run(
      drive,
      {units_written(0, 0, 3), units_written(1000, 3, 3), {1500 * kUs, 6, 4, false, true}, units_written(2000, 0, 3)});
  EXPECT_EQ(one.moved_units, 1);
  EXPECT_EQ(one.padding, 2);
  EXPECT_EQ(one.bus_bytes, 3 * 3136 + 1046 + 3136);
}

TEST(OracleUnitsOnFlash, ABlockIsCollectedIfAFlashPageIsGained) {
  Drive drive = with_units(2);
  drive.pages = 2;
  std::set<std::int64_t> seen;
  drive.trigger = [&](std::int64_t free_pages, std::int64_t, const Around&) {
    seen.insert(free_pages);
    return true;
  };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  std::vector<HostRequest> requests{units_written(0, 0, 2), units_written(1000, 2, 2), units_written(2000, 0),
                                    units_written(3000, 4)};
  // One place of block 0 is invalid. The conditions count places.
  EXPECT_EQ(run(drive, requests).collections, 0);
  EXPECT_EQ(seen, (std::set<std::int64_t>{30, 28, 26}));
  requests.push_back(units_written(4000, 1));
  requests.push_back(units_written(5000, 5));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.moved_units, 2);
  EXPECT_EQ(outcome.collection_programs, 1);
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.map, (Map{{0, 4}, {4, 5}, {1, 6}, {5, 7}, {2, 8}, {3, 9}}));
}

TEST(OracleUnitsOnFlash, CommandsOfSeveralPlanesSkipFlashPages) {
  Drive drive = with_units(4, Flush::kEager, 2);
  drive.multiplane = Willing::kWise;
  // Two programs are one command: 2 x 51 + 200.
  const Outcome together = run(drive, {units_written(0, 0, 4)});
  EXPECT_EQ(together.end, 302 * kUs);
  EXPECT_EQ(together.map, (Map{{0, 0}, {1, 1}, {2, 64}, {3, 65}}));
  // Plane 0 is at flash page 1, plane 1 at 0.
  const std::vector<HostRequest> uneven{units_written(0, 0, 2), units_written(300, 2, 4)};
  const Outcome wise = run(drive, uneven);
  EXPECT_EQ(wise.end, 802 * kUs);
  EXPECT_EQ(wise.map, (Map{{0, 0}, {1, 1}, {2, 64}, {3, 65}, {4, 2}, {5, 3}}));
  drive.multiplane = Willing::kBlind;
  const Outcome blind = run(drive, uneven);
  EXPECT_EQ(blind.end, 602 * kUs);
  EXPECT_EQ(blind.map, (Map{{0, 0}, {1, 1}, {2, 66}, {3, 67}, {4, 2}, {5, 3}}));
  EXPECT_EQ(blind.wasted_multiplane, 1);
  EXPECT_EQ(blind.padding, 0);
}

TEST(OracleUnitsOnFlash, ReadsOfSeveralPlanesNeedTheSameFlashPage) {
  // LPN 0 lies in place 0 of plane 0, LPN 3 in place 1 of plane 1, both in flash page 0: 2 + 20 + 25 + 25.
  Drive drive = filled(2);
  drive.planes = 2, drive.multiplane = Willing::kWise;
  drive.place = [](std::int64_t page) { return Place{0, 0, 0, page % 2}; };
  EXPECT_EQ(completions(run(drive, {units_read(0, 0), units_read(0, 3)})), (Times{47, 72}));
  // LPN 4 lies in flash page 1.
  EXPECT_EQ(completions(run(drive, {units_read(0, 4), units_read(0, 3)})), (Times{46, 92}));
}

TEST(OracleUnitsOnFlash, TheStartFillsFlashPages) {
  Drive drive = with_units(2, Flush::kEager, 2);
  drive.filled = true, drive.valid_parts = 500'000;
  Map expected;
  for (std::int64_t lpn = 0; lpn < 16; ++lpn) expected[lpn] = lpn / 2 % 2 * 64 + lpn / 4 * 2 + lpn % 2;
  EXPECT_EQ(run(drive, {}).map, expected);
  drive.filled_random = true;
  const Map shuffled = run(drive, {}).map;
  EXPECT_NE(shuffled, expected);
  for (std::int64_t lpn = 0; lpn < 16; lpn += 2) EXPECT_EQ(shuffled.at(lpn) + 1, shuffled.at(lpn + 1));
}

TEST(OracleUnitsOnFlash, MakesRoomBeforeTime0) {
  // Six blocks of two flash pages: six flash pages are valid, four invalid, and one block is free. What is read first
  // needs collections, mostly two of one valid flash page each, which leave no trace.
  std::int64_t moves = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Drive drive = with_units(2);
    drive.blocks = 6, drive.pages = 2, drive.fill_seed = seed;
    drive.filled = drive.filled_random = true, drive.valid_parts = 500'000, drive.invalid_parts = 250'000;
    const Outcome outcome = run(drive, {units_read(0, 12)});
    EXPECT_EQ(outcome.preloaded, 1) << seed;
    EXPECT_GT(outcome.collections_before_time_0, 0) << seed;
    EXPECT_EQ(outcome.map.size(), 13U);
    EXPECT_EQ(outcome.collections + outcome.erases + outcome.padding + outcome.moved_units, 0);
    moves += outcome.moves_before_time_0;
  }
  EXPECT_GT(moves, 50);
}

// The combinations that iu.map 5 refuses, one by one.
TEST(OracleUnitsOnFlash, RefusesWhatDoesNotGoTogether) {
  const auto refused = [](auto change) {
    Drive drive = with_units(2);
    change(drive);
    try {
      run(drive, {});
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused([](Drive& d) { d.endurance = 5; }));
  EXPECT_FALSE(refused([](Drive& d) { d.preempt_page = true; }));
  EXPECT_FALSE(refused([](Drive& d) { d.readahead_trigger = d.readahead_pages = 1; }));
  EXPECT_TRUE(refused([](Drive& d) { d.buffer_slots = 0; }));
  EXPECT_TRUE(refused([](Drive& d) { d.write_back = false; }));
  EXPECT_TRUE(refused([](Drive& d) { d.placement = Placement::kStatic; }));
  EXPECT_FALSE(refused([](Drive& d) { d.streams = 2; }));
  EXPECT_FALSE(refused([](Drive& d) { d.placement = Placement::kWriteOrder, d.superblock = Scope::kDie; }));
  EXPECT_FALSE(refused([](Drive& d) { d.placement = Placement::kWriteOrder, d.tables = {{}}; }));
  EXPECT_TRUE(refused([](Drive& d) { d.tables = {{}}; }));  // placed at issue
  EXPECT_TRUE(refused([](Drive& d) { d.active_shared = true; }));
  EXPECT_FALSE(refused([](Drive& d) { d.collects_by_stream = true; }));
  EXPECT_TRUE(refused([](Drive& d) {
    d.placement = Placement::kWriteOrder, d.collects_by_stream = true;
    d.move_stream = [](const MoveView& m) { return m.stream; };
  }));
  EXPECT_TRUE(refused([](Drive& d) { d.copyback = Willing::kWise; }));
  EXPECT_TRUE(refused([](Drive& d) { d.migrate_same_die = true; }));
  EXPECT_TRUE(refused([](Drive& d) { d.any_idle_slots = 1; }));
  EXPECT_TRUE(refused([](Drive& d) { d.replicas = 1; }));
  EXPECT_TRUE(refused([](Drive& d) { d.avoid = true; }));
  EXPECT_TRUE(refused([](Drive& d) { d.wear = Wear::kStatic; }));
  EXPECT_TRUE(refused([](Drive& d) { d.whole_requests = true; }));
  EXPECT_TRUE(refused([](Drive& d) { d.filled = d.filled_even = true; }));
  EXPECT_TRUE(refused([](Drive& d) { d.subpages = 3; }));
  const Outcome outcome = run(with_units(2), {units_written(0, 0, 2)});
  EXPECT_THROW(simulate(with_units(2), {}, &outcome.snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace ssd::oracle
