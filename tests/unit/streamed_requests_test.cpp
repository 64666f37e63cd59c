// Requests that are made while a run goes on are those that are held in memory (generator.limits), and so is all that
// is told of them.
#include "runtime/trace/streamed_requests.h"

#include <gtest/gtest.h>

#include "compiler/design/design.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

using namespace workload;

constexpr u64 kHeld = ~u64{0}, kStreamed = 0;  // RequestOptions::most_held

design::Design drive() {
  design::Design d;
  d.geometry.page_bytes = 4096;
  d.geometry.sector_bytes = 512;
  d.config.logical_pages = 100'000;
  return d;
}

Workload generator(u64 requests, u64 size, u32 read_parts, u32 closed, Time interval) {
  Workload w;
  w.name = "W";
  w.requests = requests;
  w.closed = closed;
  Generator g;
  g.pattern = {Uniform{}, kWhole};
  g.size = {Constant{size}};
  g.read_parts = read_parts;
  g.interval = {Constant{interval}};
  w.source = g;
  return w;
}
Generator& of(Workload& w) { return std::get<Generator>(w.source); }

Requests made(const Workload& w, u64 most_held) {
  static const design::Design kDrive = drive();
  SourceMap sources;
  diag::Sink sink;
  auto requests = requests_for(kDrive, w, {.requests = {}, .seed = 7, .most_held = most_held}, sources, sink);
  EXPECT_TRUE(requests) << diag::render_text(sink, sources, false);
  return requests ? *std::move(requests) : Requests{};
}

void expect_same(const Workload& w) {
  const Requests held = made(w, kHeld), streamed = made(w, kStreamed);
  ASSERT_LT(streamed.list.bytes_held(), u64{1} << 20);
  ASSERT_EQ(streamed.list.size(), held.list.size());
  auto theirs = held.list.begin();
  for (const Request& ours : streamed.list) {
    ASSERT_EQ(std::tie(ours.arrival, ours.sector, ours.sectors, ours.direction, ours.flow, ours.handle, ours.forced),
              std::tie((*theirs).arrival, (*theirs).sector, (*theirs).sectors, (*theirs).direction, (*theirs).flow,
                       (*theirs).handle, (*theirs).forced));
    ++theirs;
  }
  EXPECT_EQ(streamed.closed, held.closed);
  EXPECT_EQ(streamed.notes, held.notes);
  EXPECT_EQ(streamed.bytes_read, held.bytes_read);
  EXPECT_EQ(streamed.bytes_written, held.bytes_written);
  EXPECT_EQ(streamed.writes, held.writes);
  EXPECT_EQ(streamed.small_writes, held.small_writes);
  EXPECT_EQ(streamed.list.last_arrival(), held.list.last_arrival());
  EXPECT_EQ(streamed.list.has_reads(), held.list.has_reads());
  EXPECT_EQ(streamed.list.has_syncs(), held.list.has_syncs());
  // Without a look at the requests it may be that none of them is what could be.
  EXPECT_GE(streamed.list.writes_parts_of_pages(8), held.list.writes_parts_of_pages(8));
  ASSERT_EQ(streamed.flows.size(), held.flows.size());
  for (std::size_t i = 0; i < held.flows.size(); ++i) EXPECT_EQ(streamed.flows[i].count, held.flows[i].count);
}

TEST(StreamedRequests, OfAGenerator) {
  expect_same(generator(1, 4096, 0, 0, 1000));
  expect_same(generator(10'000, 4096, 0, 0, 1000));
  expect_same(generator(10'000, 512, 0, 0, 0));
  expect_same(generator(10'000, 12'288, 0, 4, 77));
  expect_same(generator(10'000, 4096, kWhole, 4, 0));
  expect_same(generator(12'345, 8192, kWhole / 3, 0, 500));
}

TEST(StreamedRequests, OfWhatIsDrawn) {
  Workload w = generator(10'000, 4096, kWhole / 2, 0, 1000);
  of(w).size.kind = Exponential{6000};
  of(w).interval.kind = Exponential{9000};
  of(w).trim_parts = kWhole / 10;
  expect_same(w);
  of(w).bursts = Bursts{.on = 50'000, .off = 200'000};
  expect_same(w);
  of(w).flush_every = 5;
  of(w).forced_parts = kWhole / 4;
  expect_same(w);
}

// Rounds of flows of several depths, until all are through and until one is.
TEST(StreamedRequests, OfRounds) {
  for (const u64 lengths : {0, 1, 2}) {
    Workload w;
    w.name = "W";
    w.source = Generator{};
    w.loop = FlowLoop::kShared;
    const std::array<u64, 3> counts = lengths == 0   ? std::array<u64, 3>{20'000, 3, 500}
                                      : lengths == 1 ? std::array<u64, 3>{6, 9'000, 9'000}
                                                     : std::array<u64, 3>{64, 32, 128};
    w.flows = {generator(counts[0], 131'072, 0, 1, 5), generator(counts[1], 4096, 0, 32, 6),
               generator(counts[2], 4096, 0, 3, 7)};
    for (u32 i = 0; i < 3; ++i) w.flows[i].handle = i, w.flows[i].seed = 10 + i;
    expect_same(w);
    w.until = Until::kFirst;
    expect_same(w);
    w.flows[1] = generator(counts[1], 4096, kWhole / 2, 32, 6);
    expect_same(w);
  }
}

// The first request of an open loop has no interval before it.
TEST(StreamedRequests, OfOneMayHaveAnyInterval) { expect_same(generator(1, 4096, 0, 0, kLatest + 1)); }

// What does not fit twice into memory, as rounds need it, need not be held.
TEST(StreamedRequests, OfRoundsThatDoNotFitTwice) {
  Workload w;
  w.name = "W";
  w.source = Generator{};
  w.loop = FlowLoop::kShared;
  w.flows = {generator(1000, 4096, 0, 1, 5), generator(1000, 4096, 0, 1, 6)};
  SourceMap sources;
  diag::Sink sink;
  const RequestOptions options{.requests = {}, .memory = 3000 * sizeof(Request)};
  const auto requests = requests_for(drive(), w, options, sources, sink);
  ASSERT_TRUE(requests) << diag::render_text(sink, sources, false);
  EXPECT_EQ(requests->list.size(), 2000U);
}

TEST(StreamedRequests, ThatAreLateAreRefused) {
  for (const u32 closed : {0U, 1U}) {
    SourceMap sources;
    diag::Sink sink;
    const Workload w = generator(closed == 0 ? 3 : 1, 4096, 0, closed, closed == 0 ? kLatest / 2 + 1 : kLatest + 1);
    EXPECT_FALSE(requests_for(drive(), w, {.requests = {}, .most_held = kStreamed}, sources, sink));
    ASSERT_FALSE(sink.all().empty());
    EXPECT_EQ(diag::row(sink.all()[0].code).name, "E0426");
  }
}

}  // namespace
}  // namespace ssd::trace
