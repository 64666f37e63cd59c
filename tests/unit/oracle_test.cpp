// The oracle against numbers derived by hand from docs/model.md: it is the reference of every engine, so only a
// derivation on paper can confirm it. Times are in ns; a figure that is not a constant of the drive has its derivation
// beside it.
#include "tests/oracle/oracle.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <stdexcept>

namespace ssd::oracle {
namespace {

constexpr Time kCommand = 7 * 25, kSector = 512 * 25, kPage = 2112 * 25, kRead = 20'000, kProgram = 200'000,
               kErase = 1'500'000;
constexpr Time kWrite = kCommand + kPage + kProgram;         // 252.975 us
constexpr Time kWholeRead = kCommand + kRead + 4 * kSector;  // 71.375 us

// The drive of figures.single. Consecutive logical pages go to consecutive chips, then dies, then planes.
Drive section7_drive(std::int64_t chips = 1, std::int64_t dies = 1, std::int64_t planes = 1) {
  Drive drive;
  drive.chips = chips, drive.dies = dies, drive.planes = planes, drive.blocks = 8, drive.pages = 16;
  drive.logical_pages = 1'000, drive.read = kRead, drive.program = kProgram, drive.erase = kErase,
  drive.command = kCommand;
  drive.place = [=](std::int64_t lpn) {
    return Place{0, lpn % chips, lpn / chips % dies, lpn / chips / dies % planes};
  };
  return drive;
}

HostRequest read(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, true}; }
HostRequest write(Time arrival, std::int64_t lpn) { return {arrival, lpn * 4, 4, false}; }
HostRequest write_sector(Time arrival, std::int64_t lpn, std::int64_t sector) {
  return {arrival, lpn * 4 + sector, 1, false};
}

Outcome run(const Drive& drive, std::vector<HostRequest> requests) { return simulate(drive, {std::move(requests)}); }

using Times = std::vector<Time>;
using ByCause = std::array<Time, 2>;

TEST(Oracle, TimesASingleRead) {
  const Outcome outcome = run(section7_drive(), {read(0, 5)});
  EXPECT_EQ(outcome.completion, Times{71'375});
  EXPECT_EQ(outcome.end, 71'375);
  EXPECT_EQ(outcome.channel_bus[0], (ByCause{175 + 51'200, 0}));
  EXPECT_EQ(outcome.plane_array[0], (ByCause{20'000, 0}));
}

TEST(Oracle, TimesASingleProgram) {
  const Outcome outcome = run(section7_drive(), {write(0, 5)});
  EXPECT_EQ(outcome.completion, Times{252'975});
  EXPECT_EQ(outcome.host_programs, 1);
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{5, 0}}));
}

TEST(Oracle, RoundsATransferUpOnce) {
  Drive drive = section7_drive();
  drive.bus_numerator = 10, drive.bus_denominator = 3;  // 512 bytes: 1706 2/3 ns, 2112 bytes: 7040 ns
  EXPECT_EQ(run(drive, {{0, 0, 1, true}}).completion, Times{175 + 20'000 + 1'707});
  EXPECT_EQ(run(drive, {{0, 0, 2, true}}).completion, Times{175 + 20'000 + 3'414});  // 3413 1/3
  EXPECT_EQ(run(drive, {write(0, 0)}).completion, Times{175 + 7'040 + 200'000});
}

TEST(Oracle, CompletesAWriteWhenItIsTransferredIfAsked) {
  Drive drive = section7_drive();
  drive.complete_when_transferred = true;
  const Outcome outcome = run(drive, {write(0, 5), read(100'000, 5), write(100'000, 6)});
  EXPECT_EQ(outcome.completion,
            // The read is served from data that are not yet programmed, although the write is complete.
            (Times{52'975, 100'000, kWrite + 52'975}));
  EXPECT_EQ(outcome.end, 2 * kWrite);
}

// figures.hu_fig19: no command time, 2112 bytes also for reads.
Drive hu_drive(std::int64_t chips) {
  Drive drive = section7_drive(chips);
  drive.command = 0, drive.read_moves_page = true, drive.logical_pages = 10'000, drive.blocks = 32;
  return drive;
}

std::vector<HostRequest> hundred(HostRequest (*request)(Time, std::int64_t)) {
  std::vector<HostRequest> requests;
  for (int i = 0; i < 100; ++i) requests.push_back(request(0, i));
  return requests;
}

TEST(Oracle, SaturatedReadsWithoutParallelismUseTheBusFor52Of72) {
  const Outcome outcome = run(hu_drive(1), hundred(read));
  EXPECT_EQ(outcome.end, 100 * 72'800);
  EXPECT_EQ(outcome.channel_bus[0][0], 100 * 52'800);
}

// bus.decision: the command of the next read goes before the other chip's data out, so the chips take turns.
TEST(Oracle, SaturatedReadsOverTwoChipsFillTheBus) {
  const Outcome outcome = run(hu_drive(2), hundred(read));
  EXPECT_EQ(outcome.end, 20'000 + 100 * 52'800);  // no gap after the first array phase
  EXPECT_EQ(outcome.channel_bus[0][0], 100 * 52'800);
}

TEST(Oracle, SaturatedWritesOverFiveChipsFillTheBus) {
  const Outcome outcome = run(hu_drive(5), hundred(write));
  EXPECT_EQ(outcome.end, 100 * 52'800 + 200'000);  // no gap: only during the last array phase the bus is idle
  EXPECT_EQ(outcome.channel_bus[0][0], 100 * 52'800);
}

TEST(Oracle, SaturatedWritesOverFourChipsRepeatEvery252) {
  const Outcome outcome = run(hu_drive(4), hundred(write));
  for (Time i = 0; i < 100; ++i) EXPECT_EQ(outcome.completion[i], (i / 4 + 1) * 252'800 + i % 4 * 52'800);
}

TEST(Oracle, WritesOverTwoChipsOfTwoDiesUseTheBusFor245Of261) {
  Drive drive = section7_drive(2, 2);
  drive.command = 0, drive.spare_bytes = 0, drive.bus_numerator = 30;
  const Outcome outcome = run(drive, hundred(write));
  for (Time i = 0; i < 100; ++i) EXPECT_EQ(outcome.completion[i], (i / 4 + 1) * 261'440 + i % 4 * 61'440);
  EXPECT_EQ(outcome.channel_bus[0][0], 25 * 245'760);
}

TEST(Oracle, OverlapsTheArraysOfTwoDiesOnlyWhenInterleaved) {
  Drive drive = section7_drive(1, 2);
  const Outcome interleaved = run(drive, {write(0, 0), write(0, 1)});
  EXPECT_EQ(interleaved.completion, (Times{252'975, 2 * 52'975 + 200'000}));
  EXPECT_EQ(interleaved.chip_array[0], (ByCause{305'950 - 52'975, 0}));
  drive.interleave = false;
  const Outcome single = run(drive, {write(0, 0), write(0, 1)});
  EXPECT_EQ(single.completion, (Times{252'975, 2 * 252'975}));
  EXPECT_EQ(single.chip_array[0], (ByCause{400'000, 0}));
}

TEST(Oracle, KeepsChannelsApart) {
  Drive drive = section7_drive();
  drive.channels = 2;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 2, 0, 0, 0}; };
  const Outcome outcome = run(drive, {write(0, 0), write(0, 1), write(0, 3)});
  EXPECT_EQ(outcome.completion, (Times{kWrite, kWrite, 2 * kWrite}));
  EXPECT_EQ(outcome.channel_bus[1][0], 2 * 52'975);
}

TEST(Oracle, ServesAReadFromTheControllerUntilItsProgramEnds) {
  const Outcome outcome = run(section7_drive(), {write(0, 5), read(100'000, 5), read(252'974, 5), read(252'975, 5)});
  EXPECT_EQ(outcome.completion, (Times{252'975, 100'000, 252'974, 252'975 + kWholeRead}));
  EXPECT_EQ(outcome.buffer_reads, 2);
  EXPECT_EQ(outcome.flash_reads, 1);
}

TEST(Oracle, SendsDataOutBeforeAnOlderDataIn) {
  // The read's data are ready at 20'175, during the data in of chip 1; the write to chip 2 has been ready since 0 and
  // still waits.
  const Outcome outcome = run(section7_drive(3), {read(0, 0), write(0, 1), write(0, 2)});
  EXPECT_EQ(outcome.completion, (Times{175 + 52'975 + 51'200, 175 + kWrite, 175 + 52'975 + 51'200 + kWrite}));
}

TEST(Oracle, EndsAPhaseOfNoLengthAtTheInstantItBegins) {
  Drive drive = section7_drive(2);
  drive.command = 0, drive.read = 0;
  // Both reads are ready at 0, and so are their data; the data of the older read go first.
  EXPECT_EQ(run(drive, {read(0, 0), read(0, 1)}).completion, (Times{51'200, 102'400}));
}

TEST(Oracle, MovesOnlyTheSectorsThatAnUnalignedReadAsksFor) {
  Drive drive = section7_drive();
  const Time half = kCommand + kRead + kSector;
  EXPECT_EQ(run(drive, {{0, 3, 2, true}}).completion,
            Times{2 * half});  // the last sector of page 0, the first of page 1
  drive.read_moves_page = true;
  EXPECT_EQ(run(drive, {{0, 3, 2, true}}).completion, Times{2 * (kCommand + kRead + kPage)});
}

TEST(Oracle, ReadsTheOldSectorsBeforeAPartialWrite) {
  const Outcome outcome = run(section7_drive(), {write(0, 0), write_sector(300'000, 0, 2)});
  EXPECT_EQ(outcome.completion[1], 300'000 + kCommand + kRead + 3 * kSector + kWrite);
  EXPECT_EQ(outcome.rmw_reads, 1);
}

TEST(Oracle, TakesTheOldSectorsFromTheControllerWhileTheyAreThere) {
  const Outcome outcome = run(section7_drive(), {write(0, 0), write_sector(10, 0, 2)});
  EXPECT_EQ(outcome.completion[1], 2 * kWrite);
  EXPECT_EQ(outcome.buffer_reads, 1);
}

TEST(Oracle, ReadsNothingBeforeAWriteThatLeavesNoOldSector) {
  Drive drive = section7_drive();
  const Outcome covered = run(drive, {write_sector(0, 0, 2), write_sector(300'000, 0, 2), write(600'000, 0)});
  EXPECT_EQ(covered.completion, (Times{kWrite, 300'000 + kWrite, 600'000 + kWrite}));
  drive.read_modify_write = false;
  EXPECT_EQ(run(drive, {write(0, 0), write_sector(300'000, 0, 2)}).completion[1], 300'000 + kWrite);
}

TEST(Oracle, ProgramsOnlyWrittenSectorsIfAsked) {
  Drive drive = section7_drive();
  drive.program_moves_sectors = true;
  const std::vector<HostRequest> requests{write_sector(0, 0, 2), write_sector(300'000, 0, 3)};
  const Time first = kCommand + kSector + kProgram;
  EXPECT_EQ(run(drive, requests).completion,
            (Times{first, 300'000 + kWholeRead - 3 * kSector + first + kSector}));  // old and new sectors
  drive.read_modify_write = false;
  EXPECT_EQ(run(drive, requests).completion, (Times{first, 300'000 + first}));
}

TEST(Oracle, HoldsBackTheRestOfThePlaneWhileAProgramWaitsForItsRead) {
  const Time read_end = 300'000 + kCommand + kRead + 3 * kSector;
  const std::vector<HostRequest> requests{write(0, 0), write_sector(300'000, 0, 2), write(300'000, 1)};
  EXPECT_EQ(run(section7_drive(), requests).completion, (Times{kWrite, read_end + kWrite, read_end + 2 * kWrite}));
  // In another plane of the same die the second write, ready since 300'000, goes before the program that becomes ready
  // at read_end.
  EXPECT_EQ(run(section7_drive(1, 1, 2), requests).completion,
            (Times{kWrite, read_end + 2 * kWrite, read_end + kWrite}));
}

TEST(Oracle, LetsAReadOvertakeAPlaneThatWaitsForARead) {
  // The read of page 1 is younger than the write of page 2. That write waits behind the program of page 0, which itself
  // waits for its read.
  const Time first_read_end = 600'000 + kCommand + kRead + 3 * kSector;
  const Outcome outcome = run(
      section7_drive(), {write(0, 0), write(0, 1), write_sector(600'000, 0, 2), write(600'000, 2), read(600'001, 1)});
  // At first_read_end the program (ready now) and the read (ready before) compete; the write of page 2 is not a
  // candidate.
  EXPECT_EQ(outcome.completion[4], first_read_end + kWholeRead);
  EXPECT_EQ(outcome.completion[2], first_read_end + kWholeRead + kWrite);
  EXPECT_EQ(outcome.completion[3], first_read_end + kWholeRead + 2 * kWrite);
}

// One plane of 4 blocks x 4 pages. Six writes leave two valid pages (2 and 3) in block 0 and 10 free pages, so
// `trigger` holds.
Drive collecting_drive(std::int64_t chips = 1) {
  Drive drive = section7_drive(chips);
  drive.blocks = 4, drive.pages = 4;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 10; };
  return drive;
}

std::vector<HostRequest> six_writes(std::int64_t stride = 1) {
  return {write(0, 0), write(0, stride), write(0, 2 * stride), write(0, 3 * stride), write(0, 0), write(0, stride)};
}

TEST(Oracle, MovesTheValidPagesAndErasesTheBlock) {
  std::vector<HostRequest> requests = six_writes();
  requests.push_back(read(100, 0));  // its program is the fifth, not yet programmed
  // Page 2 is moved in the map already. Its read goes to flash (map.not_yet_programmed), when the plane's six programs
  // and the collection are done.
  requests.push_back(read(100, 2));
  const Outcome outcome = run(collecting_drive(), requests);
  const Time move = (kCommand + kRead + kPage) + (kCommand + kPage + kProgram);  // 325'950
  const Time collected = 6 * kWrite + 2 * move + kCommand + kErase;
  EXPECT_EQ(collected, 3'669'925);
  EXPECT_EQ(outcome.completion,
            (Times{kWrite, 2 * kWrite, 3 * kWrite, 4 * kWrite, 5 * kWrite, 6 * kWrite, 100, collected + kWholeRead}));
  EXPECT_EQ(outcome.end, collected + kWholeRead);
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 4}, {1, 5}, {2, 8}, {3, 9}}));
  EXPECT_EQ(outcome.block_erases, (std::vector<std::int64_t>{1, 0, 0, 0}));
  EXPECT_EQ(outcome.channel_bus[0], (ByCause{6 * 52'975 + 175 + 51'200, 2 * (175 + 52'800 + 52'975) + 175}));
  EXPECT_EQ(outcome.plane_array[0], (ByCause{6 * 200'000 + 20'000, 2 * 220'000 + 1'500'000}));
  EXPECT_EQ(outcome.collection_programs, 2);
  EXPECT_EQ(outcome.collection_reads, 2);
  EXPECT_EQ(outcome.flash_reads, 1);
}

TEST(Oracle, LetsTheOtherChipUseTheBusDuringACollection) {
  std::vector<HostRequest> requests = six_writes(2);  // all on chip 0
  // Chip 1: waits for the data out of the first move, then for its data in, 1'590'825 to 1'643'800.
  requests.push_back(read(1'580'000, 1));
  requests.push_back(read(1'600'000, 4));  // chip 0: the unit is held to the end of the erase
  const Outcome outcome = run(collecting_drive(2), requests);
  // At 1'590'825 the read (ready 1'580'000) goes before the move's program (ready 1'590'825): command to 1'591'000,
  // data in to 1'643'975, data out of the read (its array phase ended at 1'611'000) to 1'695'175. The move's array
  // phase ends at 1'843'975, 175 later than undisturbed.
  EXPECT_EQ(outcome.completion[6], 1'695'175);
  EXPECT_EQ(outcome.completion[7], 3'669'925 + 175 + kWholeRead);
}

TEST(Oracle, CountsAChipForThePhaseGrantedFirst) {
  Drive drive = section7_drive(1, 2);
  drive.blocks = 3, drive.pages = 1;
  drive.trigger = [](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= 1; };
  // Die 0: array phases 52'975 to 252'975 and 305'950 to 505'950, then the erase of block 0, 506'125 to 2'006'125. Die
  // 1: 452'975 to 652'975.
  const Outcome outcome = run(drive, {write(0, 0), write(0, 0), write(400'000, 1)});
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(outcome.chip_array[0], (ByCause{200'000 + (652'975 - 305'950), 2'006'125 - 652'975}));
  EXPECT_EQ(outcome.plane_array[0], (ByCause{400'000, 1'500'000}));
}

// 6 blocks x 2 pages: 0 1 | 2 3 | 4 5 | 2 4, so blocks 1 and 2 hold one valid page each.
std::vector<HostRequest> tie() {
  return {write(0, 0), write(0, 1), write(0, 2), write(0, 3), write(0, 4), write(0, 5), write(0, 2), write(0, 4)};
}

TEST(Oracle, CollectsTheBlockOfFewestValidPagesAndTheLowerOfEquals) {
  Drive drive = section7_drive();
  drive.blocks = 6, drive.pages = 2;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 4; };
  EXPECT_EQ(run(drive, tie()).block_erases, (std::vector<std::int64_t>{0, 1, 0, 0, 0, 0}));
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 3; };
  std::vector<HostRequest> requests = tie();
  requests.push_back(write(0, 5));
  EXPECT_EQ(run(drive, requests).block_erases, (std::vector<std::int64_t>{0, 0, 1, 0, 0, 0}));
}

TEST(Oracle, CollectsFromTheTriggerUntilStop) {
  Drive drive = section7_drive();
  drive.blocks = 6, drive.pages = 2;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 4; };
  drive.stop = [](std::int64_t, std::int64_t free_blocks, const Around&) {
    return free_blocks >= 2;
  };  // holds from the start
  EXPECT_EQ(run(drive, tie()).collections, 0);
  drive.stop = nullptr;  // `not trigger` alone ends it
  EXPECT_EQ(run(drive, tie()).collections, 1);
  drive.stop = [](std::int64_t, std::int64_t free_blocks, const Around&) {
    return free_blocks >= 4;
  };  // collection.series: goes on though the trigger no longer holds
  EXPECT_EQ(run(drive, tie()).collections, 2);
  drive.stop = [](std::int64_t, std::int64_t, const Around&) { return false; };  // the lack of victims ends it
  EXPECT_FALSE(run(drive, tie()).drive_full);
}

TEST(Oracle, ForcesACollectionBeforeTheProgramThatNeedsIt) {
  Drive drive = section7_drive();
  drive.blocks = 3, drive.pages = 2;
  const std::vector<HostRequest> four{write(0, 0), write(0, 1), write(0, 0), write(0, 1)};
  std::vector<HostRequest> requests = four;
  requests.push_back(write(0, 2));
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.completion[4], 4 * kWrite + kCommand + kErase + kWrite);
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{0, 2}, {1, 3}, {2, 4}}));
  // With a read-modify-write, the read is older than the collection, the program is younger (time.sequence).
  requests = four;
  requests.push_back(write_sector(2'000'000, 0, 0));
  const Time read_end = 2'000'000 + kCommand + kRead + 3 * kSector;
  EXPECT_EQ(run(drive, requests).completion[4], read_end + kCommand + kErase + kWrite);
}

TEST(Oracle, StopsWhenThePlaneIsFull) {
  Drive drive = section7_drive(2);
  drive.blocks = 2, drive.pages = 2;
  // Chip 1 takes two pages; its last block is the reserve, and no page of the first block is invalid.
  const Outcome outcome = run(drive, {write(0, 1), write(0, 3), write(0, 0), write(0, 5)});
  EXPECT_TRUE(outcome.drive_full);
  EXPECT_EQ(outcome.full_plane, 1);
  EXPECT_FALSE(run(drive, {write(0, 1), write(0, 3), write(0, 0)}).drive_full);
}

TEST(Oracle, PreloadsInOrderOfFirstReadWhatIsReadBeforeItIsWritten) {
  Drive drive = section7_drive();
  const Outcome outcome =
      run(drive, {write_sector(0, 2, 0), read(1'000'000, 3), {2'000'000, 4, 8, true}, write_sector(3'000'000, 3, 1)});
  EXPECT_EQ(outcome.preloaded, 2);
  EXPECT_EQ(outcome.host_programs, 2);
  // Page 3 first, then page 1; page 2 was written before. Page 3 counts as wholly written, so the last write reads
  // three sectors.
  EXPECT_EQ(outcome.map, (std::map<std::int64_t, std::int64_t>{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(outcome.completion[3], 3'000'000 + kCommand + kRead + 3 * kSector + kWrite);
  drive.blocks = 2, drive.pages = 2;
  EXPECT_EQ(run(drive, {read(0, 0), read(0, 1), read(0, 2)}).full_plane, 0);
}

TEST(Oracle, NeedsNoFlashForAPageNeverWritten) {
  Drive drive = section7_drive();
  drive.read_unwritten_as_written = false;
  const Outcome outcome = run(drive, {read(10, 0), write_sector(20, 0, 1), read(1'000'000, 0)});
  EXPECT_EQ(outcome.completion,
            (Times{10, 20 + kWrite, 1'000'000 + kWholeRead}));  // once a sector is written, all four are moved
  EXPECT_EQ(outcome.unwritten_reads, 1);
}

TEST(Oracle, AdmitsAsManyRequestsAsTheQueueHolds) {
  Drive drive = section7_drive(3);
  drive.queue = 1;
  EXPECT_EQ(run(drive, {read(0, 0), read(0, 1), read(0, 2)}).completion,
            (Times{kWholeRead, 2 * kWholeRead, 3 * kWholeRead}));
  // Queue 2: the data of the second read are ready at 350 + 20'000. The third is admitted at 71'375, and its command
  // goes first (bus.decision). So the second's data go out from 71'550 to 122'750, and those of the third right after.
  drive.queue = 2;
  EXPECT_EQ(run(drive, {read(0, 0), read(0, 1), read(0, 2)}).completion, (Times{71'375, 122'750, 122'750 + 51'200}));
  // A read served by the controller frees its slot at once, and a request that waits holds back those behind it.
  drive.queue = 1;
  EXPECT_EQ(run(drive, {write(0, 0), read(5, 1), read(6, 1)}).completion,
            (Times{kWrite, kWrite + kWholeRead, kWrite + 2 * kWholeRead}));
  drive.queue = 2;
  EXPECT_EQ(run(drive, {write(0, 0), read(5, 0), write(6, 1)}).completion, (Times{kWrite, 5, 52'975 + kWrite}));
}

TEST(Oracle, MakesEachCompletionCauseAnArrivalInAClosedLoop) {
  const Workload workload{{read(1'000, 0), read(1'000, 1), read(1'000, 2), read(1'000, 3)}, 2};
  const Outcome outcome = simulate(section7_drive(2), workload);
  EXPECT_EQ(outcome.arrival, (Times{0, 0, 72'375, 123'575}));
  // The third gets the bus at 122'575; its data are ready at 142'750. The fourth's command goes at 123'575; its data
  // wait until 193'950.
  EXPECT_EQ(outcome.completion, (Times{71'375, 122'575, 193'950, 245'150}));
}

TEST(Oracle, RefusesWhatTheRulesDoNotCover) {
  EXPECT_THROW(run(section7_drive(), {write(10, 0), write(9, 0)}), std::invalid_argument);
  EXPECT_THROW(run(section7_drive(), {write(0, 1'000)}), std::invalid_argument);
}

Time sum(const std::vector<ByCause>& busy, int cause) {
  return std::accumulate(busy.begin(), busy.end(), Time{0},
                         [&](Time total, const ByCause& part) { return total + part[cause]; });
}

// Random small drives under heavy overwriting: the oracle's own checks (which throw) hold, and the reported numbers add
// up.
TEST(Oracle, ReportsWhatAddsUpOnRandomDrives) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    Drive drive = section7_drive(1 + below(3), 1 + below(2), 1 + below(2));
    drive.blocks = 5, drive.pages = 1 + below(4), drive.command = 175 * below(2), drive.interleave = below(2);
    // Two blocks of data a plane, and never more than two blocks active or free, so one full block always has an
    // invalid page.
    drive.logical_pages = drive.chips * drive.dies * drive.planes * drive.pages * 2;
    drive.queue = below(4), drive.read_modify_write = below(4) > 0, drive.read_unwritten_as_written = below(2);
    const std::int64_t low = below(3);
    drive.trigger = [low](std::int64_t, std::int64_t free_blocks, const Around&) { return free_blocks <= low; };
    Workload workload{{}, below(3)};
    for (int i = 0; i < 600; ++i) {
      const std::int64_t sector = below(drive.logical_pages * 4 - 6);
      workload.requests.push_back(
          {static_cast<Time>(workload.closed > 0 ? 500 : i * 40'000), sector, 1 + below(6), below(3) == 0});
    }
    const Outcome outcome = simulate(drive, workload);
    ASSERT_FALSE(outcome.drive_full) << "seed " << seed;
    EXPECT_EQ(sum(outcome.plane_array, 0), outcome.host_programs * kProgram + outcome.flash_reads * kRead);
    EXPECT_EQ(sum(outcome.plane_array, 1),
              outcome.collection_programs * kProgram + outcome.collection_reads * kRead + outcome.erases * kErase);
    EXPECT_EQ(std::accumulate(outcome.block_erases.begin(), outcome.block_erases.end(), std::int64_t{0}),
              outcome.erases);
    EXPECT_LE(outcome.channel_bus[0][0] + outcome.channel_bus[0][1], outcome.end);
    for (std::size_t i = 0; i < workload.requests.size(); ++i) EXPECT_GE(outcome.completion[i], outcome.arrival[i]);
    EXPECT_GT(outcome.collections, 0);
  }
}

}  // namespace
}  // namespace ssd::oracle
