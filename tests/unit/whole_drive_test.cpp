// Edge cases of the whole-drive loop that random cases do not reach, because their designs are sensible.
#include <gtest/gtest.h>

#include "runtime/run/fault.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"

namespace ssd {
namespace {

constexpr const char* kSmall =
    "geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 8 pages: 4 page: 2KiB } capacity { logical: 152KiB }\n";

std::vector<Request> writes(u64 count, u64 pages) {
  std::vector<Request> list;
  for (u64 i = 0; i < count; ++i) list.push_back({i * 100'000, i % pages * 4, 4, Direction::kWrite});
  return list;
}

run::Outcome run(const design::Design& design, const std::vector<Request>& requests) {
  run::Options options;
  options.check = true;
  return run::run(design, generic_engine(), {.requests = requests}, options);
}

TEST(WholeDrive, AStreamThatIsAlwaysTheFirstNeedsNoFunction) {
  const design::Design design =
      compile_text(std::string("design A { ") + kSmall +
                   "allocation: dynamic { order: channel > chip > die > plane streams: [hot, cold] stream(r): hot } }");
  EXPECT_EQ(design::config(design).streams, 2U);
  const run::Outcome outcome = run(design, writes(200, 40));
  EXPECT_EQ(outcome.status, Status::kDone);
  EXPECT_EQ(outcome.results.host.completed[0], 200U);
}

// New data arrive at every turn of one plane only. The run stops and names that plane and its pages, as a mistake of
// the design, not as an error of the simulator.
TEST(WholeDrive, AFullDriveNamesThePlaneAndItsPages) {
  const design::Design design =
      compile_text(std::string("design A { ") + kSmall +
                   "allocation: write_order channel > chip > die > plane  host { queue: 1 } }");
  std::vector<Request> requests;
  for (u64 i = 0; i < 75 * design.geometry.total_planes(); ++i) {
    Request request = writes(1, 76).front();
    request.sectors = 4;
    request.arrival = i * 10'000'000;
    request.sector = i % design.geometry.total_planes() == 0 ? i / design.geometry.total_planes() * 4 : 75 * 4;
    requests.push_back(request);
  }
  const run::Outcome outcome = run(design, requests);
  ASSERT_EQ(outcome.status, Status::kDriveFull);
  EXPECT_TRUE(run::is_full_by_design(outcome, design));
  EXPECT_EQ(run::fault(outcome, design, 0), "");
  EXPECT_EQ(outcome.full_valid + outcome.full_invalid + outcome.full_free, 32U);
  EXPECT_GT(outcome.stopped_at, 28U * design.geometry.total_planes());
}

TEST(WholeDrive, AnEmptyWorkloadEnds) {
  const design::Design design =
      compile_text(std::string("design A { ") + kSmall + "commands { multiplane: blind suspend: always } }");
  EXPECT_EQ(run(design, {}).status, Status::kDone);
}

// Hundreds of writes wait for a plane; the cost is evaluated once for each of them.
TEST(WholeDrive, CountsWhatIsQueuedInAUnit) {
  const design::Design design =
      compile_text(std::string("design A { ") + kSmall +
                   "allocation: dynamic { order: channel > chip > die > plane cost(u): u.queued } }");
  std::vector<Request> requests = writes(400, 40);
  for (Request& r : requests) r.arrival = 0;
  const run::Outcome outcome = run(design, requests);
  EXPECT_EQ(outcome.status, Status::kDone);
  EXPECT_TRUE(outcome.violations.empty());
}

// time.timers: data that cross the bus in no time arrive only after the phases of the next round. The read for request
// 1 delivers its data at 220 us in channel 0. The program of request 3, which arrives just then, is granted channel 1
// before the program that waited for those data.
TEST(WholeDrive, DataThatTakeNoTimeArriveInTheNextRound) {
  const design::Design design =
      compile_text(std::string("design A { ") + kSmall +
                   "nand { read: 20us program: 200us erase: 1ms bus { cycle: 0ns command_cycles: 0 } }\n"
                   "allocation: write_order channel > plane > chip > die }");
  run::Options options;
  options.keep_times = true;
  const std::vector<Request> requests = {{0, 0, 4, Direction::kWrite},
                                         {200'000, 0, 1, Direction::kWrite},
                                         {220'000, 4, 4, Direction::kWrite},
                                         {220'000, 8, 4, Direction::kWrite}};
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(outcome.completions, (std::vector<Time>{200'000, 620'000, 420'000, 420'000}));
}

// The reads of pages 2 and 1, in units 0 and 1, end at 320 us. In the first round there the bus sends the data of page
// 2, in the second one those of page 1. The request for page 1 is complete only in the third, so unit 0, which is at
// rest from the second on, begins a background collection of the block that page 0 left: a move and an erase.
TEST(WholeDrive, ARequestIsNotCompleteInTheRoundThatSendsItsData) {
  const design::Design design = compile_text(
      "design A { geometry { channels: 1 chips: 2 dies: 1 planes: 1 blocks: 4 pages: 2 page: 2KiB } capacity { "
      "logical: "
      "12KiB }\n"
      "nand { read: 20us program: 100us erase: 1ms bus { cycle: 0ns command_cycles: 0 } }\n"
      "allocation: static chip > channel > die > plane  gc { trigger: free_blocks < 2 stop: free_blocks >= 4 idle: on "
      "} }");
  const std::vector<Request> requests = {{0, 0, 4, Direction::kWrite},
                                         {0, 8, 4, Direction::kWrite},
                                         {110'000, 0, 4, Direction::kWrite},
                                         {250'000, 8, 4, Direction::kRead},
                                         {300'000, 4, 4, Direction::kRead}};
  const run::Outcome outcome = run(design, requests);
  EXPECT_EQ(outcome.results.flash.background_collections, 1U);
  EXPECT_EQ(outcome.results.clock, 320'000U + 120'000 + 1'000'000);
}

}  // namespace
}  // namespace ssd
