// Generators: the required shares, the required region, alignment, and the same requests on every machine.
#include <algorithm>
#include <map>

#include "compiler/design/design.h"
#include "runtime/trace/random.h"
#include "runtime/trace/requests.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

using namespace workload;
using design::Design;

Design drive(u64 logical_pages = 100'000, u64 sector = 512) {
  Design d;
  d.geometry.page_bytes = 4096;
  d.geometry.sector_bytes = sector;
  d.config.logical_pages = logical_pages;
  return d;
}

Workload generator(Pattern pattern, u64 requests = 20'000) {
  Workload w;
  w.name = "W";
  Generator g;
  g.pattern = std::move(pattern);
  w.source = g;
  w.requests = requests;
  return w;
}
Generator& of(Workload& w) { return std::get<Generator>(w.source); }

// Requests that can be visited one by one.
struct Listed {
  u64 closed = 0;
  std::vector<Request> list;
  u64 bytes_read = 0, bytes_written = 0;
  std::vector<std::string> notes;
};

Listed made(const Workload& w, const Design& d = drive(), u64 seed = 1) {
  SourceMap sources;
  diag::Sink sink;
  auto requests = requests_for(d, w, {.requests = {}, .seed = seed}, sources, sink);
  EXPECT_TRUE(requests) << diag::render_text(sink, sources, false);
  Listed result;
  if (!requests) return result;
  for (const Request& r : requests->list) result.list.push_back(r);
  return {requests->closed, std::move(result.list), requests->bytes_read, requests->bytes_written, requests->notes};
}

std::string refusal(const Workload& w, const Design& d = drive()) {
  SourceMap sources;
  diag::Sink sink;
  EXPECT_FALSE(requests_for(d, w, {}, sources, sink));
  return sink.all().empty() ? "" : std::string(diag::row(sink.all()[0].code).name);
}

template <class Predicate>
double share(const Listed& requests, Predicate predicate) {
  return static_cast<double>(std::ranges::count_if(requests.list, predicate)) /
         static_cast<double>(requests.list.size());
}

u64 checksum(const Listed& requests) {
  u64 sum = 0;
  for (const Request& r : requests.list) {
    for (const u64 word : {r.arrival, r.sector, u64{r.sectors}, static_cast<u64>(r.direction)})
      sum = SplitMix64{sum ^ word}.next();
  }
  return sum;
}

Pattern mixed() {
  PatternMix mix;
  mix.options.push_back({500'000, {Zipf{0.99}, kWhole}});
  mix.options.push_back({300'000, {Sequential{}, 250'000}});
  mix.options.push_back({200'000, {Hotspot{100'000, 900'000}, kWhole}});
  return {mix, 850'000};
}

Workload rich() {
  Workload w = generator(mixed());
  of(w).read_parts = 600'000;
  of(w).size = {Choice{{{700'000, {Constant{4096}}}, {200'000, {Constant{16384}}}, {100'000, {Constant{512}}}}}};
  of(w).interval = {Choice{{{750'000, {Constant{30'000}}}, {250'000, {Exponential{1'000'000}}}}}};
  return w;
}

TEST(Generators, KeepTheSharesAskedFor) {
  const Listed r = made(rich());
  ASSERT_EQ(r.list.size(), 20'000U);
  EXPECT_NEAR(share(r, [](const Request& q) { return q.direction == Direction::kRead; }), 0.6, 0.015);
  EXPECT_NEAR(share(r, [](const Request& q) { return q.sectors == 8; }), 0.7, 0.015);
  EXPECT_NEAR(share(r, [](const Request& q) { return q.sectors == 32; }), 0.2, 0.015);
  EXPECT_NEAR(static_cast<double>(r.list.back().arrival) / 20'000, 0.75 * 30'000 + 0.25 * 1'000'000, 15'000);
  EXPECT_EQ(r.list.front().arrival, 0U);
  EXPECT_TRUE(std::ranges::is_sorted(r.list, {}, &Request::arrival));
}

TEST(Generators, TrimsTakeTheirShareFromWritesOnly) {
  Workload w = generator({Uniform{}, kWhole}, 100'000);
  of(w).read_parts = 300'000;
  const Listed without = made(w);
  of(w).trim_parts = 200'000;
  const Listed with = made(w);
  EXPECT_NEAR(share(with, [](const Request& r) { return r.direction == Direction::kTrim; }), 0.2, 0.005);
  for (std::size_t i = 0; i < without.list.size(); ++i) {
    const Request &a = without.list[i], &b = with.list[i];
    ASSERT_EQ(a.sector, b.sector);
    ASSERT_EQ(a.direction == Direction::kRead, b.direction == Direction::kRead);
  }
  EXPECT_EQ(with.bytes_read, without.bytes_read);
  EXPECT_LT(with.bytes_written, without.bytes_written);
}

TEST(Generators, StayInTheirRegionAndAligned) {
  const std::vector<Pattern> patterns = {{Uniform{}, 333'333},
                                         {Zipf{1.2}, 333'333},
                                         {Sequential{}, 333'333},
                                         {Stride{5120}, 333'333},
                                         {Hotspot{10, 500'000}, 333'333},
                                         mixed()};
  for (const u64 logical_pages : {17U, 1001U, 100'000U}) {
    for (const Pattern& pattern : patterns) {
      Workload w = generator(pattern, 4000);
      of(w).size = {
          Choice{{{400'000, {Constant{4096}}}, {300'000, {Constant{1024}}}, {300'000, {Constant{3 * 4096}}}}}};
      const u64 end = logical_pages * 8 * pattern.over / kWhole;
      for (const Request& r : made(w, drive(logical_pages)).list) {
        ASSERT_LE(r.sector + r.sectors, end);
        ASSERT_EQ(r.sector % (r.sectors == 2 ? 2 : 8), 0U);
      }
    }
  }
}

// 8 sectors a page; a part that is not a whole sector is left out.
TEST(Generators, CoverARegionOfBytes) {
  const auto end_of = [](const Pattern& pattern, u64 logical_pages) {
    const Listed r = made(generator(pattern, 20'000), drive(logical_pages));
    u64 end = 0;
    for (const Request& q : r.list) end = std::max(end, q.sector + q.sectors);
    return std::pair(end, r.notes.size());
  };
  EXPECT_EQ(end_of({Uniform{}, kWhole, 100 * 4096 + 511}, 1000), std::pair(u64{800}, std::size_t{0}));
  EXPECT_EQ(end_of({Uniform{}, kWhole, 100 * 4096}, 100), std::pair(u64{800}, std::size_t{0}));
  EXPECT_EQ(end_of({Uniform{}, kWhole, 101 * 4096}, 100), std::pair(u64{800}, std::size_t{1}))
      << "cut off, with a note";
  PatternMix nested;
  nested.options.push_back({kWhole, {Uniform{}, kWhole, 60 * 4096}});
  EXPECT_EQ(end_of({nested, kWhole, 50 * 4096}, 1000), std::pair(u64{400}, std::size_t{1}))
      << "cut off at the region around it";
  EXPECT_EQ(refusal(generator({Uniform{}, kWhole, 2048})), "E0427");
}

TEST(Generators, GiveReadsAndWritesTheirOwnSizes) {
  Workload w = rich();
  of(w).trim_parts = 100'000;
  const Listed before = made(w);
  of(w).read_size = {Constant{32768}};
  of(w).write_size = {Choice{{{500'000, {Constant{1024}}}, {500'000, {Constant{2048}}}}}};
  const Listed after = made(w);
  std::map<Direction, std::map<u32, int>> counts;
  for (std::size_t i = 0; i < after.list.size(); ++i) {
    ASSERT_EQ(after.list[i].arrival, before.list[i].arrival);
    ASSERT_EQ(after.list[i].direction, before.list[i].direction) << "only sizes and places change";
    ++counts[after.list[i].direction][after.list[i].sectors];
  }
  EXPECT_EQ(counts[Direction::kRead].size(), 1U);
  EXPECT_EQ(counts[Direction::kRead].begin()->first, 64U);
  ASSERT_EQ(counts[Direction::kWrite].size(), 2U);
  EXPECT_NEAR(counts[Direction::kWrite][2], counts[Direction::kWrite][4], 300);
  EXPECT_EQ(counts[Direction::kTrim].size(), 3U) << "`size` holds for trims only";
  of(w).write_size = {Constant{1000}};
  EXPECT_EQ(refusal(w), "E0425");
}

TEST(Generators, UniformReachesEverywhereEvenly) {
  const Listed r = made(generator({Uniform{}, kWhole}, 80'000), drive(8));
  std::map<u64, int> counts;
  for (const Request& q : r.list) ++counts[q.sector];
  ASSERT_EQ(counts.size(), 8U);
  for (const auto& [sector, count] : counts) EXPECT_NEAR(count, 10'000, 500) << sector;
}

TEST(Generators, SequentialWrapsAndKeepsItsCursorInAMix) {
  const Listed plain = made(generator({Sequential{}, kWhole}, 7), drive(3));
  std::vector<u64> sectors;
  for (const Request& r : plain.list) sectors.push_back(r.sector);
  EXPECT_EQ(sectors, (std::vector<u64>{0, 8, 16, 0, 8, 16, 0}));
  PatternMix mix;
  mix.options.push_back({500'000, {Sequential{}, 100'000}});
  mix.options.push_back({500'000, {Stride{40 * 4096}, kWhole}});
  const Listed both = made(generator({mix, kWhole}, 200));
  u64 next_sequential = 0, next_stride = 0;
  for (const Request& r : both.list) {
    const bool sequential = r.sector == next_sequential;
    ASSERT_TRUE(sequential || r.sector == next_stride) << r.sector;
    (sequential ? next_sequential : next_stride) += sequential ? 8 : 40 * 8;
  }
}

TEST(Generators, HotspotsAndZipfAreSkewed) {
  const Listed hot = made(generator({Hotspot{200'000, 800'000}, kWhole}));
  EXPECT_NEAR(share(hot, [](const Request& r) { return r.sector < 160'000; }), 0.8, 0.012);
  const Listed zipf = made(generator({Zipf{0.99}, kWhole}));
  std::map<u64, int> counts;
  for (const Request& r : zipf.list) ++counts[r.sector];
  std::vector<int> falling;
  for (const auto& [sector, count] : counts) falling.push_back(count);
  std::ranges::sort(falling, std::greater{});
  EXPECT_NEAR(falling[0], 20'000 / 12.7, 160);  // the sum of rank^-0.99 over 100,000 ranks is 12.7
  EXPECT_NEAR(falling[1] * 1.99 / falling[0], 1, 0.15);
  EXPECT_LT(share(zipf, [](const Request& r) { return r.sector < 80'000; }),
            0.5);  // scattered: not all hot pages are at the beginning
}

TEST(Generators, AlignmentCanBeSet) {
  Workload w = generator({Uniform{}, kWhole});
  of(w).align = 65536;
  for (const Request& r : made(w).list) ASSERT_EQ(r.sector % 128, 0U);
}

TEST(Generators, ExponentialSizesAreWholeSectors) {
  Workload w = generator({Uniform{}, kWhole});
  of(w).size = {Exponential{20'000}};
  const Listed r = made(w);
  EXPECT_NEAR(static_cast<double>(r.bytes_written) / 20'000, 20'000 + 256, 500);
}

TEST(Generators, ThinkTimesTakeThePlaceOfIntervalsInAClosedLoop) {
  Workload w = generator({Uniform{}, kWhole}, 1000);
  w.closed = 8;
  of(w).interval = {Constant{0}};
  EXPECT_TRUE(std::ranges::all_of(made(w).list, [](const Request& r) { return r.arrival == 0; }));
  of(w).interval = {Exponential{5000}};
  const Listed r = made(w);
  EXPECT_EQ(r.closed, 8U);
  u64 sum = 0;
  for (const Request& request : r.list) sum += request.arrival;
  EXPECT_NEAR(static_cast<double>(sum) / 1000, 5000, 500);
}

TEST(Generators, WhatDoesNotFitTheDriveIsRefused) {
  Workload w = generator({Uniform{}, kWhole});
  EXPECT_EQ(refusal(generator({Uniform{}, kWhole}), drive(100, 8192)), "E0425");
  of(w).align = 1000;
  EXPECT_EQ(refusal(w), "E0425");
  EXPECT_EQ(refusal(generator({Stride{1000}, kWhole})), "E0425");
  const u64 whole = drive().logical_bytes();
  for (const u64 stands_still : {whole, 7 * whole})
    EXPECT_EQ(refusal(generator({Stride{stands_still}, kWhole})), "E0451");
  EXPECT_EQ(refusal(generator({Stride{whole}, kWhole / 2})), "E0451");
  EXPECT_EQ(refusal(generator({Uniform{}, 1})), "E0427");
  PatternMix nested;
  nested.options.push_back({kWhole, {Uniform{}, 9}});
  EXPECT_EQ(refusal(generator({nested, kWhole})), "E0427");
  EXPECT_EQ(refusal(generator({Uniform{}, kWhole}, u64{1} << 41)), "E0424");
  of(w) = Generator{};
  of(w).size = {Constant{u64{2} << 30}};
  EXPECT_EQ(refusal(w, drive(u64{1} << 30)), "E0423");
  of(w) = Generator{};
  of(w).interval = {Constant{u64{1} << 62}};
  EXPECT_EQ(refusal(w), "E0426");
}

TEST(Generators, LimitsAreReached) {
  Workload w = generator({Uniform{}, kWhole}, 2);
  of(w).interval = {Constant{kLatest}};
  EXPECT_EQ(made(w).list.back().arrival, kLatest);
  of(w).interval = {Constant{kLatest + 1}};
  EXPECT_EQ(refusal(w), "E0426");
  of(w) = Generator{};
  of(w).size = {Constant{kMostRequestBytes}};
  EXPECT_EQ(made(w, drive(u64{1} << 20)).list.size(), 2U);
  of(w).size = {Constant{kMostRequestBytes + 512}};
  EXPECT_EQ(refusal(w, drive(u64{1} << 20)), "E0423");
  EXPECT_EQ(refusal(generator({Uniform{}, kWhole}, limits::kMostRecords + 1)), "E0424");
  Workload phases = generator({Uniform{}, kWhole});  // a run at the limit itself would take gigabytes
  for (const u64 count : {kMostRequests, u64{1}}) phases.flows.push_back(generator({Uniform{}, kWhole}, count));
  EXPECT_EQ(refusal(phases), "E0424");
}

TEST(Generators, AnotherSeedIsAnotherTrace) {
  Workload w = rich();
  const u64 first = checksum(made(w));
  EXPECT_EQ(checksum(made(w)), first);
  EXPECT_NE(checksum(made(w, drive(), 2)), first);
  w.seed = 2;
  EXPECT_NE(checksum(made(w)), first);
}

// A change of one key leaves the others unchanged: each has its own random numbers.
TEST(Generators, ReadShareDoesNotMoveAddresses) {
  Workload w = rich();
  const Listed some = made(w);
  of(w).read_parts = 100'000;
  const Listed few = made(w);
  for (std::size_t i = 0; i < some.list.size(); ++i) {
    ASSERT_EQ(some.list[i].sector, few.list[i].sector);
    ASSERT_EQ(some.list[i].arrival, few.list[i].arrival);
  }
}

// The checksums of the first thousand requests of each kind, which must never change: a change here would change every
// synthetic result.
struct Golden {
  std::string name;
  Pattern pattern;
  u64 sum;
};
void PrintTo(const Golden& g, std::ostream* out) { *out << g.name; }
class GoldenTrace : public testing::TestWithParam<Golden> {};
TEST_P(GoldenTrace, IsTheSameForEver) {
  Workload w = rich();
  of(w).pattern = GetParam().pattern;
  w.requests = 1000;
  EXPECT_EQ(checksum(made(w)), GetParam().sum) << "0x" << std::hex << checksum(made(w));
}
INSTANTIATE_TEST_SUITE_P(Patterns, GoldenTrace,
                         testing::Values(Golden{"uniform", {Uniform{}, kWhole}, 0xdeddefe964dfbb63},
                                         Golden{"zipf", {Zipf{0.99}, 500'000}, 0x95b7cc476d577d02},
                                         Golden{"zipf_one", {Zipf{1}, kWhole}, 0x13b3c3dbbd24655e},
                                         Golden{"sequential", {Sequential{}, kWhole}, 0x6e47e9a3e6d5c756},
                                         Golden{"stride", {Stride{69632}, kWhole}, 0xa143e73826edd290},
                                         Golden{"hotspot", {Hotspot{200'000, 800'000}, kWhole}, 0xc750f8fbf7c2c04e},
                                         Golden{"mix", mixed(), 0xce38d63866b5bf4d}));

}  // namespace
}  // namespace ssd::trace
