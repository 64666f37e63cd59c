// The oracle's commands and dynamic placement against timelines derived by hand from docs/model.md (command.phases to
// command.suspend, place.dynamic, place.cost). The drive has the latencies of figures.single. Times are in ns.
#include <gtest/gtest.h>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000, kErase = 1'500'000;
constexpr Time kDataIn = kCommand + kPage;  // 52'975
constexpr Time kWrite = kDataIn + kProgram;
constexpr Time kPair = 2 * kDataIn + kProgram;  // a program of two planes
constexpr Time kWholeRead = kCommand + kRead + 2048 * 25;

// Consecutive logical pages go to consecutive dies of one chip, then to the next planes.
Drive one_chip(std::int64_t dies, std::int64_t planes) {
  Drive drive;
  drive.dies = dies, drive.planes = planes, drive.blocks = 32, drive.pages = 16, drive.logical_pages = 1'000;
  drive.read = kRead, drive.program = kProgram, drive.erase = kErase, drive.command = kCommand;
  drive.place = [=](std::int64_t lpn) { return Place{0, 0, lpn % dies, lpn / dies % planes}; };
  return drive;
}

HostRequest read(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, true}; }
HostRequest write(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, false}; }

std::vector<HostRequest> writes(std::int64_t count) {
  std::vector<HostRequest> requests;
  for (std::int64_t i = 0; i < count; ++i) requests.push_back(write(0, i));
  return requests;
}

Outcome run(const Drive& drive, std::vector<HostRequest> requests) { return simulate(drive, {std::move(requests)}); }

using Times = std::vector<Time>;
using Commands = std::map<CommandKind, std::int64_t>;

// figures.hu_fig16: four writes of a page, one to each of two planes of two dies.
TEST(OracleCommands, WritesTwoInterleavedPairs) {
  const Outcome outcome = run(one_chip(2, 2), writes(4));
  // Die 0: bus to 52'975, array to 252'975, bus to 305'950, array to 505'950. Die 1 is one data in later.
  EXPECT_EQ(outcome.completion, (Times{kWrite, kWrite + kDataIn, 2 * kWrite, 2 * kWrite + kDataIn}));
  EXPECT_EQ(outcome.completion.back(), 558'925);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 1, true}, 4}}));
}

TEST(OracleCommands, WritesTwoMultiPlanePairsWithoutInterleave) {
  Drive drive = one_chip(2, 2);
  drive.interleave = false, drive.multiplane = Willing::kWise;
  const Outcome outcome = run(drive, writes(4));
  EXPECT_EQ(outcome.completion, (Times{kPair, 2 * kPair, kPair, 2 * kPair}));
  EXPECT_EQ(outcome.end, 611'900);
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 2, false}, 2}}));
}

TEST(OracleCommands, WritesTwoInterleavedMultiPlanePairs) {
  Drive drive = one_chip(2, 2);
  drive.multiplane = Willing::kWise;
  const Outcome outcome = run(drive, writes(4));
  EXPECT_EQ(outcome.end, 411'900);  // four data ins and the last array phase
  EXPECT_EQ(outcome.commands, (Commands{{{Command::kProgram, 2, true}, 2}}));
}

// figures.hu_fig19: no command time. oracle_test.cpp has the other rows of that table.
TEST(OracleCommands, SaturatedInterleavedTwoPlaneWritesUseTheBusFor211Of305) {
  Drive drive = one_chip(2, 2);
  drive.command = 0, drive.multiplane = Willing::kWise;
  const Outcome outcome = run(drive, writes(100));
  for (Time i = 0; i < 100; ++i) EXPECT_EQ(outcome.completion[i], (i / 4 + 1) * 305'600 + i % 2 * 105'600) << i;
  EXPECT_EQ(outcome.channel_bus[0][0], 25 * 211'200);
  EXPECT_EQ(outcome.end, 25 * 305'600 + 105'600);
  EXPECT_EQ(outcome.unit_shares[0].array, 25 * 200'000);
  EXPECT_EQ(outcome.unit_shares[0].bus, 25 * 105'600);
  EXPECT_EQ(outcome.unit_shares[0].idle, 105'600);
}

// figures.conditions: 65 us array, 25 us transfer, eight reads of one plane.
Drive reading_drive(bool cache) {
  Drive drive = one_chip(1, 1);
  drive.command = 0, drive.read = 65'000, drive.cache = cache, drive.bus_numerator = 25'000,
  drive.bus_denominator = 2048;
  return drive;
}

TEST(OracleCommands, HidesTransfersBehindArrayPhasesWithACacheRegister) {
  std::vector<HostRequest> reads;
  for (std::int64_t i = 0; i < 8; ++i) reads.push_back(read(0, i));
  EXPECT_EQ(run(reading_drive(false), reads).end, 720'000);  // 8 x 90
  const Outcome cached = run(reading_drive(true), reads);
  EXPECT_EQ(cached.end, 545'000);  // 8 x 65 + 25
  for (Time i = 0; i < 8; ++i) EXPECT_EQ(cached.completion[i], (i + 1) * 65'000 + 25'000);
  // The second read waits from its ready time while the first one has the unit; for the split this ends with the first
  // one's array phase (R of account.split).
  EXPECT_EQ(cached.split[1].unit, 65'000);
  EXPECT_EQ(cached.split[1].array, 65'000);
}

TEST(OracleCommands, TakesTheNextProgramsDataInDuringTheArrayPhase) {
  Drive drive = one_chip(1, 1);
  drive.cache = true, drive.cache_busy = 3'000;
  const Outcome outcome = run(drive, writes(3));
  // The data in of the second write begins at 55'975 and ends at 108'950; it waits for the first one's array phase
  // until 252'975.
  EXPECT_EQ(outcome.completion, (Times{kWrite, kWrite + kProgram, kWrite + 2 * kProgram}));
  EXPECT_EQ(outcome.split[1].unit, 55'975 + (252'975 - 108'950));
  EXPECT_EQ(outcome.split[1].channel, 0);
}

TEST(OracleCommands, SkipsPagesToProgramPlanesTogetherWhenBlind) {
  Drive drive = one_chip(1, 2);
  const std::vector<HostRequest> requests{write(0, 0), write(300'000, 2),
                                          write(300'000, 1)};  // plane 0 is one page ahead
  drive.multiplane = Willing::kBlind;
  const Outcome blind = run(drive, requests);
  EXPECT_EQ(blind.completion[2], 300'000 + 2 * kDataIn + kProgram);
  EXPECT_EQ(blind.wasted_multiplane, 1);
  EXPECT_EQ(blind.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 32 * 16 + 1}, {2, 1}}));
  drive.multiplane = Willing::kWise;
  const Outcome wise = run(drive, requests);
  EXPECT_EQ(wise.completion[2], 300'000 + 2 * kWrite);
  EXPECT_EQ(wise.wasted_multiplane, 0);
}

Drive suspending_drive() {
  Drive drive = one_chip(1, 1);
  drive.suspend_on = true, drive.suspend = 1'000, drive.resume = 2'000;
  drive.priority = [](const OpView& op) -> std::int64_t { return op.is_read && op.is_host; };
  return drive;
}

TEST(OracleCommands, SuspendsAProgramForARead) {
  const Outcome outcome = run(suspending_drive(), {write(0, 0), read(100'000, 1)});
  // The array phase stops at 100'000 with 152'975 left. The read takes 101'000 to 172'375. The array phase goes on at
  // 174'375.
  const Time read_end = 101'000 + kWholeRead;
  EXPECT_EQ(outcome.completion, (Times{read_end + 2'000 + 152'975, read_end}));
  EXPECT_EQ(outcome.suspends, 1);
  EXPECT_EQ(outcome.split[0].transfer, kDataIn);
  EXPECT_EQ(outcome.split[0].array, kProgram + 1'000 + 2'000);
  EXPECT_EQ(outcome.split[0].unit, kWholeRead);
  EXPECT_EQ(outcome.split[1].unit, 1'000);
  EXPECT_EQ(outcome.plane_array[0][0], kProgram + kRead);
}

TEST(OracleCommands, SuspendsAsOftenAsTheLimitSays) {
  Drive drive = suspending_drive();
  drive.suspend_limit = 1;
  const Outcome outcome = run(drive, {write(0, 0), read(100'000, 1), read(200'000, 2)});
  EXPECT_EQ(outcome.suspends, 1);
  EXPECT_EQ(outcome.completion, (Times{327'350, 172'375, 327'350 + kWholeRead}));
}

// Two of the four pages of block 0 are written again, then the block is collected; blocks 2 and 3 are free.
Outcome collect(Willing copyback, std::int64_t first, std::int64_t second) {
  Drive drive = one_chip(1, 1);
  drive.blocks = 4, drive.pages = 4, drive.copyback = copyback;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 10; };
  std::vector<HostRequest> requests = writes(4);
  requests.push_back(write(0, first));
  requests.push_back(write(0, second));
  return run(drive, requests);
}

TEST(OracleCommands, CopiesBackWhatKeepsItsParity) {
  const Outcome outcome = collect(Willing::kWise, 0, 1);  // pages 2 and 3 go to pages 0 and 1
  EXPECT_EQ(outcome.end, 6 * kWrite + 2 * (kCommand + kRead + kProgram) + kCommand + kErase);
  EXPECT_EQ(outcome.copybacks, 2);
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.collection_reads, 0);
  EXPECT_EQ(outcome.channel_bus[0][1], 3 * kCommand);
}

TEST(OracleCommands, MovesOverTheBusOrSkipsAPageWhenTheParityDiffers) {
  const Outcome wise = collect(Willing::kWise, 0, 2);  // page 1 to page 0 over the bus, page 3 to page 1 by copyback
  EXPECT_EQ(wise.end,
            6 * kWrite + (kCommand + kRead + kPage + kWrite) + (kCommand + kRead + kProgram) + kCommand + kErase);
  EXPECT_EQ(wise.copybacks, 1);
  EXPECT_EQ(wise.wasted_copyback, 0);
  const Outcome blind = collect(Willing::kBlind, 0, 2);  // page 1 to page 1, page 3 to page 3
  EXPECT_EQ(blind.end, 6 * kWrite + 2 * (kCommand + kRead + kProgram) + kCommand + kErase);
  EXPECT_EQ(blind.wasted_copyback, 2);
  EXPECT_EQ(blind.map, (std::map<std::int64_t, std::int64_t>{{0, 4}, {1, 9}, {2, 5}, {3, 11}}));
}

TEST(OracleCommands, OffersAWriteToTheNextIdlePlaneInOrder) {
  Drive drive = one_chip(2, 1);
  drive.placement = Placement::kDynamicOrder, drive.order = {Level::kDie, Level::kChannel, Level::kChip, Level::kPlane};
  const Outcome outcome = run(drive, {write(0, 0), write(0, 0), write(0, 7)});
  // Page 0 goes to die 0, then to die 1; for page 7, die 0 is the first to be idle.
  EXPECT_EQ(outcome.completion, (Times{kWrite, kWrite + kDataIn, 2 * kWrite}));
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 32 * 16}, {7, 1}}));
  EXPECT_EQ(outcome.split[2].unit, kWrite);
}

// Two planes a die, planes first: planes 0 to 3 have indices 0 to 3, and each has 512 pages.
Drive in_order_of_planes(Placement placement) {
  Drive drive = one_chip(2, 2);
  drive.placement = placement, drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  return drive;
}

TEST(OracleCommands, TakesThePlanesOfABusyUnitInTurn) {
  const Outcome outcome = run(in_order_of_planes(Placement::kDynamicOrder), writes(5));
  // Plane 0; die 0 is busy, so plane 2. When die 0 is idle again, plane 1 was given fewer writes than plane 0. Then die
  // 1 is idle, where plane 3 has none; and planes 0 and 1 were given one write each.
  EXPECT_EQ(outcome.completion, (Times{kWrite, kDataIn + kWrite, 2 * kWrite, kDataIn + 2 * kWrite, 3 * kWrite}));
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 2 * 512}, {2, 512}, {3, 3 * 512}, {4, 1}}));
}

// Two channels of one chip of one die of two planes, 512 pages a plane: planes 0 and 1 lie in channel 0.
Drive two_channels(std::array<Level, 4> order) {
  Drive drive = one_chip(1, 2);
  drive.channels = 2, drive.placement = Placement::kDynamicOrder, drive.multiplane = Willing::kWise;
  drive.order = order;
  return drive;
}

constexpr std::array kChannelsFirst{Level::kChannel, Level::kPlane, Level::kDie, Level::kChip};
constexpr std::array kPlanesFirst{Level::kPlane, Level::kChannel, Level::kDie, Level::kChip};

TEST(OracleCommands, JoinsWritesInTheOrderOfTheLevels) {
  // Channels first: write 1 is left out for plane 0 of channel 1, write 2 joins write 0, write 3 is left out. Writes 1
  // and 3 are the second command.
  const Outcome channels = run(two_channels(kChannelsFirst), writes(4));
  EXPECT_EQ(channels.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1'024}, {2, 512}, {3, 1'536}}));
  EXPECT_EQ(channels.completion, (Times{kPair, kPair, kPair, kPair}));
  EXPECT_EQ(channels.commands, (Commands{{{Command::kProgram, 2, false}, 2}}));
  // Planes first: writes 0 and 1, then writes 2 and 3.
  const Outcome planes = run(two_channels(kPlanesFirst), writes(4));
  EXPECT_EQ(planes.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 512}, {2, 1'024}, {3, 1'536}}));
  EXPECT_EQ(planes.completion, (Times{kPair, kPair, kPair, kPair}));
  // Of two writes only the first order makes two commands, the second one command of two planes.
  EXPECT_EQ(run(two_channels(kChannelsFirst), writes(2)).completion, (Times{kWrite, kWrite}));
  const Outcome pair = run(two_channels(kPlanesFirst), writes(2));
  EXPECT_EQ(pair.completion, (Times{kPair, kPair}));
  EXPECT_EQ(pair.commands, (Commands{{{Command::kProgram, 2, false}, 1}}));
}

TEST(OracleCommands, DealsWritesByTheDistanceFromTheLeader) {
  constexpr Time kLater = 300'000;
  const Outcome outcome =
      run(two_channels(kChannelsFirst), {write(0, 0), write(kLater, 1), write(kLater, 2), write(kLater, 3)});
  // Write 1 leads in plane 2, the first plane that was given nothing. From there plane 0 has distance 1 (write 2 is
  // left out), plane 3 distance 2 (write 3 joins). Write 2 goes to plane 1, because plane 0 was given a write.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1'024}, {2, 512}, {3, 1'536}}));
  EXPECT_EQ(outcome.completion, (Times{kWrite, kLater + kPair, kLater + kWrite, kLater + kPair}));
}

TEST(OracleCommands, LeavesNoWriteOutForAUnitThatIsBusy) {
  const Outcome outcome =
      run(two_channels(kChannelsFirst), {write(0, 0), write(100'000, 1), write(200'000, 2), write(200'000, 3)});
  // At 200'000 both units are busy. Channel 0 is idle at 252'975: write 2 leads in plane 1. Plane 3 stands in no line,
  // and plane 0 is one page ahead. Write 3 goes to plane 3 when channel 1 is idle.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1'024}, {2, 512}, {3, 1'536}}));
  EXPECT_EQ(outcome.completion, (Times{kWrite, 100'000 + kWrite, 2 * kWrite, 100'000 + 2 * kWrite}));
  // If planes may skip, write 3 joins write 2 at once, in plane 0, and plane 1 skips its page 0.
  Drive blind = two_channels(kChannelsFirst);
  blind.multiplane = Willing::kBlind;
  const Outcome together = run(blind, {write(0, 0), write(100'000, 1), write(200'000, 2), write(200'000, 3)});
  EXPECT_EQ(together.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1'024}, {2, 513}, {3, 1}}));
  EXPECT_EQ(together.completion[2], kWrite + kPair);
  EXPECT_EQ(together.wasted_multiplane, 1);
}

TEST(OracleCommands, DealsAWriteToTheNextPlaneWhereItMayNotJoin) {
  Drive drive = one_chip(1, 3);
  drive.placement = Placement::kDynamicOrder, drive.multiplane = Willing::kWise, drive.streams = 2;
  drive.order = {Level::kPlane, Level::kDie, Level::kChip, Level::kChannel};
  drive.stream = [](const RequestView& r) -> std::int64_t { return r.lpn >= 500; };
  constexpr Time kLater = 1'000'000;
  const Outcome outcome = run(drive, {write(0, 0), write(300'000, 500), write(600'000, 1), write(kLater, 2),
                                      write(kLater, 3), write(kLater, 4)});
  // The first three writes go to planes 0, 1, 2, that to plane 1 in stream 1. Write 2 leads in plane 0, page 1. Write 3
  // may not join in plane 1, where stream 0 is at page 0, and joins in plane 2. Write 4 follows in plane 1, which was
  // given fewest, and opens block 1 there.
  EXPECT_EQ(outcome.map,
            (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1'024}, {2, 1}, {3, 1'025}, {4, 512 + 16}, {500, 512}}));
  EXPECT_EQ(outcome.completion[3], kLater + kPair);
  EXPECT_EQ(outcome.completion[4], kLater + kPair);
  EXPECT_EQ(outcome.completion[5], kLater + kPair + kWrite);
}

TEST(OracleCommands, JoinsWritesInTheOrderOfTheirPriority) {
  Drive drive = two_channels(kChannelsFirst);
  drive.priority = [](const OpView& op) { return op.pages; };
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 2), {0, 12, 8, false}});
  // The request of two pages, 3 and 4, goes first: page 3 leads in plane 0, page 4 is left out, page 0 joins in plane
  // 1, page 1 is left out. Then page 4 leads in plane 2, and page 1 joins. Page 2 waits, and goes to plane 0 when both
  // units are idle again, because all planes were given one write.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{3, 0}, {4, 1'024}, {0, 512}, {1, 1'536}, {2, 1}}));
  EXPECT_EQ(outcome.completion, (Times{kPair, kPair, kPair + kWrite, kPair}));
}

// With a chip as unit the planes of its other die are in no line.
TEST(OracleCommands, JoinsNoWriteInAnotherDieOfTheUnit) {
  Drive drive = in_order_of_planes(Placement::kDynamicOrder);
  drive.interleave = false, drive.multiplane = Willing::kWise;
  drive.order = {Level::kDie, Level::kPlane, Level::kChip, Level::kChannel};
  const Outcome outcome = run(drive, writes(3));
  // Write 0 in plane 0, and write 1 joins in plane 1, though plane 2 has distance 1. Plane 2 is the first of those that
  // were given nothing.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 512}, {2, 2 * 512}}));
  EXPECT_EQ(outcome.completion, (Times{kPair, kPair, kPair + kWrite}));
}

TEST(OracleCommands, CountsTheWritesThatJoined) {
  Drive drive = in_order_of_planes(Placement::kDynamicOrder);
  drive.multiplane = Willing::kWise;
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(300'000, 2), write(600'000, 3)});
  // Planes 0 and 1 together, so planes 2 and 3 have the next writes, though die 0 is idle.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 512}, {2, 2 * 512}, {3, 3 * 512}}));
  EXPECT_EQ(outcome.snapshot.writes_given, (std::vector<std::int64_t>{1, 1, 1, 1}));
}

TEST(OracleCommands, BreaksTiesOfCostByTheWritesGiven) {
  Drive drive = in_order_of_planes(Placement::kDynamicCost);
  drive.cost = [](const UnitView& u) { return u.queued; };
  const Outcome outcome = run(drive, writes(6));
  // Plane 0, then plane 2, because die 1 has fewer operations queued. Now each has one; planes 1 and 3 were given
  // nothing, and plane 1 has the lower index. Then die 1 has fewer, and plane 3 was given nothing. Now all are equal,
  // so plane 0, and then plane 2 of the other die.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{
                             {0, 0}, {1, 2 * 512}, {2, 512}, {3, 3 * 512}, {4, 1}, {5, 2 * 512 + 1}}));
  EXPECT_EQ(outcome.snapshot.writes_given, (std::vector<std::int64_t>{2, 1, 2, 1}));
}

TEST(OracleCommands, PlacesNoMoreWritesThanThePlaneHasRoomFor) {
  Drive drive = one_chip(2, 1);
  drive.placement = Placement::kDynamicCost, drive.order = {Level::kDie, Level::kChannel, Level::kChip, Level::kPlane};
  drive.blocks = 3, drive.pages = 2, drive.logical_pages = 10;
  drive.cost = [](const UnitView& u) { return u.die; };
  const Outcome outcome = run(drive, writes(6));
  // Two of the three blocks of die 0 may be opened: four pages. The fifth and the sixth write go to die 1.
  EXPECT_FALSE(outcome.drive_full);
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 6}, {5, 7}}));
}

// One die; logical page n lies in plane n mod `planes`. A plane has 4 blocks of 2 pages and collects when 2 are free.
Drive collecting_die(std::int64_t planes, std::function<bool(const CommandView&)> predicate) {
  Drive drive = one_chip(1, planes);
  drive.blocks = 4, drive.pages = 2, drive.dummy_busy = 3'000;
  drive.place = [planes](std::int64_t lpn) { return Place{0, 0, 0, lpn % planes}; };
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks < 3; };
  drive.multiplane = Willing::kPredicate, drive.multiplane_predicate = std::move(predicate);
  return drive;
}

constexpr Time kMove = kCommand + kRead + kPage + kWrite;

// Fills block 0 of both planes and takes a page of block 1, so that each collects block 0, with one valid page. As a
// two-plane command each pair of writes takes kPair and dummy_busy.
std::vector<HostRequest> three_pairs() {
  return {write(0, 0), write(0, 1), write(0, 2), write(0, 3), write(0, 0), write(0, 1)};
}

TEST(OracleCommands, AsksThePredicateWhatTheCommandIs) {
  constexpr Time kPairs = 3 * (kPair + 3'000), kErasePair = 2 * kCommand + 3'000 + kErase;
  std::set<std::vector<std::int64_t>> seen;
  auto requests = three_pairs();
  requests.push_back(read(5'000'000, 0)), requests.push_back(read(5'000'000, 1));
  const Outcome all = run(collecting_die(2,
                                         [&](const CommandView& w) {
                                           seen.insert({w.wasted, w.pending, w.planes, w.is_read, w.is_gc});
                                           return true;
                                         }),
                          requests);
  EXPECT_EQ(seen, (std::set<std::vector<std::int64_t>>{{0, 2, 2, 0, 0}, {0, 2, 2, 0, 1}, {0, 2, 2, 1, 0}}));
  EXPECT_EQ(all.commands.at({Command::kErase, 2, false}), 1);
  const auto end = [](auto predicate) { return run(collecting_die(2, predicate), three_pairs()).end; };
  EXPECT_EQ(end([](const CommandView&) { return true; }), kPairs + 2 * kMove + kErasePair);
  EXPECT_EQ(end([](const CommandView& w) { return !w.is_gc; }), kPairs + 2 * (kMove + kCommand + kErase));
  EXPECT_EQ(end([](const CommandView& w) { return w.is_gc; }), 6 * kWrite + 2 * kMove + kErasePair);
}

TEST(OracleCommands, LetsAsManyCollectionsGoTogetherAsThePredicateSays) {
  std::set<std::vector<std::int64_t>> seen;
  Drive drive = collecting_die(3, [&](const CommandView& w) {
    if (w.is_gc) seen.insert({w.pending, w.planes});
    return w.is_gc && w.planes == 2;
  });
  drive.priority = [](const OpView& op) -> std::int64_t { return op.is_host; };
  std::vector<HostRequest> requests;
  for (const std::int64_t lpn : {2, 1, 0, 5, 4, 3, 2, 1, 0}) requests.push_back(write(0, lpn));
  // Nine writes, one after another; the collection of plane 2 is ready first. Plane 0 joins it, and plane 1 does not,
  // so the write of page 4 stands behind a collection that has not begun.
  const Time together = 9 * kWrite + 2 * kMove + 2 * kCommand + 3'000 + kErase;
  requests.push_back(write(together - 1'000'000, 4));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion.back(), together + kMove + kCommand + kErase + kWrite);
  EXPECT_EQ(outcome.commands.at({Command::kErase, 2, false}), 1);
  EXPECT_TRUE(seen.contains({3, 2}) && seen.contains({3, 3}));
}

TEST(OracleCommands, OpensTheUnitBetweenTwoMovesIfCollectionIsPreemptible) {
  Drive drive = one_chip(1, 1);
  drive.blocks = 5, drive.pages = 4, drive.preempt_page = true;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 14; };
  std::vector<HostRequest> requests = writes(4);
  requests.push_back(write(0, 0));
  requests.push_back(write(0, 1));
  const Time start = 6 * kWrite, move = kCommand + kRead + kPage + kWrite;
  requests.push_back(read(start + 1'000, 0));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion.back(), start + move + kWholeRead);
  EXPECT_EQ(outcome.split.back().collection, move - 1'000);
  EXPECT_EQ(outcome.conflicts, 1);
  EXPECT_EQ(outcome.end, start + 2 * move + kWholeRead + kCommand + kErase);
}

TEST(OracleCommands, KeepsAWrittenPageInTheBufferUntilItsSlotIsNeeded) {
  Drive drive = one_chip(1, 1);
  drive.buffer_slots = 1, drive.buffer_latency = 500;
  const Outcome outcome =
      run(drive, {write(0, 0), read(10'000, 0), write(20'000, 0), write(30'000, 1), {40'000, 0, 4, false, true}});
  // The fourth write evicts the first page and waits for its program; at the trim, page 0 is being programmed.
  EXPECT_EQ(outcome.completion, (Times{500, 10'500, 20'500, 30'000 + kWrite + 500, 40'000}));
  EXPECT_EQ(outcome.buffer_hits, 2);
  EXPECT_EQ(outcome.evictions, 1);
  EXPECT_EQ(outcome.trimmed, 1);
  EXPECT_TRUE(outcome.map.empty());
  EXPECT_EQ(outcome.split[3].buffer, kWrite);
  EXPECT_EQ(outcome.split[3].controller, 500);
}

}  // namespace
}  // namespace ssd::oracle
