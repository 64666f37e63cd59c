// The firmware's cores (host.firmware), and what a write waited for that waited for a slot of the buffer
// (account.slot_wait): timelines worked out by hand, and what must equal what. The times of the drive are in
// timelines.h.
#include "tests/unit/sema_texts.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

using Split = std::array<Time, kParts>;

Time part(const Split& split, Part which) { return split[static_cast<u32>(which)] / kUs; }

// Two chips behind one bus, with a firmware.
Shape two_chips(const std::string& firmware, const std::string& more = "") {
  return {.chips = 2, .sections = "host { firmware { " + firmware + " } " + more + " }"};
}

// One core takes one request after the other: at 30 and at 60. The bus is free for the second read at 101.
TEST(Firmware, TakesTheRequestsInOrder) {
  const auto one = run(two_chips("cores: 1 read: 30us"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(one.completions), (Times{101, 172}));
  EXPECT_EQ(part(one.splits[0], Part::kFirmware), 30U);
  EXPECT_EQ(part(one.splits[1], Part::kFirmware), 60U);
  EXPECT_EQ(part(one.splits[1], Part::kChannel), 41U);
  const auto two = run(two_chips("cores: 2 read: 30us"), {read(0, 0), read(0, 1)});
  EXPECT_EQ(in_us(two.completions), (Times{101, 151}));
}

// The trim takes its own time, and each page of the write 5 more: 40 + 2 x 5, then 7 + 5.
TEST(Firmware, TakesTimeByDirectionAndByPage) {
  const auto outcome =
      run(two_chips("read: 30us write: 40us trim: 7us per_page: 5us"), {write(0, 0, 2), pages(Direction::kTrim, 0, 3)});
  EXPECT_EQ(part(outcome.splits[0], Part::kFirmware), 50U);
  EXPECT_EQ(in_us(outcome.completions)[1], 62U);
  EXPECT_EQ(part(outcome.splits[1], Part::kFirmware), 62U);
}

// On two cores a short request overtakes a long one. On the link, which takes 20 a page, it does not.
TEST(Firmware, AShortRequestPassesALongOne) {
  const std::vector<Request> both{write(0, 0), pages(Direction::kTrim, 0, 3), read(0, 1)};
  const auto free = run(two_chips("cores: 2 write: 100us read: 10us trim: 1us"), both);
  EXPECT_EQ(in_us(free.completions), (Times{351, 1, 82}));
  const std::vector<Request> writes{write(0, 0), pages(Direction::kTrim, 0, 3), write(0, 1)};
  const auto link = run(two_chips("cores: 2 write: 100us trim: 1us", "link: 102.4MB/s"), writes);
  EXPECT_EQ(part(link.splits[0], Part::kLink), 20U);
  EXPECT_EQ(part(link.splits[2], Part::kFirmware), 101U);
  EXPECT_EQ(part(link.splits[2], Part::kLink), 39U);
}

// A command takes 3 more, beside the core's 30.
TEST(Firmware, DelaysBesideTheCommand) {
  const auto outcome = run(two_chips("read: 30us", "command: 3us"), {read(0, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{104}));
  EXPECT_EQ(part(outcome.splits[0], Part::kController), 3U);
}

// With a core for each request that can be in the drive, the firmware is a longer `command`.
TEST(Firmware, OfEnoughCoresIsACommand) {
  std::vector<Request> requests;
  for (u64 i = 0; i < 40; ++i)
    requests.push_back(pages(i % 3 == 0 ? Direction::kWrite : Direction::kRead, i * 17, i % 5, 1 + i % 2));
  const auto cores = run(two_chips("cores: 4 read: 25us write: 25us trim: 25us", "queue: 4"), requests);
  const auto command = run({.chips = 2, .sections = "host { command: 25us queue: 4 }"}, requests);
  EXPECT_EQ(cores.completions, command.completions);
}

// The example of account.slot_wait: page 0 is evicted at 100, on the bus until 151, in the array until 351.
TEST(SlotWait, IsThatOfTheProgramThatLetTheEntryIn) {
  const Shape shape{.sections = "buffer { size: 2KiB latency: 1us flush: full }"};
  const auto outcome = run(shape, {write(0, 0), write(100, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 352}));
  const Split& split = outcome.splits[1];
  EXPECT_EQ(part(split, Part::kBuffer), 251U);
  EXPECT_EQ(part(split, Part::kController), 1U);
  EXPECT_EQ(part(split, Part::kArray), 0U);
  EXPECT_EQ(part(split, Part::kSlotTransfer), 51U);
  EXPECT_EQ(part(split, Part::kSlotArray), 200U);
}

// An eager flush of page 0 runs from 0 to 251; page 1 comes at 100 and has the end of it: 151, all in the array.
TEST(SlotWait, HasTheLastPartOfAProgramThatBeganBefore) {
  const Shape shape{.sections = "buffer { size: 2KiB latency: 1us flush: eager }"};
  const auto outcome = run(shape, {write(0, 0), write(100, 1)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 252}));
  EXPECT_EQ(part(outcome.splits[1], Part::kBuffer), 151U);
  EXPECT_EQ(part(outcome.splits[1], Part::kSlotArray), 151U);
  EXPECT_EQ(part(outcome.splits[1], Part::kSlotTransfer), 0U);
}

// A trim empties the slot at 200: page 1 is resident then, and no program let it in.
TEST(SlotWait, IsNothingAfterATrim) {
  const Shape shape{.sections = "buffer { size: 2KiB latency: 1us flush: eager }"};
  const auto outcome = run(shape, {write(0, 0), write(100, 1), pages(Direction::kTrim, 200, 0)});
  EXPECT_EQ(in_us(outcome.completions), (Times{1, 201, 200}));
  EXPECT_EQ(part(outcome.splits[1], Part::kBuffer), 100U);
  for (u32 p = kSummedParts; p < kParts; ++p) EXPECT_EQ(outcome.splits[1][p], 0U);
}

// A read that waits for a page which is being read ahead waits in the buffer, and for no slot.
TEST(SlotWait, IsOfNoRead) {
  const Shape shape{.sections = "buffer { size: 8KiB latency: 1us flush: full readahead { trigger: 2 pages: 2 } }"};
  const auto outcome = run(shape, {read(0, 0), read(100, 1), read(200, 2)});
  EXPECT_EQ(part(outcome.splits[2], Part::kBuffer), 42U);
  for (u32 p = kSummedParts; p < kParts; ++p) EXPECT_EQ(outcome.splits[2][p], 0U);
}

}  // namespace
}  // namespace ssd::timeline
