// The series over simulated time: the same whatever the order in which channels add to it, nothing is lost when
// intervals are merged, and the rates that reports derive from it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "runtime/abi/series.h"
#include "runtime/results/series_view.h"

namespace ssd {
namespace {

struct Event {
  Time time;
  u64 bytes;
  Time response;
};

std::unique_ptr<Series> series_of(const std::vector<Event>& events) {
  auto series = std::make_unique<Series>();
  for (const Event& e : events) add_completion(*series, e.time, e.bytes, e.response);
  return series;
}

bool equal(const Series& a, const Series& b) {
  if (a.shift != b.shift || a.used != b.used) return false;
  return std::equal(std::begin(a.intervals), std::end(a.intervals), std::begin(b.intervals),
                    [](const Interval& x, const Interval& y) {
                      return x.requests == y.requests && x.bytes == y.bytes && x.response == y.response &&
                             x.host_programs == y.host_programs && x.collection_programs == y.collection_programs &&
                             x.skipped == y.skipped && x.erased == y.erased;
                    });
}

TEST(Series, IsTheSameInAnyOrder) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<Event> events;
    const int bits = 1 + round;
    for (int i = 0; i < 500; ++i)
      events.push_back({random() & ((u64{1} << bits) - 1), random() % 1'000'000, random() % (u64{1} << 40)});
    const auto before = series_of(events);
    std::ranges::shuffle(events, random);
    ASSERT_TRUE(equal(*before, *series_of(events))) << round;
    const Time last = std::ranges::max(events, {}, &Event::time).time;
    EXPECT_EQ(before->used, (last >> before->shift) + 1);
    EXPECT_LE(before->used, Series::kIntervals);
    EXPECT_TRUE(before->shift == 0 || last >> (before->shift - 1) >= Series::kIntervals);  // no wider than necessary
  }
}

TEST(Series, LosesNothingWhenIntervalsAreAddedUp) {
  std::mt19937_64 random(2);
  Series series{};
  u64 requests = 0, bytes = 0, host = 0, collection = 0;
  u128 response = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Time time = random() >> (random() % 64);
    const u64 size = random() % 100'000, taken = random() % 10, moved = random() % 5;
    const Time waited = random();
    add_completion(series, time, size, waited);
    add_programs(series, time, taken, moved);
    ++requests, bytes += size, response += waited, host += taken, collection += moved;
  }
  for (const Interval& i : series.intervals) {
    requests -= i.requests, bytes -= i.bytes, response -= i.response, host -= i.host_programs,
        collection -= i.collection_programs;
  }
  EXPECT_EQ(requests, 0U);
  EXPECT_EQ(bytes, 0U);
  EXPECT_TRUE(response == 0);
  EXPECT_EQ(host, 0U);
  EXPECT_EQ(collection, 0U);
}

TEST(Series, FreePagesFollowFromWhatWasProgrammedAndErased) {
  Series series{};
  series.free_at_start = 100;
  add_programs(series, 10, 3, 1);
  add_erased(series, 3, 8);
  add_skipped(series, 11, 2);
  EXPECT_EQ(results::samples(series, 12)[3].free_pages, 108U);
  EXPECT_EQ(results::samples(series, 12)[10].free_pages, 104U);
  EXPECT_EQ(results::samples(series, 12)[11].free_pages, 102U);
  double_width(series);
  EXPECT_EQ(results::samples(series, 12)[1].free_pages, 108U);
  EXPECT_EQ(results::samples(series, 12)[5].free_pages, 102U);  // of intervals 10 and 11
}

TEST(Series, TakesTheLongestTimes) {
  Series series{};
  add_completion(series, 0, 1, 1);
  add_completion(series, kNever - 1, 1, 1);
  EXPECT_EQ(series.used, Series::kIntervals);
  EXPECT_EQ(series.intervals[0].requests + series.intervals[127].requests, 2U);
}

TEST(Samples, AreRatesAndMeans) {
  Series series{};
  series.free_at_start = 1000;
  series.shift = 10;
  add_completion(series, 100, 4096, 300);
  add_completion(series, 1000, 4096, 500);
  add_completion(series, 3000, 1024, 700);
  add_programs(series, 2500, 2, 1);
  add_skipped(series, 2501, 7);
  const std::vector<results::Sample> samples = results::samples(series, 3072 - 512);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].requests, 2U);
  EXPECT_DOUBLE_EQ(samples[0].bandwidth, 8192 * 1e9 / 1024);
  EXPECT_EQ(samples[0].response, 400.0);
  EXPECT_EQ(samples[0].free_pages, 1000U);
  EXPECT_FALSE(samples[0].write_amplification);
  EXPECT_EQ(samples[1].requests, 0U);
  EXPECT_FALSE(samples[1].response);
  EXPECT_EQ(samples[1].free_pages, 1000U);
  EXPECT_DOUBLE_EQ(samples[2].bandwidth, 1024 * 1e9 / 512);  // the run ends in the middle of the interval
  EXPECT_EQ(samples[2].write_amplification, 1.5);
  EXPECT_EQ(samples[2].free_pages, 990U);
}

}  // namespace
}  // namespace ssd
