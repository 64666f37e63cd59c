// The oracle's preemptible collections of indirection units against timelines derived by hand (iu.collection, step 6).
// Command 1, transfer of a page 50, read 20, program 200, erase 1000 us; a read of one unit takes 46.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/unit/oracle_iu_drive.h"

namespace ssd::oracle {
namespace {

using View = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

constexpr Time kBegin = 6251;  // of the collection

// The drive of the example of iu.collection: blocks of three flash pages, of which block 0 is collected when five have
// been taken. `preempt(g)` holds always.
Drive preemptible(std::int64_t slots = 2, std::int64_t planes = 1) {
  Drive drive = with_units(slots, Flush::kEager, planes);
  drive.pages = 3, drive.blocks = 4;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages < 15; };
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };
  drive.preempt_page = true;
  return drive;
}

// LPN 0 to 5 fill block 0. Then LPN 0 and 4 go to places 6 and 7, and LPN 5 and 6 to places 8 and 9, which triggers the
// collection: LPN 1 lies in flash page 0 of the victim, LPN 2 and 3 in flash page 1. `behind`: times from its begin.
Outcome collect_and(const Drive& drive, std::vector<HostRequest> behind) {
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 2, 4}) requests.push_back(units_written(requests.size() * 1000, lpn, 2));
  for (const std::int64_t lpn : {0, 4, 5, 6}) requests.push_back(units_written(requests.size() * 1000, lpn));
  for (HostRequest& request : behind) {
    request.arrival += kBegin * kUs;
    requests.push_back(request);
  }
  return run(drive, requests);
}

// When request `i` of those behind was complete, from the begin of the collection.
Time completion(const Outcome& outcome, std::size_t i) { return outcome.completion.at(7 + i) / kUs - kBegin; }

// The example of iu.collection.
TEST(OraclePreemptibleUnits, TheHostIsServedBetweenTwoMoves) {
  Drive drive = preemptible();
  std::set<View> seen;
  drive.preempt_page = false;
  drive.preempt = [&](const CollectionView& g) {
    seen.emplace(g.moved, g.left, g.waiting_host, g.free_pages);
    return true;
  };
  const Outcome outcome = collect_and(drive, {units_read(10, 0), units_read(200, 4)});
  EXPECT_EQ(completion(outcome, 0), 92U);
  EXPECT_EQ(completion(outcome, 1), 460U);
  EXPECT_EQ(outcome.end, (kBegin + 1712) * kUs);
  EXPECT_EQ(outcome.map, (Map{{1, 12}, {2, 13}, {3, 14}, {0, 6}, {4, 7}, {5, 8}, {6, 9}}));
  EXPECT_EQ(outcome.collection_reads, 2);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.moved_units, 3);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.split[7].collection, 36 * kUs);  // the first move, from 10 on
  EXPECT_EQ(outcome.units_reached.commands_beside_begun_page, 2);
  EXPECT_EQ(outcome.units_reached.padding_moves, 1);
  // IUs, and places: 14 are free at the begin.
  EXPECT_EQ(seen, (std::set<View>{{1, 2, 1, 13}, {1, 2, 0, 13}, {3, 0, 1, 11}, {3, 0, 0, 11}, {3, 0, 0, 10}}));
}

TEST(OraclePreemptibleUnits, TheUnitIsClosedBeforeThePaddingToo) {
  // No page is left in the victim before the program with padding: both reads wait for the erase, from 619 to 1620.
  Drive drive = preemptible();
  drive.preempt = [](const CollectionView& g) { return g.left > 0; };
  const Outcome outcome = collect_and(drive, {units_read(100, 0), units_read(500, 4)});
  EXPECT_EQ(completion(outcome, 0), 1620U + 46);
  EXPECT_EQ(completion(outcome, 1), 1620U + 92);
  // `hard` counts places: 11 are free before the padding, 10 before the erase.
  drive.preempt = nullptr;
  drive.hard = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages == 11; };
  EXPECT_EQ(completion(collect_and(drive, {units_read(100, 0)}), 0), 619U + 46);
}

TEST(OraclePreemptibleUnits, AUnitMayBecomeInvalidBeforeItsProgram) {
  // LPN 1 is trimmed at 60, while its flash page is begun; LPN 3 before it is read.
  const Outcome outcome = collect_and(preemptible(), {units_read(10, 0), unit_trimmed(60, 1), unit_trimmed(60, 3)});
  EXPECT_EQ(outcome.map, (Map{{2, 13}, {0, 6}, {4, 7}, {5, 8}, {6, 9}}));
  EXPECT_EQ(outcome.moved_units, 2);
  EXPECT_EQ(outcome.padding, 0);
  EXPECT_EQ(outcome.end, (kBegin + 92 + 46 + kProgramTakes + 1001) * kUs);
  EXPECT_EQ(outcome.units_reached.invalid_before_program, 1);
  EXPECT_EQ(outcome.units_reached.padding_moves, 0);
  // Nothing valid is left: the flash page is programmed nevertheless.
  const Outcome none = collect_and(preemptible(), {units_read(10, 0), {60 * kUs, 2, 6, false, true}});
  EXPECT_EQ(none.map, (Map{{0, 6}, {4, 7}, {5, 8}, {6, 9}}));
  EXPECT_EQ(none.collection_reads, 1);
  EXPECT_EQ(none.collection_programs, 1);
  EXPECT_EQ(none.padding, 1);
  EXPECT_EQ(none.end, (kBegin + 92 + kProgramTakes + 1001) * kUs);
}

TEST(OraclePreemptibleUnits, AReadGoesToTheNewPlaceBeforeItsProgram) {
  // At 10 LPN 1 has its new place and LPN 2 has not: two reads, between the first move and the second.
  const Outcome apart = collect_and(preemptible(), {units_read(10, 1, 2)});
  EXPECT_EQ(completion(apart, 0), 46U + 2 * 46);
  EXPECT_EQ(apart.units_reached.reads_before_program, 1);
  // At 60 both are in the flash page that the second move, from 46 to 368, programs.
  const Outcome joined = collect_and(preemptible(), {units_read(60, 1, 2)});
  EXPECT_EQ(completion(joined, 0), 368U + 71);
  EXPECT_EQ(joined.units_reached.joined_reads, 1);
  EXPECT_EQ(joined.units_reached.reads_before_program, 1);
}

TEST(OraclePreemptibleUnits, AProgramMakesInvalidWhatWasGathered) {
  // Two planes of one die, collections go first. LPN 1 and 14 are programmed in plane 1 between the first move and the
  // second in plane 0: from 46 to 297.
  Drive drive = in_write_order(preemptible(4, 2));
  drive.priority = [](const OpView& o) -> std::int64_t { return o.is_gc; };
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 8, 2, 10, 4, 12}) requests.push_back(units_written(requests.size() * 1000, lpn, 2));
  for (const std::int64_t lpn : {0, 4, 9, 10}) requests.push_back(units_written(requests.size() * 1000, lpn));
  for (const std::int64_t lpn : {5, 6, 1, 14}) requests.push_back(units_written(11'000, lpn));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.map.at(1), 24 + 8);
  EXPECT_EQ(outcome.map.at(14), 24 + 9);
  EXPECT_EQ(outcome.map.at(2), 13);
  EXPECT_EQ(outcome.map.at(3), 14);
  EXPECT_EQ(outcome.units_reached.invalid_before_program, 1);
  EXPECT_EQ(outcome.units_reached.commands_beside_begun_page, 1);
  EXPECT_EQ(outcome.units_reached.programs_beside_begun_page, 1);
  // Then plane 1 is collected, where LPN 8, 11, 12 and 13 are valid in three flash pages: 46 + 46 + 251 + 71 + 251.
  EXPECT_EQ(outcome.end, (11'000 + 251 + 46 + 251 + 322 + 251 + 1001 + 46 + 46 + 251 + 71 + 251 + 1001) * kUs);
}

TEST(OraclePreemptibleUnits, PadsAPlaneBeforeTheMovesOfTheNext) {
  // Both planes have a victim as above. Plane 0: 0 to 46, 46 to 368; the read that is ready at 300: 414; the program
  // with padding: 665; the read that is ready at 600: 711. Plane 1: 757, 1079, 1330. The erase of both takes 1002.
  Drive drive = preemptible(4, 2);
  drive.multiplane = Willing::kWise;
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {0, 4, 8}) requests.push_back(units_written(requests.size() * 1000, lpn, 4));
  for (const std::int64_t lpn : {0, 8, 2, 10}) requests.push_back(units_written(3000, lpn));
  for (const std::int64_t lpn : {9, 12, 11, 13}) requests.push_back(units_written(4000, lpn));
  requests.push_back(units_read(4302 + 300, 0));
  requests.push_back(units_read(4302 + 600, 0));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion[11], (4302 + 414) * kUs);
  EXPECT_EQ(outcome.completion[12], (4302 + 711) * kUs);
  EXPECT_EQ(outcome.end, (4302 + 1330 + 1002) * kUs);
  EXPECT_EQ(outcome.collections, 2);
  EXPECT_EQ(outcome.commands.at({Command::kErase, 2, false}), 1);
  EXPECT_EQ(outcome.padding, 2);
  EXPECT_EQ(outcome.units_reached.padding_moves, 2);
  EXPECT_EQ(outcome.units_reached.padding_between_planes, 1);
  EXPECT_EQ(outcome.map.at(1), 12);
  EXPECT_EQ(outcome.map.at(3), 24 + 12);
}

TEST(OraclePreemptibleUnits, AProgramAloneIsAWriteOfTheCollection) {
  // Whenever a priority is asked between two moves, the collection is what its next step is.
  Drive drive = preemptible();
  std::set<std::pair<Time, int>> kinds;
  drive.priority = [&](const OpView& o) -> std::int64_t {
    const Time begin = kBegin * kUs;
    if (o.is_gc && o.around.now > begin) kinds.insert({(o.around.now - begin) / kUs, o.is_read + 2 * o.is_write});
    return 0;
  };
  collect_and(drive, {});
  EXPECT_TRUE(kinds.contains({46, 1}));
  EXPECT_TRUE(kinds.contains({117, 2}));
  EXPECT_TRUE(kinds.contains({368, 2}));
  EXPECT_FALSE(kinds.contains({368, 1}));
  EXPECT_TRUE(kinds.contains({619, 0}));
}

TEST(OraclePreemptibleUnits, CollectionsWithoutCostAreNotOpened) {
  Drive drive = preemptible();
  drive.cost_zero = true;
  const Outcome outcome = collect_and(drive, {units_read(10, 0)});
  drive.preempt_page = false;
  const Outcome other = collect_and(drive, {units_read(10, 0)});
  EXPECT_EQ(outcome.completion, other.completion);
  EXPECT_EQ(outcome.map, other.map);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.padding, 1);
  EXPECT_EQ(outcome.units_reached.padding_moves, 0);
}

}  // namespace
}  // namespace ssd::oracle
