// Single requests: their table, and what the slow ones waited for, on a thousand requests made by hand.
#include "runtime/results/request_times.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/results/report.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::results {
namespace {

constexpr u64 kRequests = 1000;

// Reads that take 1, 2, … 1000 us, one after another in a scrambled order. All of that is array time, except for the
// ten slowest, which wait for a collection for all but 1 us.
struct Made {
  std::vector<Request> requests;
  std::vector<Time> arrivals, completions;
  std::vector<Split> splits;
  RequestTimes times() const { return {.arrivals = arrivals, .completions = completions, .splits = splits}; }
};

Made made() {
  Made m;
  for (u64 i = 0; i < kRequests; ++i) {
    const Time took = (i * 7 % kRequests + 1) * 1000;
    m.requests.push_back({i * 10'000, i * 8, 8, Direction::kRead});
    m.arrivals.push_back(i * 10'000);
    m.completions.push_back(i * 10'000 + took);
    Split split{};
    const bool slow = took > 990'000;
    split[static_cast<u32>(Part::kArray)] = slow ? 1000 : took;
    split[static_cast<u32>(Part::kCollection)] = slow ? took - 1000 : 0;
    m.splits.push_back(split);
  }
  return m;
}

TEST(RequestTimes, ABandHasWhatItsRanksSay) {
  const Made m = made();
  const auto blames = blame(m.requests, m.times());
  ASSERT_EQ(blames.size(), 1U);
  const Blame& reads = blames.front();
  EXPECT_EQ(reads.direction, Direction::kRead);
  EXPECT_EQ(reads.count, kRequests);
  EXPECT_DOUBLE_EQ(reads.all.mean, 500'500);
  ASSERT_EQ(reads.bands.size(), 5U);
  const BlameBand& half = reads.bands[0];
  EXPECT_EQ(half.count, 500U);
  EXPECT_EQ(half.least, 1000U);
  EXPECT_EQ(half.most, 500'000U);
  EXPECT_DOUBLE_EQ(half.mean, 250'500);
  const BlameBand& slow = reads.bands[3];  // 99 to 99.9 %: 991 to 999 us
  EXPECT_EQ(slow.count, 9U);
  EXPECT_DOUBLE_EQ(slow.mean, 995'000);
  EXPECT_DOUBLE_EQ(slow.parts[static_cast<u32>(Part::kCollection)], 994'000);
  EXPECT_DOUBLE_EQ(slow.parts[static_cast<u32>(Part::kArray)], 1000);
  EXPECT_EQ(reads.bands[4].count, 1U);
  EXPECT_EQ(reads.bands[4].most, 1'000'000U);
}

TEST(RequestTimes, BandsBeginAndEndAtTheCuts) {
  const Made m = made();
  const std::array cuts{0.0, 0.75, 1.0};
  const Blame reads = blame(m.requests, m.times(), cuts).front();
  ASSERT_EQ(reads.bands.size(), 2U);
  EXPECT_EQ(reads.bands[0].count, 750U);
  EXPECT_EQ(reads.bands[0].most, 750'000U);
  EXPECT_EQ(reads.bands[1].count, 250U);
  EXPECT_DOUBLE_EQ(reads.bands[1].from_share, 0.75);
  EXPECT_DOUBLE_EQ(reads.bands[1].mean, 875'500);
}

TEST(RequestTimes, TheSlowestAreNamed) {
  const Made m = made();
  const Blame reads = blame(m.requests, m.times()).front();
  ASSERT_EQ(reads.slowest.size(), 5U);
  for (u64 i = 0; i < 5; ++i) EXPECT_EQ(reads.slowest[i].response, (kRequests - i) * 1000);
  EXPECT_EQ(reads.slowest[0].number * 7 % kRequests, 999U);
  EXPECT_EQ(reads.slowest[0].request.sector, reads.slowest[0].number * 8);
}

TEST(RequestTimes, DirectionsStandApart) {
  Made m = made();
  for (u64 i = 0; i < kRequests; i += 4) m.requests[i].direction = Direction::kWrite;
  const auto blames = blame(m.requests, m.times());
  ASSERT_EQ(blames.size(), 2U);
  EXPECT_EQ(blames[0].count, 750U);
  EXPECT_EQ(blames[1].direction, Direction::kWrite);
  EXPECT_EQ(blames[1].count, 250U);
}

TEST(RequestTimes, WhatIsNotCompleteCountsNowhere) {
  Made m = made();
  m.completions[3] = m.completions[500] = kNever;
  m.arrivals[4] = m.completions[4] = 0;  // complete when it arrives, at time 0
  m.splits[4] = {};
  EXPECT_EQ(blame(m.requests, m.times()).front().count, kRequests - 2);
  std::string csv;
  EXPECT_TRUE(requests_csv(m.requests, 512, m.times(), [&](std::string_view piece) {
    csv += piece;
    return true;
  }));
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(kRequests - 2 + 1));
  EXPECT_EQ(csv.find("\n3,"), std::string::npos);
  EXPECT_NE(csv.find("\n4,read,16384,4096,0,0,0,"), std::string::npos);
}

TEST(RequestTimes, ALineSaysAllOfARequest) {
  const Made m = made();
  std::string csv;
  requests_csv(m.requests, 512, m.times(), [&](std::string_view piece) {
    csv += piece;
    return true;
  });
  EXPECT_TRUE(csv.starts_with(
      "number,direction,offset_bytes,bytes,arrival_ns,completion_ns,response_ns,queue_ns,firmware_ns,link_ns,"
      "buffer_ns,unit_ns,collection_ns,channel_ns,transfer_ns,array_ns,controller_ns,slot_unit_ns,"
      "slot_collection_ns,slot_channel_ns,slot_transfer_ns,slot_array_ns\n"
      "0,read,0,4096,0,1000,1000,0,0,0,0,0,0,0,0,1000,0,0,0,0,0,0\n"
      "1,read,4096,4096,10000,18000,8000,0,0,0,0,0,0,0,0,8000,0,0,0,0,0,0\n"));
}

TEST(RequestTimes, WhoCannotTakeMoreEndsTheTable) {
  const Made m = made();
  int pieces = 0;
  EXPECT_FALSE(requests_csv(m.requests, 512, m.times(), [&](std::string_view) { return ++pieces > 5; }));
  EXPECT_EQ(pieces, 1);
}

TEST(RequestTimes, BothReportsSayWhatTheSlowWaitFor) {
  const Made m = made();
  const Plan design = hand_made_design();
  Report report;
  report.plan = &design;
  const auto blames = blame(m.requests, m.times());
  const std::string text = blame_text(report, blames);
  EXPECT_NE(text.find("The slowest 0.1 % of reads take 1.000 ms on average, 2 times the average of all: 99.90 % of it "
                      "waiting for a chip or die that collects."),
            std::string::npos)
      << text;
  const auto json = nlohmann::json::parse(blame_json(report, blames));
  EXPECT_EQ(json["schema"], "ssdc.blame");
  EXPECT_EQ(json["read"]["bands"].size(), 5U);
  EXPECT_DOUBLE_EQ(json["read"]["bands"][4]["parts"]["collection_ns"], 999'000);
  EXPECT_FALSE(json.contains("write"));
}

// The ten slowest wait for a slot, most of that while the program that makes room is in the array.
TEST(RequestTimes, BothReportsSayWhatASlotWaitsFor) {
  Made m = made();
  for (Split& split : m.splits) {
    std::swap(split[static_cast<u32>(Part::kCollection)], split[static_cast<u32>(Part::kBuffer)]);
    split[static_cast<u32>(Part::kSlotArray)] = split[static_cast<u32>(Part::kBuffer)] / 4 * 3;
    split[static_cast<u32>(Part::kSlotChannel)] = split[static_cast<u32>(Part::kBuffer)] / 4;
  }
  const Plan design = hand_made_design();
  Report report;
  report.plan = &design;
  const auto blames = blame(m.requests, m.times());
  const std::string text = blame_text(report, blames);
  EXPECT_NE(
      text.find("99.90 % of it waiting for a slot of the buffer (74.92 % while the program that made room was in the "
                "flash array)."),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("buffer"), std::string::npos);
  EXPECT_EQ(text.find("firmware"), std::string::npos) << "no request has such a part";
  const auto json = nlohmann::json::parse(blame_json(report, blames));
  EXPECT_DOUBLE_EQ(json["read"]["bands"][4]["parts"]["buffer_ns"], 999'000);
  EXPECT_DOUBLE_EQ(json["read"]["bands"][4]["slot_wait"]["array_ns"], 749'250);
  EXPECT_FALSE(json["read"]["bands"][4]["parts"].contains("slot_array_ns"));
}

}  // namespace
}  // namespace ssd::results
