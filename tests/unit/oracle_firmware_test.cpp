// The oracle's firmware (host.firmware) against timelines derived by hand, and against `host.command` on random drives.
// The drive is the example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200 us. Times are
// in us.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>

#include "tests/unit/oracle_example_drive.h"
#include "tests/unit/oracle_random_drives.h"

namespace ssd::oracle {
namespace {

using Parts = std::map<std::string, Time>;

// Those that are not 0, in us.
Parts parts_of(const Split& s) {
  Parts parts{{"queue", s.queue},          {"firmware", s.firmware}, {"link", s.link},
              {"buffer", s.buffer},        {"unit", s.unit},         {"channel", s.channel},
              {"transfer", s.transfer},    {"array", s.array},       {"collection", s.collection},
              {"controller", s.controller}};
  std::erase_if(parts, [](const auto& part) { return part.second == 0; });
  for (auto& [name, time] : parts) time /= kUs;
  return parts;
}

// Chips of one channel; consecutive pages go to them in turn.
Drive with_cores(std::int64_t cores, std::int64_t chips = 1) {
  Drive drive = example_drive(24);
  drive.chips = chips;
  drive.place = [chips](std::int64_t lpn) { return Place{0, lpn % chips, 0, 0}; };
  drive.firmware.cores = cores;
  return drive;
}

// Reads find nothing, so they are complete when they are processed.
Drive of_nothing(std::int64_t cores) {
  Drive drive = with_cores(cores);
  drive.read_unwritten_as_written = false;
  return drive;
}

// The example of host.firmware.
TEST(OracleFirmware, TakesTheRequestsInOrder) {
  Drive drive = with_cores(1, 2);
  drive.firmware.read = 30 * kUs;
  const Outcome one = run(drive, {read(0, 0), read(0, 1)});
  EXPECT_EQ(completions(one), (Times{101, 172}));
  EXPECT_EQ(parts_of(one.split[0]), (Parts{{"firmware", 30}, {"transfer", 51}, {"array", 20}}));
  EXPECT_EQ(parts_of(one.split[1]), (Parts{{"firmware", 60}, {"channel", 41}, {"transfer", 51}, {"array", 20}}));
  drive.firmware.cores = 2;
  const Outcome two = run(drive, {read(0, 0), read(0, 1)});
  EXPECT_EQ(completions(two), (Times{101, 151}));
  // It waits for the bus from 30 to 31, and with its data from 52 to 101.
  EXPECT_EQ(parts_of(two.split[1]), (Parts{{"firmware", 30}, {"channel", 50}, {"transfer", 51}, {"array", 20}}));
}

TEST(OracleFirmware, GivesARequestToTheCoreThatIsFreeFirst) {
  Drive drive = of_nothing(2);
  drive.firmware.read = drive.firmware.per_page = 10 * kUs;
  // The three pages of the first request keep one core until 40. The other one takes the second request until 20, and
  // the third until 40. The fourth takes a core at 40. At 70 both are free.
  const std::vector<HostRequest> requests{read(0, 0, 3), read(0, 3), read(0, 4), read(0, 5), read(70, 6, 2)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{40, 20, 40, 60, 100}));
  EXPECT_EQ(parts_of(outcome.split[3]), (Parts{{"firmware", 60}}));
  drive.firmware.cores = 1;
  EXPECT_EQ(completions(run(drive, requests)), (Times{40, 60, 80, 100, 130}));
}

TEST(OracleFirmware, CountsThePagesThatARequestTouches) {
  // Five sectors from the last one of page 0 on lie in three pages.
  Drive drive = of_nothing(1);
  drive.firmware.per_page = 10 * kUs;
  EXPECT_EQ(completions(run(drive, {{0, 3, 6, true}, {0, 4, 4, true}})), (Times{30, 40}));
}

TEST(OracleFirmware, BoundsWhatTheDriveCompletes) {
  Drive drive = of_nothing(2);
  drive.firmware.read = 10 * kUs;
  EXPECT_EQ(completions(run(drive, std::vector(7, read(0, 0)))), (Times{10, 10, 20, 20, 30, 30, 40}));
}

TEST(OracleFirmware, BeginsWithTheAdmission) {
  Drive drive = of_nothing(3);
  drive.firmware.read = 10 * kUs, drive.queue = 1;
  const Outcome outcome = run(drive, std::vector(3, read(0, 0)));
  EXPECT_EQ(completions(outcome), (Times{10, 20, 30}));
  EXPECT_EQ(parts_of(outcome.split[2]), (Parts{{"queue", 20}, {"firmware", 10}}));
}

TEST(OracleFirmware, LetsTheCommandDelayAnyNumberOfRequestsAtOnce) {
  Drive drive = of_nothing(1);
  drive.firmware.read = 10 * kUs, drive.host_command = 25 * kUs;
  const Outcome outcome = run(drive, std::vector(3, read(0, 0)));
  EXPECT_EQ(completions(outcome), (Times{35, 45, 55}));
  EXPECT_EQ(parts_of(outcome.split[2]), (Parts{{"firmware", 30}, {"controller", 25}}));
}

TEST(OracleFirmware, HasATimeOfItsOwnForEachDirection) {
  Drive drive = of_nothing(3);
  drive.firmware = {3, 10 * kUs, 20 * kUs, 30 * kUs, 0};
  const Outcome outcome = run(drive, {read(0, 0), write(0, 1), trim(0, 2)});
  EXPECT_EQ(completions(outcome), (Times{10, 20 + 251, 30}));
  EXPECT_EQ(parts_of(outcome.split[1]), (Parts{{"firmware", 20}, {"transfer", 51}, {"array", 200}}));
}

TEST(OracleFirmware, TakesATrimForOnePageOperation) {
  Drive drive = with_cores(1);
  drive.firmware.trim = 7 * kUs, drive.firmware.per_page = 5 * kUs, drive.host_command = 3 * kUs;
  const Outcome outcome = run(drive, {{0, 0, 12, false, true}});
  EXPECT_EQ(completions(outcome), (Times{15}));
  EXPECT_EQ(parts_of(outcome.split[0]), (Parts{{"firmware", 12}, {"controller", 3}}));
}

TEST(OracleFirmware, DecidesAtAdmissionWhatIsDecidedThen) {
  // The data are trimmed at 10, before the trim is processed, and before the read is. Placed at admission the read has
  // found its page.
  Drive drive = with_cores(1);
  drive.firmware.read = drive.firmware.trim = 30 * kUs;
  EXPECT_EQ(completions(run(drive, {read(0, 0), trim(10, 0)})), (Times{101, 60}));
  drive.preempt_page = true;
  EXPECT_EQ(completions(run(drive, {read(0, 0), trim(10, 0)})), (Times{30, 60}));
}

TEST(OracleFirmware, LetsALaterRequestBeReadyFirst) {
  // The write of two pages is processed at 50, the other one at 30. Page 2 has chip 2 for itself and the bus until 81.
  // Page 3 stands behind page 0 in the queue of chip 0, whose program ends at 301.
  Drive drive = with_cores(2, 3);
  drive.firmware.write = 10 * kUs, drive.firmware.per_page = 20 * kUs;
  const Outcome apart = run(drive, {write(0, 0, 2), write(0, 2)});
  EXPECT_EQ(completions(apart), (Times{81 + 2 * 51 + 200, 30 + 251}));
  const Outcome behind = run(drive, {write(0, 0, 2), write(0, 3)});
  EXPECT_EQ(completions(behind), (Times{50 + 51 + 251, 50 + 2 * 251}));
}

TEST(OracleFirmware, LetsRequestsCrossInTheOrderOfTheirAdmission) {
  // Pages 0 and 1 cross from 50 to 70 and to 90, page 2 until 110, though it is processed at 30. Three channels.
  Drive drive = with_cores(2);
  drive.channels = 3;
  drive.place = [](std::int64_t lpn) { return Place{lpn % 3, 0, 0, 0}; };
  drive.firmware.write = 10 * kUs, drive.firmware.per_page = 20 * kUs;
  drive.link = true, drive.link_numerator = 20 * kUs, drive.link_denominator = 2'048;
  const std::vector<HostRequest> requests{write(0, 0, 2), write(0, 2)};
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(completions(outcome), (Times{90 + 251, 110 + 251}));
  EXPECT_EQ(parts_of(outcome.split[0]), (Parts{{"firmware", 50}, {"link", 40}, {"transfer", 51}, {"array", 200}}));
  EXPECT_EQ(parts_of(outcome.split[1]), (Parts{{"firmware", 30}, {"link", 80}, {"transfer", 51}, {"array", 200}}));
  drive.host_command = 5 * kUs;
  const Outcome later = run(drive, requests);
  EXPECT_EQ(completions(later), (Times{95 + 251, 115 + 251}));
  EXPECT_EQ(later.split[1].controller, 5 * kUs);
}

TEST(OracleFirmware, ComesBeforeAReadModifyWrite) {
  // The second write covers one sector: the read moves three, in 37.5.
  Drive drive = with_cores(1);
  drive.firmware.write = 10 * kUs;
  const Outcome outcome = run(drive, {write(0, 0), {1'000 * kUs, 0, 1, false}});
  EXPECT_EQ(outcome.completion, (Times{261 * kUs, 1'319'500}));
}

TEST(OracleFirmware, DelaysAReadaheadAsItsRead) {
  // The example of buffer.readahead, 10 later: page 2 is read ahead from 181 to 252, and the third read waits from 210
  // on.
  Drive drive = with_cores(1);
  drive.firmware.read = 10 * kUs;
  drive.buffer_slots = 4, drive.buffer_latency = kUs, drive.readahead_trigger = drive.readahead_pages = 2;
  drive.logical_pages = 3;
  const Outcome outcome = run(drive, {read(0, 0), read(100, 1), read(200, 2), read(400, 2)});
  EXPECT_EQ(completions(outcome), (Times{81, 181, 253, 411}));
  EXPECT_EQ(outcome.end, 252 * kUs);
  EXPECT_EQ(outcome.readaheads, 1);
  EXPECT_EQ(parts_of(outcome.split[2]), (Parts{{"firmware", 10}, {"buffer", 42}, {"controller", 1}}));
}

TEST(OracleFirmware, HasCores) {
  Drive drive = with_cores(-1);
  EXPECT_THROW(run(drive, {read(0, 0)}), std::invalid_argument);
}

void expect_same_splits(const Outcome& cores, const Outcome& command) {
  for (std::size_t i = 0; i < cores.split.size(); ++i) {
    Parts one = parts_of(cores.split[i]), other = parts_of(command.split[i]);
    EXPECT_EQ(cores.split[i].firmware + cores.split[i].controller, command.split[i].controller);
    EXPECT_EQ(command.split[i].firmware, 0);
    for (Parts* parts : {&one, &other}) parts->erase("firmware"), parts->erase("controller");
    EXPECT_EQ(one, other);
    EXPECT_EQ(cores.slot_wait[i].array, command.slot_wait[i].array);
  }
}

// host.firmware: with as many cores as there are requests it is a longer `host.command`.
TEST(OracleFirmware, IsTheCommandIfThereAreCoresForAll) {
  std::int64_t compared = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed), for_host(3000 + seed);
    Drive drive = random_drive(dice);
    choose_collection(dice, drive);
    choose_host(for_host, drive);
    const Workload workload = random_workload(dice, drive);
    const Time once = 1'000 * (1 + static_cast<Time>(for_host.below(90)));
    drive.firmware = {std::ssize(workload.requests), once, once, once, 0};
    const Outcome cores = simulate(drive, workload);
    drive.firmware = {};
    drive.host_command += once;
    const Outcome command = simulate(drive, workload);
    ASSERT_EQ(cores.drive_full, command.drive_full);
    EXPECT_EQ(cores.completion, command.completion);
    EXPECT_EQ(cores.snapshot, command.snapshot);
    EXPECT_EQ(cores.end, command.end);
    expect_same_splits(cores, command);
    compared += !cores.drive_full;
  }
  EXPECT_GT(compared, 40);
}

// The parts of each response time, and what can be in them.
TEST(OracleFirmware, HasPartsThatSumToTheResponseTime) {
  Split seen;
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed), for_host(4000 + seed);
    Drive drive = random_drive(dice);
    choose_collection(dice, drive);
    choose_host(for_host, drive);
    const Outcome outcome = simulate(drive, random_workload(dice, drive));
    for (std::size_t i = 0; i < outcome.split.size(); ++i) {
      const Split& s = outcome.split[i];
      if (outcome.completion[i] == kNotComplete) continue;
      EXPECT_EQ(s.queue + s.firmware + s.link + s.buffer + s.unit + s.collection + s.channel + s.transfer + s.array +
                    s.controller,
                outcome.completion[i] - outcome.arrival[i]);
      EXPECT_TRUE(drive.firmware.cores > 0 || s.firmware == 0);
      EXPECT_TRUE(drive.link || drive.link_request > 0 || s.link == 0);
      EXPECT_TRUE(drive.buffer_slots > 0 || s.buffer == 0);
      seen.firmware += s.firmware, seen.link += s.link, seen.buffer += s.buffer, seen.controller += s.controller;
    }
  }
  for (const Time part : {seen.firmware, seen.link, seen.buffer, seen.controller}) EXPECT_GT(part, 0);
}

}  // namespace
}  // namespace ssd::oracle
