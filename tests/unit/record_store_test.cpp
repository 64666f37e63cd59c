// Where the records of a trace are kept: reading gives what was stored, from memory and from a file, and what cannot be
// stored or read is reported.
#include "runtime/trace/record_store.h"

#include <fcntl.h>

#include "runtime/trace/fold.h"
#include "runtime/trace/random.h"
#include "runtime/trace/sort_records.h"
#include "runtime/trace/traced_requests.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

std::vector<TraceRecord> some_records(u64 count, u64 seed, bool trims = true) {
  Random random({2026, seed}, "records");
  std::vector<TraceRecord> records;
  for (u64 i = 0; i < count; ++i) {
    records.push_back({.arrival = 5000 + random.below(count * 100),
                       .offset = random.below(1 << 20),
                       .bytes = 1 + random.below(20'000),
                       .direction = static_cast<Direction>(random.below(trims ? 3 : 2)),
                       .device = static_cast<u32>(random.below(4) == 0 ? random.below(3) : 0)});
  }
  return records;
}

bool same(const TraceRecord& x, const TraceRecord& y) {
  return x.arrival == y.arrival && x.offset == y.offset && x.bytes == y.bytes && x.direction == y.direction &&
         x.device == y.device;
}

RecordStore stored(const std::vector<TraceRecord>& records, u64 most_held) {
  RecordStore store(most_held);
  for (std::size_t first = 0; first < records.size(); first += 777)
    store.add(std::span(records).subspan(first, std::min<std::size_t>(777, records.size() - first)));
  store.finish();
  return store;
}

constexpr u64 kNothing = 0, kSome = 30'000, kAll = u64{1} << 30;  // bytes held in memory

TEST(RecordStores, GiveWhatTheyWereGiven) {
  for (const u64 count : {1, 1023, 1024, 1025, 20'000, 300'000}) {
    const std::vector<TraceRecord> records = some_records(count, count);
    for (const u64 most_held : {kNothing, kSome, kAll}) {
      const RecordStore store = stored(records, most_held);
      EXPECT_EQ(store.size(), count);
      for (int pass = 0; pass < 2; ++pass)
        ASSERT_TRUE(std::ranges::equal(all_of(store), records, same)) << count << " " << most_held;
      EXPECT_EQ(store.error(), 0);
    }
  }
}

TEST(RecordStores, KnowTheFacts) {
  const std::vector<TraceRecord> records = some_records(5000, 7);
  const RecordStore store = stored(records, kSome);
  const TraceFacts& facts = store.facts();
  EXPECT_EQ(facts.earliest, std::ranges::min(records, {}, &TraceRecord::arrival).arrival);
  EXPECT_EQ(facts.latest, std::ranges::max(records, {}, &TraceRecord::arrival).arrival);
  Backwards backwards;
  u64 moved = 0, trim = 0, highest = 0, of_device_2 = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const TraceRecord& r = records[i];
    u64& largest = r.direction == Direction::kTrim ? trim : moved;
    largest = std::max(largest, r.bytes);
    highest = std::max(highest, r.offset + r.bytes);
    of_device_2 += r.device == 2 ? 1 : 0;
    if (i == 0 || r.arrival >= records[i - 1].arrival) continue;
    const Time step = records[i - 1].arrival - r.arrival;
    if (backwards.count++ == 0) backwards.first = i, backwards.step = step;
    backwards.largest = std::max(backwards.largest, step);
  }
  EXPECT_EQ(facts.backwards.count, backwards.count);
  EXPECT_EQ(facts.backwards.first, backwards.first);
  EXPECT_EQ(facts.backwards.step, backwards.step);
  EXPECT_EQ(facts.backwards.largest, backwards.largest);
  EXPECT_EQ(facts.largest_moved, moved);
  EXPECT_EQ(facts.largest_trim, trim);
  EXPECT_EQ(facts.highest, highest);
  ASSERT_EQ(facts.devices.size(), 3U);
  for (const DeviceFacts& d : facts.devices) {
    if (d.device == 2) {
      EXPECT_EQ(d.requests, of_device_2);
    }
  }
}

TEST(RecordStores, StartAnewWhenCleared) {
  const std::vector<TraceRecord> records = some_records(5000, 1), others = some_records(3000, 2);
  RecordStore store(kSome);
  store.add(records);
  store.clear();
  store.add(others);
  store.finish();
  EXPECT_TRUE(std::ranges::equal(all_of(store), others, same));
  EXPECT_EQ(store.facts().records, others.size());
}

// A file that holds fewer records than it should causes no crash, and no requests that never existed.
TEST(RecordStores, TellWhatCannotBeRead) {
  const RecordStore whole = stored(some_records(20'000, 3), kNothing);
  std::string packed;
  whole.each_piece([&](std::string_view piece) { packed += piece; });
  const TextFile cut(packed.substr(0, packed.size() / 2));
  const RecordStore store(Descriptor(::open(cut.path().c_str(), O_RDONLY | O_CLOEXEC)), 0, 20'000);
  const std::size_t given = all_of(store).size();
  EXPECT_GT(given, 5'000U);
  EXPECT_LT(given, 20'000U);
  EXPECT_EQ(store.error(), EIO);
}

TEST(SortedRecords, KeepTheOrderOfThoseThatArriveTogether) {
  for (const u64 count : {1, 5000, 100'000}) {
    std::vector<TraceRecord> records = some_records(count, count + 1);
    for (TraceRecord& r : records) r.arrival /= 1000;
    const RecordStore store = stored(records, kSome);
    std::ranges::stable_sort(records, {}, &TraceRecord::arrival);
    for (const u64 at_once :
         {u64{1024}, u64{30'000}, kSortedAtOnce}) {  // of 100,000 the first are merged in two rounds
      const RecordStore sorted = sorted_by_arrival(store, at_once);
      ASSERT_TRUE(std::ranges::equal(all_of(sorted), records, same)) << count << " " << at_once;
      EXPECT_EQ(sorted.facts().backwards.count, 0U);
      EXPECT_EQ(sorted.error(), 0);
    }
  }
}

// Compared with a set of pages.
TEST(TouchedPages, AreMergedWhileTheyAreAdded) {
  Random random({2026, 4}, "pages");
  for (const u64 span : {u64{1000}, u64{10'000'000}}) {
    TouchedPages touched(4096);
    std::vector<bool> pages(span + 10);
    for (u64 i = 0; i < 300'000; ++i) {
      const u64 offset = random.below(span * 4096), bytes = 1 + random.below(20'000);
      touched.add(offset, bytes);
      for (u64 page = offset / 4096; page <= (offset + bytes - 1) / 4096; ++page) pages[page] = true;
    }
    touched.finish();
    EXPECT_EQ(touched.count(), static_cast<u64>(std::ranges::count(pages, true)));
    u64 number = 0;
    for (u64 page = 0; page < pages.size(); ++page) {
      if (!pages[page]) continue;
      ASSERT_EQ(touched.compacted(page * 4096 + 7), number++ * 4096 + 7);
    }
  }
}

std::vector<Request> all_requests(const TracedRequests& requests, u64 most) {
  std::vector<Request> result;
  const auto reader = requests.reader();
  for (auto piece = reader->next(most); !piece.empty(); piece = reader->next(most)) {
    EXPECT_LE(piece.size(), most);
    result.insert(result.end(), piece.begin(), piece.end());
  }
  return result;
}

// Whatever the size of the pieces, and however often the trace is repeated.
TEST(TracedRequests, AreTheSameInPiecesOfAnySize) {
  std::vector<TraceRecord> records = some_records(20'000, 9);
  std::ranges::sort(records, {}, &TraceRecord::arrival);
  Placement placement;
  placement.sector_bytes = 512;
  placement.logical_bytes = 1 << 22;
  placement.sectors_per_page = 8;
  placement.earliest = records.front().arrival;
  TracedRequests requests(std::make_shared<const RecordStore>(stored(records, kSome)), placement);
  const auto once = requests.tally(~u64{0});
  EXPECT_EQ(once.kept + once.dropped, records.size());
  EXPECT_GT(once.dropped, 0U);
  const u64 total = once.kept * 2 + 1234, period = once.last + 5;
  requests.repeat(once, total, period);
  const std::vector<Request> all = all_requests(requests, ~u64{0});
  ASSERT_EQ(all.size(), total);
  EXPECT_EQ(requests.last_arrival(), all.back().arrival);
  EXPECT_EQ(all[0].arrival + 2 * period, all[2 * once.kept].arrival);
  EXPECT_EQ(requests.tally(1234).last + 2 * period, all.back().arrival);
  const auto same_request = [](const Request& a, const Request& b) {
    return a.arrival == b.arrival && a.sector == b.sector && a.sectors == b.sectors && a.direction == b.direction;
  };
  for (const u64 most : {1, 100, 5000})
    EXPECT_TRUE(std::ranges::equal(all, all_requests(requests, most), same_request)) << most;
}

}  // namespace
}  // namespace ssd::trace
