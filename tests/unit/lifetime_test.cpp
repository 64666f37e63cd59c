// The end of a drive's life in a run and in its results (wear.end_of_life), on a drive small enough to follow by hand;
// and workloads that are repeated until then.
#include "runtime/results/lifetime.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/run/fault.h"
#include "runtime/run/feed.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/unit/hand_made_design.h"

namespace ssd {
namespace {

using run::Load;
using run::NoEnd;
using run::Outcome;

TEST(Lifetime, IsProjectedFromTheMeanAndFromTheMostWornBlock) {
  const std::vector<u32> erases{1, 2, 4, 1};  // mean 2
  const results::Lifetime life =
      results::lifetime(erases, {}, {.endurance = 100, .written_bytes = 1000, .logical_bytes = 400});
  EXPECT_EQ(life.retired_blocks, 0U);
  EXPECT_EQ(life.drive_writes, 2.5);
  EXPECT_EQ(life.projected_mean, 50'000);
  EXPECT_EQ(life.projected_most_worn, 25'000);
}

// What a run began with is no wear of this run, in the first block no more than in the last one.
TEST(Lifetime, IsProjectedFromTheErasesOfThisRun) {
  const results::LifeFacts facts{.endurance = 100, .written_bytes = 1000, .logical_bytes = 400};
  for (const std::size_t worn : {0U, 1U, 3U}) {
    std::vector<u32> before{0, 0, 0, 0}, erases{1, 2, 1, 1};  // mean 5/4
    before[worn] += 7, erases[worn] += 7;
    const results::Lifetime life = results::lifetime(erases, before, facts);
    EXPECT_EQ(life.projected_mean, 80'000) << worn;
    EXPECT_EQ(life.projected_most_worn, 50'000) << worn;
  }
  const std::vector<u32> unused{3, 0, 5, 1};
  EXPECT_EQ(results::lifetime(unused, unused, facts).projected_mean, 0) << "this run erased nothing";
  EXPECT_EQ(results::lifetime(unused, unused, facts).projected_most_worn, 0);
}

TEST(Lifetime, ThatHasEndedIsNotProjected) {
  const std::vector<u32> erases{4, 2, 4, 1};
  const results::Lifetime life = results::lifetime(
      erases, {}, {.endurance = 4, .written_bytes = 1000, .logical_bytes = 400, .ended = true, .end = 7});
  EXPECT_EQ(life.retired_blocks, 2U);
  EXPECT_EQ(life.end, 7U);
  EXPECT_EQ(life.projected_mean, 0);
  EXPECT_EQ(life.projected_most_worn, 0);
}

TEST(Lifetime, WithoutEnduranceHasNoEnd) {
  const results::Lifetime life =
      results::lifetime(std::vector<u32>{9, 9}, {}, {.endurance = 0, .written_bytes = 1000, .logical_bytes = 400});
  EXPECT_EQ(life.retired_blocks, 0U);
  EXPECT_EQ(life.projected_mean, 0);
}

// 4 blocks of 2 pages that may be erased once. Six pages fill three of them. For the seventh page, blocks 0 and 1 are
// erased, which hold no valid page, and are worn out by that.
design::Design small_drive() {
  design::Design d = hand_made_design();
  d.geometry.blocks = 4;
  d.geometry.pages = 2;
  d.config.logical_pages = 4;
  d.config.endurance = 1;
  return d;
}

std::vector<Request> writes_of_two_pages(u64 count) {
  std::vector<Request> requests;
  for (u64 i = 0; i < count; ++i)
    requests.push_back({.arrival = i * 10'000'000, .sector = i % 2 * 4, .sectors = 4, .direction = Direction::kWrite});
  return requests;
}

void expect_end(const Outcome& outcome, const design::Design& design) {
  EXPECT_EQ(outcome.status, Status::kEndOfLife);
  EXPECT_EQ(run::fault(outcome, design, 1), "");
  EXPECT_FALSE(outcome.results.partial);
  EXPECT_EQ(outcome.results.completed(), 6U);
  EXPECT_EQ(outcome.results.flash.host_programs, 6U);
  EXPECT_EQ(outcome.results.flash.erases, 2U);
  EXPECT_EQ(outcome.results.lifetime.retired_blocks, 2U);
  EXPECT_TRUE(outcome.results.lifetime.ended);
  EXPECT_EQ(outcome.results.lifetime.end, 60'000'000U);
  EXPECT_EQ(outcome.results.lifetime.written_bytes, 6U * 2048);
  EXPECT_EQ(outcome.results.lifetime.drive_writes, 1.5);
}

run::Options checked() {
  run::Options options;
  options.check = true;
  return options;
}

TEST(EndOfLife, ComesWhenAWriteFindsNoPage) {
  const design::Design design = small_drive();
  const std::vector<Request> requests = writes_of_two_pages(12);
  expect_end(run::run(design, generic_engine(), {.requests = requests}, checked()), design);
  run::Options whole = checked();
  whole.whole = true;
  expect_end(run::run(design, generic_engine(), {.requests = requests}, whole), design);
}

TEST(EndOfLife, IsThatOfAQueueAndOfAPreemptibleDrive) {
  design::Design design = small_drive();
  const std::vector<Request> requests = writes_of_two_pages(12);
  design.config.queue_depth = 2;
  expect_end(run::run(design, generic_engine(), {.requests = requests}, checked()), design);
  design.gc.preempt_page = true;
  expect_end(run::run(design, generic_engine(), {.requests = requests}, checked()), design);
}

TEST(EndOfLife, IsReachedByRunningTheWorkloadAgainAndAgain) {
  const design::Design design = small_drive();
  const std::vector<Request> requests = writes_of_two_pages(2);
  for (const u64 piece : {1, 3, 1000}) {
    run::Options options = checked();
    options.piece = piece;
    const Outcome outcome = run::run(design, generic_engine(), {.requests = requests, .endless = true}, options);
    expect_end(outcome, design);
    EXPECT_EQ(outcome.stopped_at, 6U);
  }
}

TEST(EndOfLife, OfAClosedLoopTooIsReachedSo) {
  const design::Design design = small_drive();
  const std::vector<Request> requests = writes_of_two_pages(1);
  const Outcome outcome =
      run::run(design, generic_engine(), {.requests = requests, .closed_depth = 3, .endless = true}, checked());
  EXPECT_EQ(outcome.status, Status::kEndOfLife);
  EXPECT_EQ(run::fault(outcome, design, 1), "");
  EXPECT_GT(outcome.results.lifetime.end, 0U);
}

// A run that begins with the state that another run left, as one from a snapshot or after a first workload.
TEST(EndOfLife, IsProjectedFromTheMeasuredRunAlone) {
  design::Design design = small_drive();
  design.config.endurance = 1000;
  const std::vector<Request> requests = writes_of_two_pages(24);
  run::Options first = checked();
  first.keep_state = true;
  const Outcome before = run::run(design, generic_engine(), {.requests = requests}, first);
  ASSERT_GT(before.state.erases.front(), 0U) << "block 0 was erased before the measured run";
  run::Options options = checked();
  options.start = &before.state;
  options.keep_times = true;
  const Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  u64 total = 0, most = 0;
  for (std::size_t block = 0; block < outcome.block_erases.size(); ++block) {
    const u64 erases = outcome.block_erases[block] - before.state.erases[block];
    total += erases;
    most = std::max(most, erases);
  }
  ASSERT_EQ(total, outcome.results.flash.erases);
  ASSERT_GT(total, 0U);
  const double written = 24.0 * 2048 * 1000;
  EXPECT_DOUBLE_EQ(outcome.results.lifetime.projected_mean, written * 4 / static_cast<double>(total));
  EXPECT_DOUBLE_EQ(outcome.results.lifetime.projected_most_worn, written / static_cast<double>(most));
}

TEST(EndOfLife, CanBeInterruptedBefore) {
  design::Design design = small_drive();
  design.config.endurance = 2;  // the first of eight erases comes with the seventh page
  const std::vector<Request> requests = writes_of_two_pages(2);
  run::Options options = checked();
  options.piece = 1;
  std::vector<double> shares;
  options.progress = [&](u64 taken, double share) {
    shares.push_back(share);
    return taken < 8;
  };
  const Outcome outcome = run::run(design, generic_engine(), {.requests = requests, .endless = true}, options);
  EXPECT_EQ(outcome.status, Status::kDone);
  EXPECT_TRUE(outcome.results.partial);
  EXPECT_EQ(outcome.no_end, NoEnd::kNone);
  EXPECT_EQ(shares, (std::vector<double>{0, 0, 0, 0, 0, 0, 0.125, 0.125}));
}

TEST(EndOfLife, IsGivenUpWhereTimeEnds) {
  const design::Design design = small_drive();
  std::vector<Request> requests = writes_of_two_pages(2);
  requests[1].arrival = u64{1} << 62;
  const Outcome outcome = run::run(design, generic_engine(), {.requests = requests, .endless = true}, {});
  EXPECT_EQ(outcome.no_end, NoEnd::kTooLate);
  EXPECT_TRUE(outcome.results.partial);
}

TEST(EndOfLife, IsGivenUpWhereTheBufferKeepsAll) {
  const std::string text =
      "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 16 pages: 4 page: 2KiB sector: 512B } nand "
      "{ endurance: 3 } buffer { size: 16KiB flush: full } }";
  const design::Design design = compile_text(text);
  const std::vector<Request> requests = writes_of_two_pages(2);
  const Outcome kept = run::run(design, generic_engine(), {.requests = requests, .endless = true}, {});
  EXPECT_EQ(kept.no_end, NoEnd::kNothingProgrammed);
  std::vector<Request> more = writes_of_two_pages(20);
  for (u64 i = 0; i < more.size(); ++i) more[i].sector = i * 4;
  EXPECT_EQ(run::run(design, generic_engine(), {.requests = more, .endless = true}, checked()).status,
            Status::kEndOfLife);
}

TEST(Feed, RepeatsTheLoadAPeriodLater) {
  std::vector<Request> requests = writes_of_two_pages(3);  // at 0, 10 and 20 ms: a mean gap of 10 ms
  EXPECT_EQ(run::period_of(requests), 30'000'000U);
  const Load load{.requests = requests, .endless = true};
  run::Feed feed(load, 5, 4);
  const run::Piece first = feed.next();
  ASSERT_EQ(first.count, 5U);
  EXPECT_EQ(first.requests[4].arrival, 40'000'000U);
  feed.take(first);
  const run::Piece second = feed.next();
  EXPECT_EQ(second.first, 5U);
  EXPECT_FALSE(second.last);
  EXPECT_EQ(second.requests[0].arrival, 50'000'000U);
  EXPECT_EQ(second.requests[1].sector, requests[0].sector);
  EXPECT_EQ(second.requests[1].arrival, 60'000'000U);
}

TEST(Feed, PiecesOfLargeRequestsAreShort) {
  constexpr u32 kHalf = run::Feed::kMostPages / 2, kSectorsPerPage = 4;
  std::vector<Request> requests;
  for (const u32 pages : {1U, kHalf, 4 * kHalf, 1U, 1U, kHalf, kHalf})
    requests.push_back({.arrival = 0, .sector = 0, .sectors = pages * kSectorsPerPage, .direction = Direction::kRead});
  const Load load{.requests = requests};
  run::Feed feed(load, 100, kSectorsPerPage);
  std::vector<u64> counts;
  for (bool last = false; !last;) {
    const run::Piece piece = feed.next();
    EXPECT_EQ(piece.requests->sectors, requests[feed.taken()].sectors);
    counts.push_back(piece.count);
    last = piece.last;
    feed.take(piece);
  }
  EXPECT_EQ(counts, (std::vector<u64>{2, 1, 3, 1}));
  EXPECT_EQ(feed.taken(), requests.size());
}

TEST(Feed, OfOneRequestHasItsArrivalAsPeriod) {
  const std::vector<Request> one{{.arrival = 0, .sector = 0, .sectors = 4, .direction = Direction::kWrite}};
  EXPECT_EQ(run::period_of(one), 0U);
  EXPECT_EQ(run::period_of({}), 0U);
}

}  // namespace
}  // namespace ssd
