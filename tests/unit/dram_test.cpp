// Timelines of the controller's DRAM, worked out by hand from docs/model.md (host.dram). At 204.8MB/s a page takes 10
// us, and an entry of the map of 2KiB as much. The times of the drive are in timelines.h.
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

const std::string kOnlyData = "dram { rate: 204.8MB/s entry: 0B }", kBoth = "dram { rate: 204.8MB/s entry: 2KiB }";

Time controller(const run::Outcome& outcome, u64 request) {
  return outcome.splits[request][static_cast<u32>(Part::kController)] / kUs;
}

Shape with_buffer(const std::string& buffer, const std::string& host) {
  Shape shape = buffered(buffer);
  shape.sections += " host { " + host + " }";
  return shape;
}

Shape two_chips(const std::string& host) { return {.chips = 2, .sections = "host { " + host + " }"}; }

Request sectors(Direction direction, Time us, u64 sector, u32 count) {
  return {.arrival = us * kUs, .sector = sector, .sectors = count, .direction = direction};
}

// The example of the rule. The write's data until 10; the flush's until 20, and its program until 271; the read asks
// for nothing at 15 and waits until 20, and then for its data until 30.
TEST(Dram, IsOnePipe) {
  const auto outcome = run(with_buffer("size: 4KiB flush: eager", kOnlyData), {write(0, 0), read(15, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{11, 31}));
  EXPECT_EQ(controller(outcome, 0), 11U);
  EXPECT_EQ(controller(outcome, 1), 16U);
  EXPECT_EQ(outcome.results.clock, 271 * kUs);
}

// One after the other: entries until 10 and 20. The bus has the data of the first read from 31 to 81.
TEST(Dram, LooksUpEachRead) {
  const auto apart = run(two_chips(kBoth), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(apart.completions), (Times{81, 131}));
  EXPECT_EQ(controller(apart, 0), 10U);
  EXPECT_EQ(controller(apart, 1), 20U);
}

// Two entries in one access, and both pages are ready at its end: the second chip has its command from 21 to 22, and
// its data wait for those of the first, until 91.
TEST(Dram, LooksUpThePagesOfAReadTogether) {
  const auto together = run(two_chips(kBoth), {pages(Direction::kRead, 0, 0, 2)});
  EXPECT_EQ(in_us(together.completions), (Times{141}));
}

// Pages of a write one by one, at 10 and at 20; the second program has the bus from 61 on. The trim takes no time.
TEST(Dram, LooksUpThePagesOfAWriteOneByOne) {
  const auto outcome = run(two_chips(kBoth), {write(0, 0, 2), pages(Direction::kTrim, 0, 3)});
  EXPECT_EQ(in_us(outcome.completions), (Times{312, 0}));
}

// The write of a sector has its entry at 1010; the read of the three old sectors, 1 + 20 + 37.5, is ready then, and its
// data pass by.
TEST(Dram, LetsDataOfTheFlashPassBy) {
  const auto outcome =
      run({.sections = "host { " + kBoth + " }"}, {write(0, 0), sectors(Direction::kWrite, 1000, 0, 1)});
  EXPECT_EQ(outcome.completions, (Times{261 * kUs, (1010 + 251) * kUs + 58'500}));
}

// The program has the page until 261. The read has its entry at 110, and the data of the program at 120.
TEST(Dram, GivesDataThatAreNotYetProgrammed) {
  const auto outcome = run({.sections = "host { " + kBoth + " }"}, {write(0, 0), read(100, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{261, 121}));
  EXPECT_EQ(controller(outcome, 1), 21U);
}

// Entry and data of the first write until 20, of the second until 40; the flush of the first asks at 20 and gets its
// data from 40 to 50, the flush of the second asks at 40: until 60. Programs: 50 to 301, and on the bus from 101 to
// 352.
TEST(Dram, ServesInTheOrderOfAsking) {
  Shape shape = with_buffer("size: 8KiB flush: eager", kBoth);
  shape.chips = 2;
  const auto outcome = run(shape, {write(0, 0), write(5, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{21, 41}));
  EXPECT_EQ(outcome.results.clock, 352 * kUs);
}

// The write has crossed the link at 20; the read has asked for its entry at 15, so the write's is there at 35: its
// program has the bus until 86, and ends at 286. The data of the read have it until 136, and the link until 156.
TEST(Dram, IsAskedBehindTheLink) {
  const auto outcome = run(two_chips(kBoth + " link: 102.4MB/s"), {write(0, 0), read(15, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{286, 156}));
}

// The core is through at 30 and at 60, and the entries are there at 40 and at 70. The bus is free for the command of
// the second read at 111.
TEST(Dram, IsAskedBehindTheFirmware) {
  const auto outcome = run(two_chips(kBoth + " firmware { cores: 1 read: 30us }"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{111, 182}));
  EXPECT_EQ(controller(outcome, 1), 10U);
}

// One slot. The write of a sector takes 2.5. At 210 the second page has arrived, and the sector is evicted: until
// 212.5, then the read of the other three, 58.5, and the program, 251, until 522.
TEST(Dram, HasTheSectorsOfAnEviction) {
  const auto outcome = run(with_buffer("size: 2KiB flush: full", kOnlyData),
                           {read(0, 0), sectors(Direction::kWrite, 100, 0, 1), write(200, 1)});
  EXPECT_EQ(outcome.completions, (Times{71 * kUs, 103'500, 523 * kUs}));
}

// Units of half a page: 5 each. Both are in the buffer at 10, and their program asks for each by itself: 10 to 15 to
// 20, and 251.
TEST(Dram, HasTheUnitsOfAProgram) {
  Shape shape = with_buffer("size: 4KiB flush: eager", kOnlyData);
  shape.placement = "write_order";
  shape.sections += " ftl { unit: 1KiB }";
  const auto outcome = run(shape, {write(0, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{11}));
  EXPECT_EQ(outcome.results.clock, 271 * kUs);
}

// Two units of a page that exists: two entries of 10, and one read of the flash.
TEST(Dram, LooksUpEachUnit) {
  Shape shape = with_buffer("size: 4KiB", kBoth);
  shape.placement = "write_order";
  shape.sections += " ftl { unit: 1KiB }";
  const auto outcome = run(shape, {read(0, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{91}));
  EXPECT_EQ(outcome.results.flash.host_reads, 1U);
}

// Page 2 is read ahead behind page 1, until 171 + 71. The read that waits for it has its data 10 later.
TEST(Dram, GivesAPageThatWasReadAhead) {
  const auto outcome = run(with_buffer("size: 8KiB flush: full readahead { trigger: 2 pages: 2 }", kOnlyData),
                           {read(0, 0), read(100, 1), read(200, 2)});
  EXPECT_EQ(in_us(outcome.completions), (Times{71, 171, 253}));
}

// Blocks endure one erase. The entry and the data of the eighth write are there at 35025, and the page that leaves its
// slot for it finds no page: the life ends, and no access follows. The read, which was admitted before, has its entry
// at 35036 and its data, from the buffer, at 35046.
TEST(Dram, IsNotAskedForAProgramThatFindsNoPage) {
  Shape shape = with_buffer("size: 2KiB flush: full", kBoth + " command: 5us");
  shape.blocks = 4;
  shape.pages = 2;
  shape.logical = "4KiB";
  shape.part = "endurance: 1";
  std::vector<Request> requests;
  for (u64 i = 0; i < 8; ++i) requests.push_back(write(5000 * i, i % 2));
  requests.push_back(read(35'021, 1));
  run::Options options;
  options.keep_times = true;
  options.pass = Pass::kWhole;
  const auto outcome = run::run(drive(shape), generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(outcome.status, Status::kEndOfLife);
  EXPECT_EQ(outcome.completions[7], kNever);
  EXPECT_EQ(outcome.completions[8], 35'047 * kUs);
}

// An entry of four bytes takes 4/3 ns, and so 2; the entries of two pages 8/3, and so 3.
TEST(Dram, RoundsEachAccessUp) {
  const std::string dram = "host { dram { rate: 3GB/s entry: 4B } }";
  EXPECT_EQ(run({.sections = dram}, {read(0, 0)}).completions, (Times{71'002}));
  EXPECT_EQ(run({.sections = dram}, {pages(Direction::kRead, 0, 0, 2)}).completions, (Times{142'003}));
}

}  // namespace
}  // namespace ssd::timeline
