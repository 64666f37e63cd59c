// Records of traces that are kept in the cache: they equal those read from the file, and are used only while the file
// is unchanged.
#include <unistd.h>

#include "runtime/cache/cache.h"
#include "runtime/trace/packed_records.h"
#include "runtime/trace/random.h"
#include "runtime/trace/trace_info.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

namespace fs = std::filesystem;

bool same(const TraceRecord& x, const TraceRecord& y) {
  return x.arrival == y.arrival && x.offset == y.offset && x.bytes == y.bytes && x.direction == y.direction &&
         x.device == y.device;
}

TEST(PackedRecords, ComeOutAsTheyWentIn) {
  Random random({2026, 3}, "packed");
  for (int round = 0; round < 300; ++round) {
    const u64 wide = ~u64{0} >> random.below(64), step = 1 + random.below(2) * random.below(5000);
    const u64 count = round % 10 == 0 ? kBlockRecords : 1 + random.below(200);
    const u64 devices = 1 + random.below(3);
    std::vector<TraceRecord> records;
    for (u64 i = 0; i < count; ++i) {
      records.push_back({.arrival = random.below(wide) / step * step,
                         .offset = random.below(wide),
                         .bytes = 1 + random.below(1 + wide / 2) * (round % 2),
                         .direction = static_cast<Direction>(random.below(3)),
                         .device = static_cast<u32>(random.below(devices)) << random.below(31)});
    }
    RecordBlock all, one, unpacked;
    ASSERT_EQ(all.add(records), count);
    ASSERT_EQ(one.add(std::span(records).first(1)), 1U);
    std::string packed;
    pack_block(all, packed);
    const std::size_t first = packed.size();
    pack_block(one, packed);
    std::string_view rest = packed;
    ASSERT_TRUE(unpack_block(rest, unpacked));
    ASSERT_EQ(unpacked.size, count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(same(unpacked[i], records[i])) << round << " " << i;
    ASSERT_TRUE(unpack_block(rest, unpacked));
    ASSERT_TRUE(unpacked.size == 1 && same(unpacked[0], records[0]));
    ASSERT_TRUE(rest.empty());
    ASSERT_FALSE(unpack_block(rest, unpacked));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{100}, first / 2, first - 1}) {
      std::string_view part = std::string_view(packed).substr(0, std::min(cut, first - 1));
      ASSERT_FALSE(unpack_block(part, unpacked));
    }
  }
}

// A step that the first numbers have and a later number breaks.
TEST(PackedRecords, StepsAreFoundAgainWhereALaterNumberBreaksThem) {
  RecordBlock block, unpacked;
  for (u64 i = 0; i < kBlockRecords; ++i) {
    const TraceRecord record{.arrival = i * 1000 + (i == 900 ? 100 : 0),
                             .offset = ~u64{0} - i * 6,
                             .bytes = i < 10 ? i * 512 : i * 3,
                             .direction = Direction::kRead,
                             .device = 0};
    block.add(std::span(&record, 1));
  }
  std::string packed;
  pack_block(block, packed);
  std::string_view rest = packed;
  ASSERT_TRUE(unpack_block(rest, unpacked));
  for (std::size_t i = 0; i < kBlockRecords; ++i) ASSERT_TRUE(same(unpacked[i], block[i])) << i;
}

class CacheOfTraces : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_.path()); }
  void TearDown() override { fs::remove_all(folder_.path()); }

  LoadOptions options() const {
    LoadOptions result;
    result.cache = &folder_;
    result.least_cached = 1;
    return result;
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) found.push_back(entry.path());
    return found;
  }
  // The result equals that of reading without a cache.
  static void expect_same(const std::string& path, const LoadOptions& how) {
    LoadOptions without = how;
    without.cache = nullptr;
    const Loaded a(path, how), b(path, without);
    EXPECT_EQ(a.text(), b.text());
    ASSERT_EQ(a.trace.has_value(), b.trace.has_value());
    if (!a.trace) return;
    EXPECT_TRUE(std::ranges::equal(a.records, b.records, same));
    EXPECT_EQ(a.trace->bad_lines, b.trace->bad_lines);
    EXPECT_EQ(a.trace->first_bad_line, b.trace->first_bad_line);
    EXPECT_EQ(a.trace->zero_sized, b.trace->zero_sized);
    EXPECT_EQ(a.trace->cut, b.trace->cut);
    EXPECT_EQ(a.trace->doubts, b.trace->doubts);
    EXPECT_EQ(a.trace->format, b.trace->format);
    if (a.trace->cut) return;
    EXPECT_EQ(render_json(trace_info(*a.trace)), render_json(trace_info(*b.trace)));
  }

  const cache::Folder folder_{(fs::temp_directory_path() / ("ssdc-traces-" + std::to_string(::getpid()))).string()};
};

TEST_F(CacheOfTraces, GivesWhatReadingGives) {
  for (const std::string name :
       {"msr.csv", "msr.csv.zst", "spc.csv", "spc.csv.gz", "ssdsim.txt", "disksim.txt", "blkparse.txt"}) {
    const std::string path = trace_file(name);
    const std::size_t before = entries().size();
    expect_same(path, options());
    ASSERT_EQ(entries().size(), before + 1) << name;
    expect_same(path, options());
    for (const u64 most : {1, 7, 20, 100'000}) {
      LoadOptions some = options();
      some.most_records = most;
      expect_same(path, some);
    }
    EXPECT_EQ(entries().size(), before + 1) << name;
  }
}

std::string lines(u64 count, u64 first_offset = 0) {
  std::string text;
  for (u64 i = 0; i < count; ++i)
    text += fmt::format("{},hm,0,{},{},4096,3\n", 128166372003061629 + i * 100'000, i % 3 == 0 ? "Read" : "Write",
                        first_offset + i * 4096);
  return text;
}

// The message that a trace is too large to be kept belongs to no result, because a run that finds a trace in the cache
// would lack it.
TEST_F(CacheOfTraces, TellsOfATraceThatIsTooLarge) {
  const TextFile file(lines(1000));
  const cache::Folder small(folder_.path(), 100);
  LoadOptions how = options();
  how.cache = &small;
  const Loaded loaded(file.path(), how);
  ASSERT_TRUE(loaded.trace);
  EXPECT_EQ(loaded.sink.all().size(), 1U);
  EXPECT_TRUE(loaded.told("W0421"));
  EXPECT_NE(loaded.text().find("100 B"), std::string::npos) << loaded.text();
  EXPECT_TRUE(loaded.trace->doubts.empty());
  EXPECT_TRUE(entries().empty());
}

TEST_F(CacheOfTraces, IsUsed) {
  const TextFile file(lines(100));
  const Loaded first(file.path(), options());
  ASSERT_EQ(entries().size(), 1U);
  // The time of the entry shows that it was used; nothing else would.
  const auto changed = fs::last_write_time(entries()[0]);
  fs::last_write_time(entries()[0], changed - std::chrono::hours(5));
  const Loaded second(file.path(), options());
  EXPECT_GT(fs::last_write_time(entries()[0]), changed - std::chrono::hours(1));
}

TEST_F(CacheOfTraces, AChangedFileIsReadAgain) {
  const TextFile file(lines(100));
  const Loaded first(file.path(), options());
  std::ofstream(file.path(), std::ios::binary) << lines(100, 8192);  // of the same size
  const Loaded second(file.path(), options());
  ASSERT_TRUE(first.trace && second.trace);
  EXPECT_EQ(first.records[0].offset, 0U);
  EXPECT_EQ(second.records[0].offset, 8192U);
  EXPECT_EQ(entries().size(), 2U);
}

// The line is one of both formats: in the one the time is in ns, in the other in ms.
TEST_F(CacheOfTraces, AnotherFormatIsReadAgain) {
  const TextFile file("0 0 8 8 0\n2 0 16 8 1\n");
  for (const char* format : {"ssdsim", "disksim"}) {
    LoadOptions how = options();
    how.format = format;
    expect_same(file.path(), how);
    expect_same(file.path(), how);
  }
  EXPECT_EQ(entries().size(), 2U);
}

TEST_F(CacheOfTraces, ADamagedEntryIsMadeAgain) {
  const TextFile file(lines(100));
  expect_same(file.path(), options());
  for (int kind = 0; kind < 3; ++kind) {
    const fs::path entry = entries().at(0);
    const auto size = fs::file_size(entry);
    if (kind == 0) {
      std::fstream out(entry, std::ios::in | std::ios::out | std::ios::binary);
      out.seekp(static_cast<std::streamoff>(size / 2));
      out << "damage";
    } else {
      fs::resize_file(entry, kind == 1 ? size - 1 : 0);
    }
    expect_same(file.path(), options());
    ASSERT_EQ(entries().size(), 1U);
    EXPECT_EQ(fs::file_size(entries()[0]), size);
  }
}

// Faults of the trace are reported again. Of a beginning of such a trace, only reading its lines gives the number of
// faulty ones.
TEST_F(CacheOfTraces, TellsWhatIsOddAgain) {
  const TextFile file(lines(20) + "128166372103061629,hm,0,Read,4096,0,3\nnonsense\n" + lines(20, 1 << 20));
  LoadOptions how = options();
  how.skip_bad_lines = true;
  for (const u64 most : {~u64{0}, u64{10}, u64{30}, ~u64{0}}) {
    how.most_records = most;
    expect_same(file.path(), how);
    expect_same(file.path(), how);
  }
  EXPECT_EQ(entries().size(), 1U);
  how.skip_bad_lines = false;
  expect_same(file.path(), how);
  EXPECT_EQ(entries().size(), 1U);
}

// If times go backwards, arrivals count from the earliest of the records that are read.
TEST_F(CacheOfTraces, ABeginningHasItsOwnEarliestTime) {
  const TextFile file(
      "128166372003061629,hm,0,Read,4096,512,3\n128166372003061700,hm,1,Read,4096,512,3\n128166372003061000,hm,0,Read,"
      "4096,512,3\n");
  LoadOptions how = options();
  expect_same(file.path(), how);
  how.most_records = 2;
  expect_same(file.path(), how);
}

TEST_F(CacheOfTraces, SmallTracesAreNotKept) {
  LoadOptions how = options();
  how.least_cached = 101;
  const TextFile file(lines(100));
  const Loaded loaded(file.path(), how);
  EXPECT_TRUE(entries().empty());
}

// A cache folder that cannot be written is not an error of the run.
TEST_F(CacheOfTraces, NoFolderNoHarm) {
  const TextFile file(lines(100)), in_the_way("x");
  const cache::Folder none(in_the_way.path() + "/below");
  LoadOptions how = options();
  how.cache = &none;
  const Loaded loaded(file.path(), how), without(file.path(), as("msr"));
  ASSERT_TRUE(loaded.trace && without.trace);
  EXPECT_TRUE(std::ranges::equal(loaded.records, without.records, same));
  EXPECT_TRUE(loaded.told("W0420")) << loaded.text();
  EXPECT_TRUE(loaded.trace->doubts.empty());
}

}  // namespace
}  // namespace ssd::trace
