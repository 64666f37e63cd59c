// A run whose requests are submitted in portions equals the run of all of them at once.
#include "runtime/run/incremental.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/results/report.h"
#include "tests/compile_text.h"

namespace ssd::run {
namespace {

constexpr const char* kText =
    "design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 16 pages: 16 page: 4KiB sector: 512B } %s }";

std::vector<Request> requests_of(std::mt19937_64& random, u64 sectors, bool closed) {
  std::vector<Request> requests;
  Time now = 0;
  for (int i = 0; i < 4000; ++i) {
    now += random() % 100'000;
    const u32 length = 1 + static_cast<u32>(random() % 24);
    requests.push_back(
        {closed ? random() % 1000 : now, random() % (sectors - length), length, static_cast<Direction>(random() % 3)});
  }
  return requests;
}

std::string shown(const design::Design& design, Outcome outcome) {
  outcome.results.memory_bytes = 0;
  results::Report report;
  const Plan plan = design::plan_of(design);
  report.plan = &plan;
  report.results = std::move(outcome.results);
  return results::json(report);
}

class Incremental : public testing::TestWithParam<std::tuple<const char*, u32>> {};

TEST_P(Incremental, EqualsOneRun) {
  const auto [keys, closed] = GetParam();
  std::string text = kText;
  text.replace(text.find("%s"), 2, keys);
  const design::Design design = compile_text(text);
  std::mt19937_64 random(7);
  const std::vector<Request> requests = requests_of(random, design.config.logical_pages * 8, closed != 0);
  Options options;
  options.keep_state = true;
  const Outcome whole =
      run(design, generic_engine(), {.requests = requests, .closed_depth = closed, .seed = 3}, options);
  const Plan drive_plan = design::plan_of(design);
  IncrementalRun drive(drive_plan, generic_engine(), closed, 3, nullptr, ~u64{0});
  std::size_t given = 0;
  while (given < requests.size()) {
    const std::size_t some = std::min<std::size_t>(requests.size() - given, random() % 300);
    for (std::size_t i = 0; i < some; ++i) drive.submit(requests[given + i]);
    given += some;
    if (given != 0) {
      ASSERT_TRUE(drive.advance(requests[given - 1 - (some != 0 ? random() % some : 0)].arrival));
    }
    EXPECT_EQ(drive.submitted(), given);
    if (random() % 4 == 0) {
      EXPECT_TRUE(drive.outcome().results.partial);
    }
  }
  ASSERT_TRUE(drive.finish());
  EXPECT_EQ(shown(design, drive.outcome()), shown(design, whole));
  EXPECT_EQ(drive.state(), whole.state);
}

TEST_P(Incremental, TellsTheResponseOfEachRequest) {
  const auto [keys, closed] = GetParam();
  std::string text = kText;
  text.replace(text.find("%s"), 2, keys);
  const design::Design design = compile_text(text);
  std::mt19937_64 random(8);
  const std::vector<Request> requests = requests_of(random, design.config.logical_pages * 8, closed != 0);
  Options options;
  options.keep_times = true;
  const Outcome whole =
      run(design, generic_engine(), {.requests = requests, .closed_depth = closed, .seed = 3}, options);
  const Plan drive_plan = design::plan_of(design);
  IncrementalRun drive(drive_plan, generic_engine(), closed, 3, nullptr, ~u64{0});
  drive.keep_times();
  EXPECT_FALSE(drive.response(0));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    drive.submit(requests[i]);
    if (i % 100 == 99) {
      ASSERT_TRUE(drive.advance(requests[i].arrival));
    }
  }
  ASSERT_TRUE(drive.finish());
  for (std::size_t i = 0; i < requests.size(); ++i)
    ASSERT_EQ(drive.response(i), whole.completions[i] - whole.arrivals[i]) << i;
  EXPECT_FALSE(drive.response(requests.size()));
}

// The data of the write are on the bus and then in the array: all of that counts, whenever the records of it were made.
TEST(Incremental, AnUnfinishedRunCountsWhatRunsUpToNow) {
  std::string text = kText;
  text.replace(text.find("%s"), 2,
               "nand { program: 200us } allocation: dynamic channel > die > plane > chip  host { queue: 4 }");
  const design::Design design = compile_text(text);
  const Plan plan = design::plan_of(design);
  IncrementalRun drive(plan, generic_engine(), 0, 3, nullptr, ~u64{0});
  drive.submit({0, 0, 8, Direction::kWrite});
  drive.submit({100'000, 8, 8, Direction::kWrite});
  drive.submit({100'000, 16, 8, Direction::kWrite});
  ASSERT_TRUE(drive.advance(100'000));
  Time most = 0;
  for (const UnitTimes& unit : drive.outcome().results.units) most = std::max(most, unit.array + unit.bus);
  EXPECT_EQ(most, 100'000U);
}

INSTANTIATE_TEST_SUITE_P(
    Designs, Incremental,
    testing::Values(std::tuple("host { read_unwritten: none }", 0), std::tuple("host { read_unwritten: none }", 8),
                    std::tuple("host { read_unwritten: none  queue: 16 }", 0),
                    std::tuple("host { read_unwritten: none } allocation: dynamic channel > die > plane > chip", 0),
                    std::tuple("host { read_unwritten: none } allocation: write_order channel > die > plane > chip", 0),
                    std::tuple("host { read_unwritten: none } buffer { size: 64KiB }", 4)));

TEST(Incremental, WhatIsReadBeforeItIsWrittenIsThereIfItWasSubmittedBeforeTheFirstAdvance) {
  std::string text = kText;
  text.replace(text.find("%s"), 2, "");
  const design::Design design = compile_text(text);
  const std::vector<Request> requests{{0, 0, 8, Direction::kRead}, {1000, 80, 8, Direction::kRead}};
  const Outcome whole = run(design, generic_engine(), {.requests = requests}, {});
  const Plan all_plan = design::plan_of(design);
  IncrementalRun all(all_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  for (const Request& request : requests) all.submit(request);
  ASSERT_TRUE(all.advance(0));
  ASSERT_TRUE(all.finish());
  EXPECT_EQ(shown(design, all.outcome()), shown(design, whole));
  EXPECT_EQ(all.outcome().results.flash.preloaded, 2U);
  const Plan late_plan = design::plan_of(design);
  IncrementalRun late(late_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  late.submit(requests[0]);
  ASSERT_TRUE(late.advance(0));
  late.submit(requests[1]);
  ASSERT_TRUE(late.finish());
  EXPECT_EQ(late.outcome().results.flash.preloaded, 1U);
  EXPECT_EQ(late.outcome().results.flash.unwritten_reads, 1U);
}

// Requests for parts of pages come later than the requests with which the run begins.
TEST(Incremental, TheFirstRequestsDoNotDecideHowOthersRun) {
  std::string text = kText;
  text.replace(text.find("%s"), 2,
               "host { read_unwritten: none } allocation: write_order channel > die > plane > chip");
  const design::Design design = compile_text(text);
  std::vector<Request> requests;
  for (u64 i = 0; i < 600; ++i) requests.push_back({i * 1'000'000, i * 8 % 800, i < 200 ? 8U : 3U, Direction::kWrite});
  const Outcome whole = run(design, generic_engine(), {.requests = requests}, {});
  EXPECT_GT(whole.results.flash.read_modify_write_reads, 100U);
  const Plan drive_plan = design::plan_of(design);
  IncrementalRun drive(drive_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  for (u64 i = 0; i < 100; ++i) drive.submit(requests[i]);
  ASSERT_TRUE(drive.advance(50'000'000));
  for (u64 i = 100; i < requests.size(); ++i) drive.submit(requests[i]);
  ASSERT_TRUE(drive.finish());
  EXPECT_EQ(shown(design, drive.outcome()), shown(design, whole));
}

TEST(Incremental, ALookBeforeTheFirstRequestDecidesNothing) {
  std::string text = kText;
  text.replace(text.find("%s"), 2, "");
  const design::Design design = compile_text(text);
  const Plan drive_plan = design::plan_of(design);
  IncrementalRun drive(drive_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  EXPECT_EQ(drive.outcome().results.flash.preloaded, 0U);
  drive.submit({0, 0, 8, Direction::kRead});
  ASSERT_TRUE(drive.finish());
  EXPECT_EQ(drive.outcome().results.flash.preloaded, 1U);
}

TEST(Incremental, NothingIsARunToo) {
  std::string text = kText;
  text.replace(text.find("%s"), 2, "");
  const design::Design design = compile_text(text);
  const Plan drive_plan = design::plan_of(design);
  IncrementalRun drive(drive_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  EXPECT_TRUE(drive.advance(1000));
  EXPECT_TRUE(drive.finish());
  const Outcome outcome = drive.outcome();
  EXPECT_FALSE(outcome.results.partial);
  EXPECT_EQ(outcome.results.clock, 0U);
}

}  // namespace
}  // namespace ssd::run
