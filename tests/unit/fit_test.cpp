// The fit of a workload to a trace: each mixture on data whose distribution is known, and the whole fit on workloads
// whose figures it must find again.
#include "tools/fit/fit.h"

#include <gtest/gtest.h>

#include <numeric>

#include "runtime/trace/random.h"
#include "tests/unit/sema_texts.h"
#include "tools/fit/comparison.h"
#include "tools/fit/gap_mix.h"
#include "tools/fit/sampled_pages.h"
#include "tools/fit/shape.h"
#include "tools/fit/shares.h"
#include "tools/fit/size_mix.h"
#include "tools/fit/workload_text.h"
#include "tools/fit/zones.h"

namespace ssd::fit {
namespace {

using trace::Random;
using trace::TraceRecord;

const workload::Choice& choice(const workload::Quantity& q) { return std::get<workload::Choice>(q.kind); }

double mean_of(const workload::Quantity& q) {
  if (const auto* constant = std::get_if<workload::Constant>(&q.kind)) return static_cast<double>(constant->value);
  if (const auto* exponential = std::get_if<workload::Exponential>(&q.kind))
    return static_cast<double>(exponential->mean);
  double sum = 0;
  for (const auto& option : choice(q).options)
    sum += mean_of(option.value) * option.parts_per_million / workload::kWhole;
  return sum;
}

u64 parts_of(const workload::Quantity& q) {
  u64 sum = 0;
  for (const auto& option : choice(q).options) sum += option.parts_per_million;
  return sum;
}

design::Workload workload_of(const std::string& keys) {
  const auto texts = check_text("workload W { requests: 20_000 " + keys + " }");
  EXPECT_EQ(texts->codes(), "") << texts->text();
  return texts->checked.workloads.at(0);
}

Profile made(const workload::Workload& workload) {
  SourceMap sources;
  diag::Sink sink;
  auto profile = generated(workload, sources, sink);
  EXPECT_TRUE(profile) << diag::render_text(sink, sources, false);
  return std::move(*profile);
}

Profile profile_of(const std::vector<TraceRecord>& records) {
  Measurement measurement(records.front().arrival, records.back().arrival);
  for (const TraceRecord& r : records) measurement.add(r);
  return measurement.finish();
}

TEST(FitShares, ReadWellAndSumToTheWhole) {
  EXPECT_EQ(readable(0.37123456), 371'200U);
  EXPECT_EQ(readable(0.00123456), 1'235U);  // finer below one percent
  for (const std::vector<double>& weights :
       {std::vector{0.3333, 0.3333, 0.3334}, {0.99999, 0.00001}, {0.5, 0.25, 0.124, 0.126}, {1.0}}) {
    const auto parts = readable_shares(weights);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), u64{0}), workload::kWhole);
  }
  EXPECT_EQ(readable_number(1'234'567, 4), 1'235'000U);
  EXPECT_EQ(readable_number(987, 4), 987U);
}

TEST(FitSampledPages, CountsEveryPageWhileTheyAreFew) {
  SampledPages pages(1000);
  pages.add(10, 20, false, true);
  pages.add(15, 25, true, false);
  EXPECT_EQ(pages.weight(), 1);
  EXPECT_EQ(pages.kept().size(), 15U);
  EXPECT_EQ(pages.kept().at(17).all(), 2U);
  EXPECT_EQ(pages.kept().at(12).sequential, 0U);
  EXPECT_TRUE(pages.kept().at(17).written);
  EXPECT_FALSE(pages.kept().at(22).written);
}

TEST(FitSampledPages, OfManyTheNumberIsNear) {
  SampledPages pages(1000);
  for (u64 round = 0; round < 3; ++round) {
    for (u64 page = 0; page < 100'000; page += 5) pages.add(page, page + 2, false, false);
  }
  EXPECT_LE(pages.kept().size(), 1000U);
  EXPECT_NEAR(static_cast<double>(pages.kept().size()) * pages.weight(), 40'000, 4'000);
  for (const auto& [page, touches] : pages.kept())
    EXPECT_EQ(touches.all(), 3U);  // what is kept at the end was kept from its first touch on
}

TEST(FitSampledPages, OneHugeRequestTakesNoLongerThanItsShare) {
  SampledPages pages;
  for (int i = 0; i < 64; ++i) pages.add(0, u64{1} << 24, true, false);
  EXPECT_LE(pages.kept().size(), SampledPages::kMostKept);
  EXPECT_NEAR(static_cast<double>(pages.kept().size()) * pages.weight(), 0x1p24, 0x1p24 / 100);
}

TEST(FitPopularity, HottestShare) {
  const Popularity popularity{{1, 80}, {16, 20}};  // 80 pages touched once, 20 touched 16 times
  EXPECT_EQ(pages_of(popularity), 100);
  EXPECT_EQ(touches_of(popularity), 400);
  EXPECT_DOUBLE_EQ(hottest_share(popularity, 0.2), 0.8);
  EXPECT_DOUBLE_EQ(hottest_share(popularity, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(hottest_share(popularity, 1), 1);
}

TEST(FitSizes, AFewAreKeptAsTheyAre) {
  Sizes sizes;
  for (int i = 0; i < 100; ++i) sizes.add(i < 75 ? 4096 : 65536);
  const auto mix = size_mix(sizes);
  ASSERT_EQ(choice(mix).options.size(), 2U);
  EXPECT_EQ(choice(mix).options[0].parts_per_million, 750'000U);
  EXPECT_DOUBLE_EQ(mean_of(mix), sizes.mean());
  Sizes one;
  one.add(8192);
  EXPECT_EQ(std::get<workload::Constant>(size_mix(one).kind).value, 8192U);
}

TEST(FitSizes, ManyKeepTheCommonestAndTheMean) {
  Sizes sizes;
  Random random({1, 1}, "sizes");
  for (int i = 0; i < 50'000; ++i) sizes.add(random.below(100) < 40 ? 4096 : 512 * (1 + random.below(2000)));
  const auto mix = size_mix(sizes);
  EXPECT_LE(choice(mix).options.size(), 12U);
  EXPECT_EQ(parts_of(mix), workload::kWhole);
  EXPECT_NEAR(mean_of(mix), sizes.mean(), 0.005 * sizes.mean());
  const auto common = std::ranges::find_if(choice(mix).options, [](const auto& o) { return mean_of(o.value) == 4096; });
  ASSERT_NE(common, choice(mix).options.end());
  EXPECT_NEAR(common->parts_per_million, 400'000, 10'000);
}

TEST(FitSizes, BeyondTheLanguageTheyCountAsItsMost) {
  Sizes sizes;
  sizes.add(u64{1} << 30);
  sizes.add(700);
  EXPECT_EQ(sizes.larger, 1U);
  EXPECT_EQ(choice(size_mix(sizes)).options.back().parts_per_million, 500'000U);
  EXPECT_EQ(mean_of(choice(size_mix(sizes)).options.front().value), 1024);  // rounded up to blocks
  EXPECT_EQ(mean_of(choice(size_mix(sizes)).options.back().value), 0x1p24);
}

TEST(FitGaps, AnExponentialDistributionIsFoundAsOne) {
  Gaps gaps;
  Random random({1, 1}, "gaps");
  for (int i = 0; i < 50'000; ++i) gaps.add(random.exponential(3'000'000));
  const auto mix = gap_mix(gaps);
  ASSERT_TRUE(std::holds_alternative<workload::Exponential>(mix.kind));
  EXPECT_NEAR(mean_of(mix), gaps.mean(), 0.001 * gaps.mean());
}

TEST(FitGaps, BurstsAndPausesKeepTheirShareAndTheMean) {
  Gaps gaps;
  Random random({1, 1}, "gaps");
  for (int i = 0; i < 100'000; ++i) gaps.add(random.exponential(random.below(100) < 77 ? 40'000 : 62'000'000));
  const auto mix = gap_mix(gaps);
  EXPECT_EQ(parts_of(mix), workload::kWhole);
  EXPECT_NEAR(mean_of(mix), gaps.mean(), 0.002 * gaps.mean());
  double bursts = 0;
  for (const auto& option : choice(mix).options)
    bursts += option.parts_per_million / 1e6 * (1 - std::exp(-200'000 / mean_of(option.value)));
  EXPECT_NEAR(bursts, gaps.burst_share(), 0.005);
}

TEST(FitGaps, TimesThatRecurStayAsTheyAre) {
  Gaps steady;
  for (int i = 0; i < 1000; ++i) steady.add(250'000);
  EXPECT_EQ(std::get<workload::Constant>(gap_mix(steady).kind).value, 250'000U);
  Gaps stamps;  // whole seconds, with many requests in each
  for (int i = 0; i < 10'000; ++i) stamps.add(i % 100 == 0 ? 1'000'000'000 : 0);
  EXPECT_NEAR(mean_of(gap_mix(stamps)), stamps.mean(), 0.01 * stamps.mean());
  EXPECT_EQ(mean_of(choice(gap_mix(stamps)).options.front().value), 0);
}

TEST(FitGaps, NoneOrAllAtOnceAreNoTime) {
  EXPECT_EQ(mean_of(gap_mix({})), 0);
  Gaps none;
  none.add(0);
  EXPECT_EQ(mean_of(gap_mix(none)), 0);
}

// Pages of a region; each request touches one at random.
Popularity drawn(std::vector<std::pair<u64, u64>> pages_and_touches) {
  std::map<u64, u64> counts;
  Random random({1, 1}, "pages");
  u64 begin = 0;
  for (const auto& [pages, touches] : pages_and_touches) {
    for (u64 i = 0; i < touches; ++i) ++counts[begin + random.below(pages)];
    begin += pages;
  }
  std::map<u64, u64> frequency;
  for (const auto& [page, count] : counts) ++frequency[count];
  Popularity popularity;
  for (const auto& [count, pages] : frequency) popularity.emplace_back(count, pages);
  return popularity;
}

TEST(FitZones, PagesThatChanceMissedArePartOfTheRegion) {
  const auto zones = zones_of(drawn({{20'000, 10'000}}), 1, 1e9);
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_NEAR(zones[0].pages, 20'000, 1'000);  // of these, some 7,870 were touched
  EXPECT_NEAR(zones[0].touches, 10'000, 10);
}

TEST(FitZones, AHotSpotIsFound) {
  const auto zones = zones_of(drawn({{1'000, 40'000}, {20'000, 20'000}}), 2, 1e9);
  ASSERT_EQ(zones.size(), 2U);
  EXPECT_NEAR(zones[0].pages, 1'000, 20);
  EXPECT_NEAR(zones[0].touches, 40'000, 400);
  EXPECT_NEAR(zones[1].pages, 20'000, 1'000);
}

TEST(FitZones, ARegionIsNoLargerThanAsked) {
  const auto zones = zones_of({{1, 1000}}, 2, 5000);  // each page once: the number of pages could be anything
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zones[0].pages, 5000);
  EXPECT_TRUE(zones_of({}, 2, 5000).empty());
}

TEST(FitShape, RegionsHoldTheLargestRequest) {
  const auto pattern = pattern_of({.zones = {{2, 10}, {4, 10}, {100, 10}}}, 1 << 20);
  for (const auto& option : std::get<workload::PatternMix>(pattern.kind).options)
    EXPECT_GE(option.pattern.over_bytes, 1U << 20);
  EXPECT_EQ(space_of(pattern), 1U << 20);
}

// The workload, written as text and checked again, is the same.
TEST(FitText, IsReadAgainAsItWas) {
  for (const std::string keys :
       {"read: 40.77% size: mix(10%: 512B, 90%: 12KiB) interval: 0ns address: uniform over 100KiB align: 512B",
        "read: 0.0123% trim: 20% read_size: 1MiB write_size: mix(50%: 512B, 50%: 1536B) size: 8KiB interval: "
        "mix(33.3333%: 1.5us, 66.6667%: exponential(12.34s)) "
        "address: mix(10%: sequential over 3TiB, 20%: zipf(0.87) over 1GiB, 70%: hotspot(0.0001%: 99.9999%) over "
        "12345KiB) seed: 16",
        "read: 100% read_size: 4KiB interval: exponential(1ns) address: stride(64KiB) over 50%"}) {
    design::Workload workload = workload_of(keys);
    workload.name = "W";
    const auto again = check_text(workload_text(workload));
    ASSERT_EQ(again->codes(), "") << workload_text(workload) << again->text();
    EXPECT_EQ(dump(again->checked.workloads.at(0)), dump(workload));
  }
}

// The requests of a workload, taken as a trace, and the workload that is fitted to them.
struct Refit {
  explicit Refit(const std::string& keys)
      : trace(made(workload_of(keys))), workload(fitted(trace, {})), again(made(workload)) {}
  std::string missed() const {
    std::string names;
    for (const Row& row : rows(trace, again)) names += row.fitted && !row.within() ? std::string(row.key) + " " : "";
    return names;
  }
  Profile trace;
  workload::Workload workload;
  Profile again;
};

TEST(Fit, FindsTheFiguresOfWorkloadsAgain) {
  for (const std::string keys : {"read: 37% size: 4KiB interval: exponential(200us) address: uniform over 200MiB",
                                 "read: 90% read_size: mix(60%: 4KiB, 40%: 64KiB) write_size: 8KiB interval: mix(75%: "
                                 "30us, 25%: exponential(1ms)) address: hotspot(20%: 80%) over 100MiB",
                                 "write: 100% size: 16KiB interval: 1ms address: sequential over 1GiB",
                                 "read: 50% size: 4KiB interval: exponential(1ms) address: mix(30%: sequential over "
                                 "1GiB, 70%: hotspot(5%: 90%) over 400MiB)",
                                 "read: 50% size: 4KiB interval: exponential(1ms) address: zipf(0.99) over 300MiB",
                                 "read: 20% trim: 30% size: 8KiB interval: 1ms address: uniform over 1GiB"}) {
    const Refit refit(keys);
    EXPECT_EQ(refit.missed(), "") << keys << "\n" << workload_text(refit.workload);
  }
}

TEST(Fit, ThePlainestPatternThatWillDoIsTaken) {
  EXPECT_TRUE(std::holds_alternative<workload::Uniform>(
      std::get<workload::Generator>(Refit("size: 4KiB address: uniform over 50MiB").workload.source).pattern.kind));
  EXPECT_TRUE(std::holds_alternative<workload::Hotspot>(
      std::get<workload::Generator>(Refit("size: 4KiB address: hotspot(10%: 90%) over 50MiB").workload.source)
          .pattern.kind));
  EXPECT_TRUE(std::holds_alternative<workload::Sequential>(
      std::get<workload::Generator>(Refit("size: 4KiB address: sequential over 50MiB").workload.source).pattern.kind));
}

TEST(Fit, IsTheSameEachTime) {
  const Profile trace = made(workload_of("read: 37% size: 4KiB address: hotspot(20%: 80%) over 100MiB"));
  EXPECT_EQ(workload_text(fitted(trace, {})), workload_text(fitted(trace, {})));
}

TEST(Fit, TellsEachTrial) {
  const Profile trace = made(workload_of("read: 37% size: 4KiB address: hotspot(20%: 80%) over 100MiB"));
  u64 calls = 0;
  double before = 0;
  fitted(trace, {}, [&](u64 generated, double share) {
    EXPECT_EQ(generated, ++calls * trace.requests);
    EXPECT_GT(share, before);
    EXPECT_LE(share, 1);
    before = share;
  });
  EXPECT_GT(calls, 1U);
}

TEST(Fit, RegionsFitTheDriveThatIsAskedFor) {
  const Profile trace = made(workload_of("read: 37% size: 4KiB address: uniform over 8GiB"));
  EXPECT_GT(space_of(std::get<workload::Generator>(fitted(trace, {}).source).pattern), u64{4} << 30);
  EXPECT_LE(space_of(std::get<workload::Generator>(fitted(trace, {.space = u64{1} << 30}).source).pattern),
            u64{1} << 30);
}

TEST(Fit, OddTracesGiveWorkloadsThatRun) {
  const TraceRecord one{5, 700, 100, Direction::kWrite, 0};
  const std::vector<std::vector<TraceRecord>> odd{
      {one},
      std::vector<TraceRecord>(100, {0, 1 << 20, 4096, Direction::kRead, 0}),  // one place, one time
      {{0, 0, 4096, Direction::kRead, 0},
       {Time{1} << 62, u64{1} << 62, 4096, Direction::kWrite, 0}},  // gaps of years, addresses of exabytes
      std::vector<TraceRecord>(10, {7, 4096, u64{1} << 40, Direction::kTrim, 0}),   // only trims, of a terabyte each
      std::vector<TraceRecord>(10, {7, 512, u64{1} << 34, Direction::kWrite, 0})};  // requests of 16 GiB
  for (const auto& records : odd) {
    const Profile trace = profile_of(records);
    workload::Workload workload = fitted(trace, {});
    workload.name = "Odd";
    const auto read = check_text(workload_text(workload));
    ASSERT_EQ(read->codes(), "") << workload_text(workload) << read->text();
    EXPECT_EQ(made(read->checked.workloads.at(0)).requests, records.size());
  }
}

TEST(FitProfile, SequentialAndReturningLookBackALittle) {
  std::vector<TraceRecord> records;
  for (u64 i = 0; i < 100; ++i)
    records.push_back({i, (i % 2) * (u64{1} << 30) + i / 2 * 4096, 4096, Direction::kRead, 0});  // two streams
  EXPECT_EQ(profile_of(records).sequential, 98U);
  EXPECT_EQ(profile_of(records).returning, 0U);
  for (TraceRecord& r : records) r.offset = 4096;
  EXPECT_EQ(profile_of(records).returning, 99U);
  EXPECT_EQ(profile_of(records).sequential, 0U);
}

}  // namespace
}  // namespace ssd::fit
