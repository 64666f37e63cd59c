// Which host queue is served next (host.outstanding, host.arbitration): the examples of the page and timelines worked
// out by hand. The times of the drive are in timelines.h; a read alone takes 71.
#include "tests/unit/sema_texts.h"
#include "tests/unit/timelines.h"

namespace ssd::timeline {
namespace {

Shape host(const std::string& keys) { return {.chips = 2, .sections = "host { queues: 2  " + keys + " }"}; }
Times completions(const std::string& keys, const std::vector<Request>& requests) {
  return in_us(run(host(keys), requests).completions);
}

const std::vector<Request> kSixAtOnce(6, read(0, 0));
const std::vector<Request> kFour{read(0, 0), read(0, 1), read(0, 0), read(0, 1)};

TEST(Arbitration, AtMostSoManyRequestsAreInTheDrive) {
  EXPECT_EQ(completions("outstanding: 1", kFour), (Times{71, 142, 213, 284}));
  EXPECT_EQ(completions("outstanding: 2", kFour), (Times{71, 122, 173, 223}));
  EXPECT_EQ(completions("outstanding: 4", kFour), completions("", kFour));
  EXPECT_EQ(completions("outstanding: 3  queue: 1", kFour), completions("queue: 1", kFour));
}

TEST(Arbitration, OutstandingOfOneQueueIsItsDepth) {
  const auto one = [](const std::string& keys) {
    const design::Design design = drive({.chips = 2, .sections = "host { " + keys + " }"});
    EXPECT_EQ(design::config(design).whole, 0) << keys << ": a plain design stays plain";
    return in_us(run({.chips = 2, .sections = "host { " + keys + " }"}, kFour).completions);
  };
  EXPECT_EQ(one("outstanding: 1"), one("queue: 1"));
  EXPECT_EQ(one("outstanding: 2  queue: 3"), one("queue: 2"));
  EXPECT_EQ(one("outstanding: 3  queue: 2"), one("queue: 2"));
  EXPECT_NE(one("queue: 2"), one("queue: 1"));
}

TEST(Arbitration, WeightsAreBursts) {
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([2, 1])", kSixAtOnce),
            (Times{71, 213, 142, 355, 284, 426}));
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([1, 3])", kSixAtOnce),
            (Times{71, 142, 355, 213, 426, 284}));
}

// Each queue has a request at 0 and one at 100. Nothing of queue 0 waits at 71, so its burst of three ends there.
TEST(Arbitration, AnEmptyQueueLosesItsBurst) {
  const std::vector<Request> requests{read(0, 0), read(0, 0), read(100, 0), read(100, 0)};
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([3, 2])", requests), (Times{71, 142, 284, 213}));
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([3, 1])", requests), (Times{71, 142, 213, 284}));
  // If nothing waits at all, the burst goes on: request 2, of queue 0, is its second one, and passes request 3.
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([2, 1])", {read(0, 0), read(200, 0), read(200, 0)}),
            (Times{71, 342, 271}));
}

TEST(Arbitration, WeightsOfOneAreRoundRobin) {
  EXPECT_EQ(completions("outstanding: 1  arbitration: weighted([1, 1])", kSixAtOnce),
            completions("outstanding: 1", kSixAtOnce));
}

TEST(Arbitration, TheHighestScoreIsServed) {
  EXPECT_EQ(completions("outstanding: 1  arbitration(q): q.index", kSixAtOnce), (Times{284, 71, 355, 142, 426, 213}));
  EXPECT_EQ(completions("outstanding: 1  arbitration(q): 0 - q.index", kSixAtOnce),
            (Times{71, 284, 142, 355, 213, 426}));
  EXPECT_EQ(completions("outstanding: 1  arbitration(q): 7", kSixAtOnce), completions("outstanding: 1", kSixAtOnce));
}

// The requests of queue 0 arrive at 0, 0, 60 and those of queue 1 at 0, 60.
TEST(Arbitration, AScoreSeesItsQueue) {
  const std::vector<Request> requests{read(0, 0), read(0, 0), read(0, 0), read(60, 0), read(60, 0)};
  const auto served = [&](const std::string& score) {
    return completions("outstanding: 1  arbitration(q): " + score, requests);
  };
  // At 71 both have two, and queue 1 comes next; at 142 queue 0 has two; at 213 both have one, and queue 1 comes next.
  EXPECT_EQ(served("q.waiting"), (Times{71, 142, 213, 284, 355}));
  EXPECT_EQ(served("0 - q.waiting"), (Times{213, 71, 284, 142, 355})) << "1; at 71 queue 0 has three";
  EXPECT_EQ(served("q.oldest"), (Times{71, 142, 213, 284, 355})) << "0, 1 and 2 are the oldest, then 3 comes next";
  EXPECT_EQ(served("0us - q.oldest"), (Times{71, 142, 284, 213, 355})) << "3, of 60, goes before 2, of 0";
  // 0 and 2, of chip 0, go first; 1 at 71, whose data wait for those of 2, and 3 at 142.
  EXPECT_EQ(completions("outstanding: 2  arbitration(q): q.in_flight", kFour), (Times{71, 192, 142, 263}));
}

TEST(Arbitration, WithoutALimitAScoreStillSeesWhatIsInFlight) {
  const std::vector<Request> requests{read(0, 0), read(0, 0), read(500, 0), read(500, 1)};
  EXPECT_EQ(completions("arbitration(q): if q.in_flight == 0 then q.index else 0 - q.index", requests),
            (Times{142, 71, 621, 571}))
      << "queue 1 goes first at 0 and, when all have left, at 500";
}

// ---- the text

TEST(Arbitration, IsRead) {
  const auto one = [](const std::string& keys) { return drive(host(keys)); };
  const design::Design weighted = one("outstanding: 8  arbitration: weighted([255, 1])");
  EXPECT_EQ(weighted.config.outstanding, 8U);
  EXPECT_EQ(weighted.queue_weights, (std::vector<u8>{255, 1}));
  EXPECT_EQ(Plan(weighted).queue_weights, weighted.queue_weights);
  EXPECT_EQ(one("queue: 1  arbitration: round_robin").config.arbitration, Arbitration::kRoundRobin);
  EXPECT_EQ(one("queue: 1  outstanding: unlimited").config.outstanding, 0U);
  EXPECT_EQ(one("queue: 1  arbitration(q): q.oldest").config.arbitration, Arbitration::kScore);
}

}  // namespace
}  // namespace ssd::timeline
