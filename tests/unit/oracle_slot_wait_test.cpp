// What the oracle says of a write's wait for a slot of the DRAM buffer (account.slot_wait) against timelines derived by
// hand. The drive is the example drive of docs/model.md: command 1, transfer of a page 50, read 20, program 200, erase
// 1000 us. Times are in us.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/unit/oracle_iu_drive.h"
#include "tests/unit/oracle_random_drives.h"

namespace ssd::oracle {
namespace {

HostRequest part(Time arrival, std::int64_t lpn, std::int64_t sector, std::int64_t sectors) {
  return {arrival * kUs, lpn * 4 + sector, sectors, false};
}

// Chips of one channel; consecutive pages go to them in turn.
Drive buffered(std::int64_t slots, Flush flush = Flush::kFull, std::int64_t chips = 1) {
  Drive drive = example_drive(24);
  drive.chips = chips;
  drive.place = [chips](std::int64_t lpn) { return Place{0, lpn % chips, 0, 0}; };
  drive.buffer_slots = slots, drive.buffer_latency = kUs, drive.flush = flush;
  return drive;
}

Time total(const SlotWait& wait) { return wait.unit + wait.collection + wait.channel + wait.transfer + wait.array; }

// Of one request: the buffer part, then unit, collection, channel, transfer, array of the slot wait, in tenths of us.
struct Wait {
  Time buffer = 0, unit = 0, collection = 0, channel = 0, transfer = 0, array = 0;
  friend bool operator==(const Wait&, const Wait&) = default;
};
std::ostream& operator<<(std::ostream& out, const Wait& w) {
  return out << w.buffer << ": unit " << w.unit << ", collection " << w.collection << ", channel " << w.channel
             << ", transfer " << w.transfer << ", array " << w.array;
}
Wait wait_of(const Outcome& outcome, std::size_t request) {
  const SlotWait& w = outcome.slot_wait[request];
  const Time tenth = kUs / 10;
  return {outcome.split[request].buffer / tenth,
          w.unit / tenth,
          w.collection / tenth,
          w.channel / tenth,
          w.transfer / tenth,
          w.array / tenth};
}
// In us.
Wait whole(const Wait& w) {
  return {w.buffer * 10, w.unit * 10, w.collection * 10, w.channel * 10, w.transfer * 10, w.array * 10};
}

// The example of account.slot_wait.
TEST(OracleSlotWait, IsThatOfTheProgramThatLetTheEntryIn) {
  const Outcome outcome = run(buffered(1), {write(0, 0), write(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 352}));
  EXPECT_EQ(wait_of(outcome, 0), Wait{});
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(outcome.split[1].controller, kUs);
}

TEST(OracleSlotWait, BeginsWhenTheWriteIsReady) {
  // It is processed at 110 and has crossed the link at 130. Page 0 is evicted then.
  Drive drive = buffered(1);
  drive.firmware.cores = 1, drive.firmware.write = 10 * kUs;
  drive.link = true, drive.link_numerator = 20 * kUs, drive.link_denominator = 2'048;
  const Outcome outcome = run(drive, {write(0, 0), write(100, 1)});
  EXPECT_EQ(completions(outcome), (Times{31, 382}));
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(outcome.split[1].firmware, 10 * kUs);
  EXPECT_EQ(outcome.split[1].link, 20 * kUs);
}

TEST(OracleSlotWait, IsTheLastPartOfAProgramThatWasThereBefore) {
  // Page 0 is flushed from 0 to 251, and is a clean victim then.
  const auto waits = [](Time arrival) {
    const Outcome outcome = run(buffered(1, Flush::kEager), {write(0, 0), write(arrival, 1)});
    EXPECT_EQ(outcome.evictions, 0);
    EXPECT_EQ(completions(outcome), (Times{1, 252}));
    return wait_of(outcome, 1);
  };
  EXPECT_EQ(waits(20), whole({.buffer = 231, .transfer = 31, .array = 200}));
  EXPECT_EQ(waits(100), whole({.buffer = 151, .array = 151}));
  EXPECT_EQ(waits(220), whole({.buffer = 31, .array = 31}));
}

TEST(OracleSlotWait, IsThatOfTheLastProgramInALine) {
  // Pages 0 and 1 are evicted at 10; the program of page 1 waits for the unit from 10 to 261. When page 2 becomes
  // resident, at 261, it is evicted for page 4: its program waits from 261 to 512 and ends at 763. Page 4 waits from
  // 100 to 261 for others to leave first.
  const Outcome outcome = run(buffered(2), {write(0, 0), write(0, 1), write(10, 2), write(10, 3), write(100, 4)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 262, 513, 764}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 3), whole({.buffer = 502, .unit = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 4), whole({.buffer = 663, .unit = 251, .transfer = 51, .array = 200}));
}

TEST(OracleSlotWait, HasTheWaitForTheBus) {
  // The data of page 2 have the bus from 21 to 71. Page 1 is evicted at 30, to the other chip.
  const Outcome outcome = run(buffered(1, Flush::kFull, 2), {read(0, 2), write(0, 1), write(30, 3)});
  EXPECT_EQ(completions(outcome), (Times{71, 1, 323}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 292, .channel = 41, .transfer = 51, .array = 200}));
}

TEST(OracleSlotWait, HasTheCollectionsThatTheProgramWaitsFor) {
  // Five blocks of two pages. The writes at 1000 to 4000 each evict the page before. The last of them leaves six free
  // pages at 4000, and the collection of block 0, which has no valid page, is an erase from 4251 to 5252.
  Drive drive = buffered(1);
  drive.blocks = 5, drive.pages = 2, drive.logical_pages = 4;
  drive.trigger = [](std::int64_t free_pages, std::int64_t, const Around&) { return free_pages <= 6; };
  const Outcome outcome =
      run(drive, {write(0, 0), write(1'000, 1), write(2'000, 0), write(3'000, 1), write(4'000, 0), write(4'300, 1)});
  EXPECT_EQ(outcome.collections, 1);
  EXPECT_EQ(wait_of(outcome, 4), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 5), whole({.buffer = 1'203, .collection = 952, .transfer = 51, .array = 200}));
  // Of a write that is ready at 4400 the collection is clipped, because it comes last.
  const Outcome later = run(drive, {write(0, 0), write(1'000, 1), write(2'000, 0), write(3'000, 1), write(4'000, 0),
                                    write(4'300, 1), part(4'400, 1, 0, 1)});
  EXPECT_EQ(wait_of(later, 6), whole({.buffer = 1'103, .collection = 852, .transfer = 51, .array = 200}));
}

TEST(OracleSlotWait, HasTheReadModifyWriteOfAnEviction) {
  // Page 0 comes back with one sector. At 2000 it is evicted: its read ends at 2058.5, its data arrive at 2063.5, and
  // its program ends at 2314.5. ECC is no flash.
  Drive drive = buffered(1);
  drive.ecc = 5 * kUs;
  const Outcome outcome = run(drive, {write(0, 0), write(300, 1), part(1'000, 0, 0, 1), write(2'000, 2)});
  EXPECT_EQ(outcome.completion.back(), 2'315'500);
  EXPECT_EQ(wait_of(outcome, 3), (Wait{.buffer = 3'145, .transfer = 895, .array = 2'200}));
}

TEST(OracleSlotWait, TakesTheArraysFirst) {
  // Page 0 is flushed again at 600, with its read, until 914.5. Of the last 210 the program's array phase is 200, but
  // the arrays have 220.
  Drive drive = buffered(1, Flush::kEager);
  drive.ecc = 5 * kUs;
  std::vector<HostRequest> requests{write(0, 0), write(300, 1), part(600, 0, 0, 1), write(0, 2)};
  requests.back().arrival = 704'500;
  const Outcome outcome = run(drive, requests);
  EXPECT_EQ(outcome.evictions, 0);
  EXPECT_EQ(outcome.completion.back(), 915'500);
  EXPECT_EQ(wait_of(outcome, 3), whole({.buffer = 210, .array = 210}));
}

TEST(OracleSlotWait, IsOfEachWriteThatWaitsForTheEntry) {
  // Page 0 is evicted at 10 and ends at 261; the second write joins the entry that waits.
  const Outcome outcome = run(buffered(1), {write(0, 0), part(10, 1, 0, 1), part(100, 1, 1, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 262, 262}));
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 161, .array = 161}));
}

TEST(OracleSlotWait, IsThatOfThePageOfTheSplit) {
  // Page 1 is resident at 351, is evicted at once, and page 2 takes its slot at 602.
  const Outcome outcome = run(buffered(1), {write(0, 0), write(100, 1, 2)});
  EXPECT_EQ(completions(outcome), (Times{1, 603}));
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 502, .transfer = 51, .array = 200}));
}

TEST(OracleSlotWait, IsNotKnownBehindATrim) {
  // The trim frees the slot of page 0, whose program ends at 251.
  const Outcome outcome = run(buffered(1, Flush::kEager), {write(0, 0), write(50, 1), trim(100, 0)});
  EXPECT_EQ(completions(outcome), (Times{1, 101, 100}));
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 50}));
  EXPECT_EQ(wait_of(outcome, 2), Wait{});
}

TEST(OracleSlotWait, IsNotKnownBehindAHit) {
  // The second example of buffer.write: the read at 340 makes page 2 the least recent, which is clean.
  const Outcome outcome = run(buffered(3, Flush::kEager),
                              {write(0, 2), write(300, 0), write(310, 1), read(320, 2), write(330, 3), read(340, 1)});
  EXPECT_EQ(completions(outcome), (Times{1, 301, 311, 321, 341, 341}));
  EXPECT_EQ(wait_of(outcome, 4), whole({.buffer = 10}));
}

TEST(OracleSlotWait, IsNothingForReadsOfWhatIsReadAhead) {
  // The example of buffer.readahead. Page 2 is read ahead from 171 to 242.
  Drive drive = buffered(4);
  drive.readahead_trigger = drive.readahead_pages = 2, drive.logical_pages = 3;
  const Outcome outcome = run(drive, {read(0, 0), read(100, 1), read(200, 2), read(400, 2)});
  EXPECT_EQ(completions(outcome), (Times{71, 171, 243, 401}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 42}));
  EXPECT_EQ(outcome.split[2].controller, kUs);
  EXPECT_EQ(wait_of(outcome, 3), Wait{});
}

TEST(OracleSlotWait, IsKeptOfAWarmUp) {
  const Flow warm_up{.requests = {write(0, 0), write(100, 1)}, .phase = Phase{.counted = false}};
  const Flow counted{.requests = {write(0, 2)}, .phase = Phase{}};
  const Outcome outcome = simulate(buffered(1), {.requests = {}, .flows = {warm_up, counted}});
  EXPECT_EQ(completions(outcome), (Times{1, 352, 352 + 252}));
  EXPECT_EQ(wait_of(outcome, 1), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 251, .transfer = 51, .array = 200}));
}

// Two slots for units of half a page. LPN 0 is evicted at 10, and takes LPN 1 with it; both slots are free at 261.
TEST(OracleSlotWait, IsThatOfOneProgramForSeveralEntries) {
  const Outcome outcome = run(with_units(2, Flush::kFull),
                              {units_written(0, 0), units_written(0, 1), units_written(10, 2), units_written(20, 3)});
  EXPECT_EQ(completions(outcome), (Times{1, 1, 262, 262}));
  EXPECT_EQ(wait_of(outcome, 2), whole({.buffer = 251, .transfer = 51, .array = 200}));
  EXPECT_EQ(wait_of(outcome, 3), whole({.buffer = 241, .transfer = 41, .array = 200}));
}

// LPN 0 and 5 are preloaded, in two flash pages of one plane, and then written by halves, in this order or the other.
// The one that was written first is evicted at 100, and takes the other one with it. Each read moves one sector:
// 1 + 20 + 12.5. The first one ends at 133.5, the second one at 167, and the program at 418.
TEST(OracleSlotWait, HasTheReadOfTheFirstUnitOnly) {
  for (const bool both : {true, false}) {
    std::vector<HostRequest> requests{half_written(0, 5), half_written(0, 0), units_written(100, 8)};
    if (!both) requests[0] = units_written(0, 5);
    const Outcome outcome = run(filled(2, Flush::kFull), requests);
    EXPECT_EQ(outcome.rmw_reads, both ? 2 : 1);
    // The first unit has its data at 133.5, or at 100 if it was written whole, and waits for those of the other one.
    EXPECT_EQ(wait_of(outcome, 2), both ? (Wait{.buffer = 3'180, .unit = 335, .transfer = 135 + 510, .array = 2'200})
                                        : (Wait{.buffer = 2'845, .unit = 335, .transfer = 510, .array = 2'000}));
  }
}

// The writes of random drives whose wait for a slot is known at least in part, and the sum of that.
struct Known {
  std::int64_t requests = 0;
  Time unit = 0, collection = 0, channel = 0, transfer = 0, array = 0;
};

void add_up(const Outcome& outcome, const Workload& workload, Known& known) {
  for (std::size_t i = 0; i < outcome.slot_wait.size(); ++i) {
    const SlotWait& w = outcome.slot_wait[i];
    if (outcome.completion[i] == kNotComplete) continue;
    EXPECT_LE(total(w), outcome.split[i].buffer);
    const HostRequest& request = workload.requests[i];
    EXPECT_TRUE(total(w) == 0 || (!request.is_read && !request.is_trim));
    known.requests += total(w) > 0;
    known.unit += w.unit, known.collection += w.collection, known.channel += w.channel;
    known.transfer += w.transfer, known.array += w.array;
  }
}

TEST(OracleSlotWait, IsNoMoreThanTheWait) {
  Known known;
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed), for_host(5000 + seed);
    Drive drive = random_drive(dice);
    choose_collection(dice, drive);
    choose_host(for_host, drive);
    drive.buffer_slots = 1 + for_host.below(3), drive.write_back = true;
    const Workload workload = random_workload(dice, drive);
    const Outcome outcome = simulate(drive, workload);
    if (!outcome.drive_full) add_up(outcome, workload, known);
  }
  EXPECT_GT(known.requests, 1'000);
  for (const Time part : {known.unit, known.collection, known.channel, known.transfer, known.array}) EXPECT_GT(part, 0);
}

}  // namespace
}  // namespace ssd::oracle
