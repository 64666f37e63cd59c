// Derived figures and both reports, from counts worked out by hand.
#include "runtime/results/results.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include <nlohmann/json.hpp>

#include "runtime/results/report.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::results {
namespace {

u64& count(Results& r, CommandType type, u32 planes, bool interleaved) {
  return r.commands.count[static_cast<std::size_t>(type)][planes - 1][interleaved ? 1 : 0];
}

// Two reads of 100 and 300 ns, one write of 1000 ns, one trim; two units over 10 us.
Results example() {
  Results r;
  r.clock = 10'000;
  r.units = {{.array = 4000, .bus = 1000, .contention = 0}, {.array = 2000, .bus = 1000, .contention = 2000}};
  r.host.completed[0] = 1, r.host.completed[1] = 2, r.host.completed[2] = 1;
  r.host.bytes[0] = 4096, r.host.bytes[1] = 2048, r.host.bytes[2] = 8192;
  r.host.last_completion = 10'000;
  r.read = {.count = 2,
            .mean = 200,
            .stddev = 100,
            .min = 100,
            .max = 300,
            .p50 = 100,
            .p90 = 300,
            .p99 = 300,
            .p999 = 300,
            .p9999 = 300};
  const auto part = [&r](Direction d, Part p) -> u128& {
    return r.host.parts[static_cast<u32>(d)][static_cast<u32>(p)];
  };
  part(Direction::kRead, Part::kArray) = 300;
  part(Direction::kRead, Part::kTransfer) = 100;
  part(Direction::kWrite, Part::kCollection) = 750;
  part(Direction::kWrite, Part::kArray) = 250;
  r.flash.host_programs = 10;
  r.flash.collection_programs = 6;
  r.flash.collection_reads = 4;
  r.flash.copybacks = 2;
  r.flash.host_reads = 20;
  r.flash.erases = r.flash.collections = 3;
  r.flash.idle_collections = 1;
  count(r, CommandType::kRead, 1, false) = 5;
  count(r, CommandType::kRead, 1, true) = 6;
  count(r, CommandType::kRead, 2, false) = 3;
  count(r, CommandType::kRead, 4, true) = 2;
  return r;
}

Report report(const Plan& plan, Results r) {
  Report result;
  result.plan = &plan;
  result.workload = "W";
  result.results = std::move(r);
  return result;
}

// Of `count` values the lowest `low` are 10 ns, the others 20 ns.
std::unique_ptr<Histogram> two_values(u64 low, u64 count) {
  auto result = std::make_unique<Histogram>();
  result->count = count;
  result->min = 10, result->max = 20;
  result->buckets[10] = low;
  result->buckets[20] = count - low;
  return result;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Results, SharesOfTheUnitsSumToOne) {
  const Execution e = example().execution();
  EXPECT_DOUBLE_EQ(e.array, 0.3);
  EXPECT_DOUBLE_EQ(e.bus, 0.1);
  EXPECT_DOUBLE_EQ(e.contention, 0.1);
  EXPECT_DOUBLE_EQ(e.idle, 0.5);
  EXPECT_DOUBLE_EQ(Results{}.execution().idle, 1);
}

TEST(Results, PartsAreMeans) {
  const Results r = example();
  EXPECT_EQ(r.parts(Direction::kRead), (std::array<double, kParts>{0, 0, 0, 0, 0, 0, 0, 50, 150, 0}));
  EXPECT_EQ(r.parts(Direction::kWrite), (std::array<double, kParts>{0, 0, 0, 0, 0, 750, 0, 0, 250, 0}));
  EXPECT_EQ(r.parts(Direction::kTrim), (std::array<double, kParts>{}));
}

// Percentile q of n values is the value of rank ceil(q n) (account.numbers, 2): the greatest of the `rank` lowest
// values if these are 10 ns, and the next value if one fewer is.
TEST(Results, PercentilesAreTheValuesOfRankCeilOfQN) {
  struct Ranked {
    Time Latency::* percentile;
    u64 count, rank;
  };
  const Ranked all[] = {
      {&Latency::p50, 1, 1},
      {&Latency::p50, 2, 1},
      {&Latency::p50, 3, 2},
      {&Latency::p50, 100, 50},
      {&Latency::p50, 101, 51},
      {&Latency::p90, 1, 1},
      {&Latency::p90, 9, 9},
      {&Latency::p90, 10, 9},
      {&Latency::p90, 11, 10},
      {&Latency::p99, 99, 99},
      {&Latency::p99, 100, 99},
      {&Latency::p99, 101, 100},
      {&Latency::p99, 200, 198},
      {&Latency::p99, 201, 199},
      {&Latency::p999, 999, 999},
      {&Latency::p999, 1000, 999},
      {&Latency::p999, 1001, 1000},
      {&Latency::p9999, 9999, 9999},
      {&Latency::p9999, 10'000, 9999},
      {&Latency::p9999, 10'001, 10'000},
      {&Latency::p99, u64{1} << 63, 9'131'138'316'486'228'050U},
  };
  for (const auto& [percentile, count, rank] : all) {
    const auto at = two_values(rank, count), below = two_values(rank - 1, count);
    EXPECT_EQ(latency(std::array<const Histogram*, 1>{at.get()}).*percentile, 10U) << rank << " of " << count;
    EXPECT_EQ(latency(std::array<const Histogram*, 1>{below.get()}).*percentile, 20U) << rank << " of " << count;
  }
}

// Ranks are those among the values of all histograms, and no percentile is above the greatest value.
TEST(Results, PercentilesAreOverAllHistograms) {
  const auto reads = two_values(99, 100), writes = two_values(0, 100);
  const Latency both = latency(std::array<const Histogram*, 2>{reads.get(), writes.get()});
  EXPECT_EQ(both.count, 200U);
  EXPECT_EQ(both.p50, 20U) << "99 of 200 values are 10 ns";
  const auto one_more = two_values(1, 100);
  EXPECT_EQ(latency(std::array<const Histogram*, 2>{reads.get(), one_more.get()}).p50, 10U);
  const auto histogram = std::make_unique<Histogram>();
  histogram->add(3000);  // its bucket ends at 3001
  EXPECT_EQ(latency(std::array<const Histogram*, 1>{histogram.get()}).p50, 3000U);
  histogram->add(5000);
  EXPECT_EQ(latency(std::array<const Histogram*, 1>{histogram.get()}).p50, 3001U);
}

// copies.held_time: N x 50 ns, rounded half up, and the pages of a chip one after another.
TEST(Results, ThePowerLossFollowsFromTheMeanNumberOfHeldPages) {
  constexpr Time kWriteBack = 641'000;
  EXPECT_EQ(power_loss(0, 1000, 16, kWriteBack), 0U);
  EXPECT_EQ(power_loss(15'999, 1000, 16, kWriteBack), 800U);  // 15.999 pages: 799.95 ns, and no chip has a whole one
  EXPECT_EQ(power_loss(16'000, 1000, 16, kWriteBack), 800U + kWriteBack);
  EXPECT_EQ(power_loss(46'000, 1000, 16, kWriteBack), 2300U + 2 * kWriteBack);
  EXPECT_EQ(power_loss(1, 100, 16, kWriteBack), 1U);  // 0.5 ns
  EXPECT_EQ(power_loss(1, 101, 16, kWriteBack), 0U);
  EXPECT_EQ(power_loss(1, 0, 16, kWriteBack), 0U);
}

// account.conflicts: the loops for plain designs do not see other chips.
TEST(Results, SharesOfIdleChipsAreAbsentInPlainDesigns) {
  Results r;
  r.chips.resize(4);
  r.flash.collections = 8;
  EXPECT_TRUE(std::isnan(r.idle_drive()));
  EXPECT_TRUE(std::isnan(r.idle_chips()));
  r.whole_drive = true;
  EXPECT_EQ(r.idle_drive(), 0);
  EXPECT_EQ(r.idle_chips(), 0);
  r.flash.idle_drive_collections = 2;
  r.flash.beside_collections = 100;
  r.flash.idle_beside_collections = 300;
  EXPECT_EQ(r.idle_drive(), 0.25);
  EXPECT_EQ(r.idle_chips(), 0.75);
}

TEST(Results, RatesCountReadsAndWrites) {
  const Results r = example();
  EXPECT_DOUBLE_EQ(r.bandwidth(), 6144 * 1e9 / 10'000);
  EXPECT_DOUBLE_EQ(r.iops(), 3 * 1e9 / 10'000);
  EXPECT_EQ(r.completed(), 4U);
}

TEST(Results, CommandsHaveFourClasses) {
  const CommandClasses c = classes(example().commands, CommandType::kRead);
  EXPECT_EQ(c.plain, 5U);
  EXPECT_EQ(c.interleaved, 6U);
  EXPECT_EQ(c.multiplane, 3U);
  EXPECT_EQ(c.both, 2U);
  EXPECT_EQ(c.total(), 16U);
  EXPECT_EQ(c.by_planes[0], 11U);
  EXPECT_EQ(c.by_planes[3], 2U);
}

// A copyback reads and programs the array but moves nothing over the bus.
TEST(Results, EnergyIsCountsTimesConstants) {
  const design::Energy constants{
      .read = 1'000'000'000, .program = 2'000'000'000, .erase = 5'000'000'000, .transfer_per_byte = 1500, .idle = 3000};
  const EnergyUse e = energy_use(constants, example().flash, 1'000'000, 10'000, 4);
  EXPECT_DOUBLE_EQ(e.read, 26e-6);
  EXPECT_DOUBLE_EQ(e.program, 32e-6);
  EXPECT_DOUBLE_EQ(e.erase, 15e-6);
  EXPECT_DOUBLE_EQ(e.transfer, 1.5e-6);
  EXPECT_DOUBLE_EQ(e.idle, 0.12e-6);
  EXPECT_DOUBLE_EQ(e.total(), 74.62e-6);
}

// A replica's program counts neither as the host's nor as collection's, but the array works for it (account.numbers,
// 4).
TEST(Results, EnergyCountsProgramsOfReplicas) {
  const design::Energy constants{.read = 0, .program = 2'000'000'000, .erase = 0, .transfer_per_byte = 0, .idle = 0};
  FlashCounts flash{};
  flash.replica_programs = 7;
  EXPECT_DOUBLE_EQ(energy_use(constants, flash, 0, 0, 1).program, 14e-6);
  flash.host_programs = 100;
  flash.collection_programs = 10;
  EXPECT_DOUBLE_EQ(energy_use(constants, flash, 0, 0, 1).program, 234e-6);
}

TEST(Results, EnergyDoesNotOverflow) {
  FlashCounts flash{};
  flash.host_reads = u64{1} << 40;
  const design::Energy constants{
      .read = u64{1} << 40, .program = 0, .erase = 0, .transfer_per_byte = 0, .idle = u64{1} << 40};
  const EnergyUse e = energy_use(constants, flash, 0, u64{1} << 62, 4096);
  EXPECT_DOUBLE_EQ(e.read, 0x1p80 * 1e-15);
  EXPECT_DOUBLE_EQ(e.idle, 0x1p114 * 1e-15);
}

TEST(Text, LeavesOutWhatTheDesignDoesNotHave) {
  const Plan plan = hand_made_design();
  Results r;
  const std::string bare = text(report(plan, r));
  for (const char* part : {"where the time went", "commands", "wasted", "suspensions", "buffer", "trim", "conflicts",
                           "energy", "over time"}) {
    EXPECT_FALSE(says(bare, part)) << part;
  }
  r = example();
  r.flash.wasted_multiplane = 7;
  r.flash.suspends = 5;
  r.flash.buffer_hits = 9;
  r.flash.trimmed = 11;
  r.flash.conflicts = 13;
  r.trim.count = 1;
  r.energy.read = 1.25e-3;
  const std::string full = text(report(plan, r));
  for (const char* part :
       {"where the time went", "7 (7 for multi-plane commands, 0 for copybacks); with them write amplification is",
        "5 of programs and erases", "9 hits", "11 pages lost", "13 page operations of the host",
        "3, 2.00 pages moved each (33.33 % by copyback), 0 forced, 33.33 % begun in idle time", "1.250 mJ",
        "trim                 1", "array 30.00 %, bus 10.00 %", "4 planes"}) {
    EXPECT_TRUE(says(full, part)) << part << "\n" << full;
  }
}

TEST(Results, SkippedPagesCountInASecondWriteAmplification) {
  Results r = example();
  r.flash.host_programs = 100;
  r.flash.collection_programs = 50;
  r.flash.wasted_multiplane = 7, r.flash.wasted_copyback = 2, r.flash.wasted_wear = 1;
  EXPECT_DOUBLE_EQ(r.write_amplification(), 1.5);
  EXPECT_DOUBLE_EQ(r.write_amplification_with_skipped(), 1.6);
  r.flash.host_programs = 0;
  EXPECT_EQ(r.write_amplification_with_skipped(), 1);
}

TEST(Results, BytesCountWholePagesAndWhatTheHostWrote) {
  Results r;
  EXPECT_EQ(r.write_amplification_by_bytes(), 1);
  r.page_bytes = 2048;
  r.flash.host_programs = 4;
  r.flash.copybacks = r.flash.collection_programs = 2;
  r.flash.replica_programs = 3;
  r.flash.wasted_multiplane = 5;
  EXPECT_EQ(r.write_amplification_by_bytes(), 1);
  r.host.bytes[static_cast<u32>(Direction::kWrite)] = u64{4} * 512;
  r.host.bytes[static_cast<u32>(Direction::kTrim)] = u64{9} * 2048;
  EXPECT_EQ(r.programmed_bytes(), u64{6} * 2048);
  EXPECT_EQ(r.write_amplification_by_bytes(), 6);
  const Plan plan = hand_made_design();
  EXPECT_TRUE(says(text(report(plan, r)), "6.000 (12.00 KiB programmed, 2.000 KiB written by the host)"));
}

TEST(Results, StreamsCountTheirPages) {
  Results r;
  r.streams = {{.host = 10, .moved = 0}, {.host = 4, .moved = 2}, {.host = 0, .moved = 0}};
  const Plan plan = hand_made_design();
  EXPECT_FALSE(says(text(report(plan, r)), "by collection)\n    stream"));
  EXPECT_TRUE(says(text(report(plan, r)), "stream 1         4 pages by the host\n"));
  EXPECT_TRUE(says(json(report(plan, r)), R"({"host_programs":4})"));
  r.collects_by_stream = true;
  EXPECT_EQ(write_amplification(r.streams[1]), 1.5);
  EXPECT_EQ(write_amplification(r.streams[2]), 1);
  EXPECT_TRUE(says(text(report(plan, r)), "stream 1         1.500 (4 pages by the host, 2 by collection)"));
  EXPECT_TRUE(says(json(report(plan, r)), R"({"host_programs":4,"collection_programs":2,"write_amplification":1.5})"));
}

TEST(Text, ShowsTheCourseOfALongRunOnly) {
  const Plan plan = hand_made_design();
  Results r;
  for (Time t = 0; t < 999; ++t) add_completion(r.series, t * 1000, 512 * (1 + t / 100), 1000);
  r.host.last_completion = 1'000'000;
  EXPECT_FALSE(says(text(report(plan, r)), "over time"));
  add_completion(r.series, 999'000, 512, 1000);
  const std::string shown = text(report(plan, r));
  EXPECT_TRUE(says(shown, "over time")) << shown;
  EXPECT_TRUE(says(shown, "█")) << shown;
  EXPECT_FALSE(says(shown, "mean response  ")) << "it is constant\n" << shown;
}

TEST(Json, HasEveryKeyEvenIfAllIsZero) {
  const Plan plan = hand_made_design();
  const auto bare = nlohmann::json::parse(json(report(plan, Results{})));
  const auto full = nlohmann::json::parse(json(report(plan, example())));
  for (const auto& [key, value] : full.items()) EXPECT_TRUE(bare.contains(key)) << key;
  EXPECT_EQ(bare["gc"]["pages_moved"], 0.0);
  EXPECT_EQ(bare["energy"]["total_joules"], 0.0);
  EXPECT_EQ(bare["series"]["requests"].size(), 0U);
  EXPECT_EQ(full["parts"]["write"]["collection_ns"], 750.0);
  EXPECT_EQ(full["commands"]["read"]["both"], 2);
  EXPECT_EQ(full["commands"]["read"]["by_planes"].size(), 1U);  // one plane a die
  EXPECT_EQ(full["bytes"]["trimmed"], 8192);
  EXPECT_EQ(full["execution"]["idle"], 0.5);
  EXPECT_EQ(full["busy"]["units"][1]["contention"], 0.2);
}

TEST(Json, GivesTheSeriesAsColumns) {
  const Plan plan = hand_made_design();
  Results r;
  add_completion(r.series, 0, 512, 50);
  r.series.free_at_start = 83;
  add_programs(r.series, 2, 4, 2);
  r.host.last_completion = 3;
  const auto series = nlohmann::json::parse(json(report(plan, r)))["series"];
  EXPECT_EQ(series["interval_ns"], 1);
  EXPECT_EQ(series["requests"], (std::vector<u64>{1, 0, 0}));
  EXPECT_EQ(series["mean_response_ns"][0], 50.0);
  EXPECT_TRUE(series["mean_response_ns"][1].is_null());
  EXPECT_EQ(series["write_amplification"][2], 1.5);
  EXPECT_EQ(series["free_pages"][2], 77);
}

}  // namespace
}  // namespace ssd::results
