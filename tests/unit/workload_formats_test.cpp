// Each trace format: what its lines mean, which lines it rejects and where, and that every format gives the same
// requests.
#include "runtime/trace/formats/format.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

struct Expected {
  Time arrival;
  u64 offset, bytes;
  Direction direction;
  u32 device;
};

struct GoodText {
  std::string format, text;
  std::vector<Expected> records;
};
void PrintTo(const GoodText& t, std::ostream* out) { *out << t.format; }

constexpr auto kR = Direction::kRead;
constexpr auto kW = Direction::kWrite;

class Valid : public testing::TestWithParam<GoodText> {};

TEST_P(Valid, LinesMeanWhatTheFormatSays) {
  const TextFile file(GetParam().text);
  const Loaded loaded(file.path(), as(GetParam().format));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  ASSERT_EQ(loaded.records.size(), GetParam().records.size());
  for (std::size_t i = 0; i < GetParam().records.size(); ++i) {
    const TraceRecord& r = loaded.records[i];
    const Expected& e = GetParam().records[i];
    EXPECT_EQ(r.arrival, e.arrival) << i;
    EXPECT_EQ(r.offset, e.offset) << i;
    EXPECT_EQ(r.bytes, e.bytes) << i;
    EXPECT_EQ(r.direction, e.direction) << i;
    EXPECT_EQ(r.device, e.device) << i;
  }
}

const std::vector<GoodText> kGood{
    GoodText{"msr",
             "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n"
             "128166372003061629,hm,0,Read,383496192,32768,41286\n128166372003061729,hm,1,Write,310378496,4096,5\n"
             "128166372003061730,usr,1,write,512,512\n",
             {{0, 383496192, 32768, kR, 0}, {10'000, 310378496, 4096, kW, 1}, {10'100, 512, 512, kW, 65537}}},
    GoodText{"spc",
             "0,303567,3584,w,0.000000\n1, 55590 ,3072,R,0.0262141119,extra\n",
             {{0, 303567 * 512, 3584, kW, 0}, {26'214'111, 55590 * 512, 3072, kR, 1}}},
    GoodText{"ssdsim", "100 0 8 8 0\n  350\t3 16 1 1 \n", {{0, 4096, 4096, kW, 0}, {250, 8192, 512, kR, 3}}},
    GoodText{"mqsim", "100 0 8 8 0\n", {{0, 4096, 4096, kW, 0}}},
    GoodText{"disksim",
             "1151.274 7 540655855 16 1\n1151.2740019 9 1 1 0\n1152 9 2 1 a\n1153. 9 2 1 1F\n",
             {{0, u64{540655855} * 512, 8192, kR, 7},
              {1, 512, 512, kW, 9},
              {726'000, 1024, 512, kW, 9},
              {1'726'000, 1024, 512, kR, 9}}},
    GoodText{"blkparse",
             "  8,16 5 1 0.000000001 18615  A   R 10 + 8 <- (8,17) 2\n  8,16 5 2 0.000001850 18615  Q   R 10 + 8 "
             "[java]\n"
             "  8,16 5 3 0.000001900 18615  D   R 10 + 8 [java]\n  8,16 5 0 0.000002000 0  m   N cfq18615S insert\n"
             "  8,17 5 4 0.000002850 18615  Q  WS 20 + 1 [a b]\n",
             {{0, 5120, 4096, kR, (8U << 20) + 16}, {1000, 10240, 512, kW, (8U << 20) + 17}}},
    GoodText{"blkparse",
             "8,16 5 3 1.5 18615 D RA 10 + 8 [java]\n8,16 5 3 1.75 18615 C RA 10 + 8 [0]\n",
             {{0, 5120, 4096, kR, (8U << 20) + 16}}}};
INSTANTIATE_TEST_SUITE_P(Formats, Valid, testing::ValuesIn(kGood),
                         [](const auto& made) { return made.param.format + std::to_string(made.index); });

struct BadText {
  std::string format, good, bad;
  unsigned column;
  std::string expected;  // part of the message
};
void PrintTo(const BadText& t, std::ostream* out) { *out << t.format << ": " << t.bad; }

class Bad : public testing::TestWithParam<BadText> {};

TEST_P(Bad, LineIsRefusedAtItsPlace) {
  const BadText& p = GetParam();
  const TextFile file(p.good + "\n# comment\n" + p.bad + "\n" + p.good + "\n");
  const Loaded loaded(file.path(), as(p.format));
  ASSERT_FALSE(loaded.trace);
  ASSERT_TRUE(loaded.told("E0411")) << loaded.text();
  const std::string text = loaded.text();
  EXPECT_NE(text.find(p.expected), std::string::npos) << text;
  EXPECT_NE(text.find(file.path() + ":3:" + std::to_string(p.column) + "\n"), std::string::npos) << text;
  EXPECT_NE(text.find("3 | " + p.bad), std::string::npos) << text;
  EXPECT_EQ(loaded.sink.error_count(), 1U);
}

TEST_P(Bad, LineIsCountedWhenSkipped) {
  const BadText& p = GetParam();
  const TextFile file(p.good + "\n" + p.bad + "\n" + p.good + "\n" + p.bad + "\n");
  const Loaded loaded(file.path(), as(p.format, true));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 2U);
  EXPECT_EQ(loaded.trace->bad_lines, 2U);
  EXPECT_EQ(loaded.trace->first_bad_line, 2U);
  EXPECT_TRUE(loaded.told("W0401"));
}

const std::string kMsr = "128166372003061629,hm,0,Read,383496192,32768,41286";
const std::string kSpc = "0,303567,3584,w,0.000000";
const std::string kSsdsim = "100 0 8 8 0";
const std::string kDisksim = "1151.274 7 5406 16 1";
const std::string kBlkparse = "8,16 5 2 0.000001850 18615 Q R 10 + 8 [java]";

const std::vector<BadText> kBad{
    BadText{"msr", kMsr, "x28,hm,0,Read,0,512,1", 1, "a time in 100 ns units"},
    BadText{"msr", kMsr, "128,,0,Read,0,512,1", 5, "a host name"},
    BadText{"msr", kMsr, "128,hm,0,Raed,0,512,1", 10, "expected `Read` or `Write`, found `Raed`"},
    BadText{"msr", kMsr, "128,hm,0,Read,0", 16, "a size in bytes, found the end of the line"},
    BadText{"msr", kMsr, "128,hm,70000,Read,0,512,1", 8, "a disk number up to 65535"},
    BadText{"msr", kMsr, "999999999999999999999,hm,0,Read,0,512,1", 1, "a time in 100 ns units"},
    BadText{"msr", kMsr, "128,hm,0,Read,-4096,512,1", 15, "an offset in bytes"},
    BadText{"msr", kMsr, "128,hm,0,Read,9223372036854775000,4096,1", 35, "ends at or below 2^63"},
    BadText{"msr", kMsr, "128,hm,0,Read,0,512,1 garbage", 23, "the end of the line, found `garbage`"},
    BadText{"msr", kMsr, "128,hm,0,Read,0,512,abc", 21, "a response time in 100 ns units"},
    BadText{"msr", kMsr, "128,hm,0,Read,0,512,-1", 21, "a response time in 100 ns units"},
    BadText{"msr", kMsr, "128,hm,0,Read,0,512,1,2", 22, "the end of the line"},
    BadText{"msr", kMsr, "128,hm,0,Read,0,512,1 129,hm,0,Read,0,512,1", 23, "the end of the line"},
    BadText{"msr", kMsr, "Timestamp,Host,Disk,Type,Offset,Size,Time 128,hm,0,Read,0,512,1", 1,
            "a time in 100 ns units"},
    BadText{"spc", kSpc, "0,1,512,r,0.0,0,1,512,r,0.1", 14, "the end of the line before the next request"},
    BadText{"spc", kSpc, "0,1,512,r,0.0 0,1,512,r,0.1", 15, "the end of the line"},
    BadText{"spc", kSpc, "0,1,512,x,0.0", 9, "`r` or `w`"},
    BadText{"spc", kSpc, "0,1,512,r", 10, "a time in seconds, found the end of the line"},
    BadText{"spc", kSpc, "0,1,512,r,1.5s", 14, "the end of the line"},
    BadText{"spc", kSpc, "4294967296,1,512,r,1.5", 1, "an application storage unit"},
    BadText{"spc", kSpc, "0,1,512,r,99999999999", 11, "a time in seconds"},
    BadText{"ssdsim", kSsdsim, "1.5 0 8 8 0", 2, "a blank and a device number"},
    BadText{"ssdsim", kSsdsim, "1 0 8 8 2", 9, "0 (write) or 1 (read), found `2`"},
    BadText{"ssdsim", kSsdsim, "1 0 8 8 0 7", 11, "the end of the line"},
    BadText{"ssdsim", kSsdsim, "1 0 8", 6, "a number of sectors"},
    BadText{"ssdsim", kSsdsim, "1 0 36028797018963968 8 1", 23, "ends at or below 2^63"},
    BadText{"disksim", kDisksim, "1.5 0 8 8 z", 11, "hexadecimal flags"},
    BadText{"disksim", kDisksim, "1.5 0 8 8 1 1.6 0 8 8 1", 13, "the end of the line"},
    BadText{"disksim", kDisksim, "abc 0 8 8 1", 1, "a time in ms"},
    BadText{"blkparse", kBlkparse, "8;16 5 2 0.1 18615 Q R 10 + 8 [java]", 2, "`,` and a minor device number"},
    BadText{"blkparse", kBlkparse, "8,16 5 2 0.1 18615 Q R 10 + x [java]", 29, "a number of sectors"},
    BadText{"blkparse", kBlkparse, "8,16 5 2 0.1 18615 Q R 10 + 8 [java] 8,16 5 2 0.1 18615 Q R 10 + 8 [java]", 37,
            "the end of the line"},
    BadText{"blkparse", kBlkparse, "8,16 5 2 0.1 18615 Q R 10 + 8 garbage", 31, "the name of a process in brackets"},
    BadText{"blkparse", kBlkparse, "8,16 5 2 0.1 18615 Q FWS [java] 8,16", 32, "the end of the line"},
    BadText{"blkparse", kBlkparse, "8,16 5 2 now 18615 Q R 10 + 8 [java]", 10, "a time in seconds"}};
INSTANTIATE_TEST_SUITE_P(Formats, Bad, testing::ValuesIn(kBad));

// Without this test, a format of trace_formats.def could be missing in the lists above and be tested by nothing.
TEST(Formats, EachHasGoodAndBadLines) {
  for (const Format& format : formats()) {
    const auto is_of = [&](const auto& text) { return text.format == format.name; };
    EXPECT_TRUE(std::ranges::any_of(kGood, is_of)) << format.name;
    EXPECT_TRUE(std::ranges::any_of(kBad, is_of)) << format.name;
  }
}

TEST(Formats, OptionalFieldsMayBeThereOrNot) {
  const TextFile msr(
      "128,hm,0,Read,0,512\n129,hm,0,Read,0,512,\n130,hm,0,Read,0,512, 5.25 "
      "\n131,hm,0,Read,0,512,18446744073709551615\n");
  EXPECT_EQ(Loaded(msr.path(), as("msr")).records.size(), 4U);
  const TextFile spc("0,1,512,r,0.0\n0,1,512,r,0.1,\n0,1,512,r,0.2,read by r,7,r\n");
  EXPECT_EQ(Loaded(spc.path(), as("spc")).records.size(), 3U);
  const TextFile blkparse(
      "8,0 0 1 0.1 1 Q R 8 + 8\n8,0 0 2 0.2 1 Q R 8 + 8 (   1234) [a] b]\n8,0 0 3 0.3 1 Q FWS [x]\n8,0 0 4 0.4 1 Q RA "
      "8 + 8 []\n");
  const auto records = Loaded(blkparse.path(), as("blkparse")).records;
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[2].direction, Direction::kFlush);
}

// A carriage return inside a line hides the text behind it, also where the line itself is skipped.
TEST(Formats, CarriageReturnsInsideALineAreRefused) {
  const std::pair<std::string, std::string> hidden[] = {
      {"msr", kMsr + "\n# a comment\r" + kMsr + "\n"},
      {"msr", kMsr + "\n" + kMsr + "\r" + kMsr + "\n"},
      {"msr", kMsr + "\nTimestamp,Hostname\r" + kMsr + "\n"},
      {"spc", kSpc + "\n" + kSpc + ",own\r" + kSpc + "\n"},
      {"ssdsim", kSsdsim + "\n" + kSsdsim + "\r" + kSsdsim + "\n"},
      {"disksim", kDisksim + "\n" + kDisksim + "\r" + kDisksim + "\n"},
      {"blkparse", kBlkparse + "\n" + kBlkparse + "\r" + kBlkparse + "\n"},
      {"blkparse", kBlkparse + "\n8,16 5 0 0.000002000 0 m N cfq\r" + kBlkparse + "\n"}};
  for (const auto& [format, text] : hidden) {
    const TextFile file(text);
    const Loaded strict(file.path(), as(format));
    EXPECT_FALSE(strict.trace) << text;
    EXPECT_TRUE(strict.told("E0411")) << text << strict.text();
    const Loaded skipping(file.path(), as(format, true));
    ASSERT_TRUE(skipping.trace) << text << skipping.text();
    EXPECT_EQ(skipping.trace->bad_lines, 1U) << text;
    EXPECT_TRUE(skipping.told("W0401"));
  }
}

class SameRequests : public testing::TestWithParam<std::string> {};

// The files of tests/traces hold the same requests; each is recognised without a given format.
TEST_P(SameRequests, InEveryFormat) {
  const Loaded msr(trace_file("msr.csv"));
  Loaded other(trace_file(GetParam()));
  ASSERT_TRUE(msr.trace && other.trace) << msr.text() << other.text();
  std::erase_if(other.records,
                // The other formats cannot hold trims and flushes.
                [](const TraceRecord& r) { return !moves_data(r.direction); });
  ASSERT_EQ(msr.records.size(), 120U);
  ASSERT_EQ(other.records.size(), 120U);
  EXPECT_FALSE(other.trace->recognition.ambiguous());
  for (std::size_t i = 0; i < 120; ++i) {
    const TraceRecord &a = msr.records[i], &b = other.records[i];
    EXPECT_EQ(a.arrival, b.arrival) << i;
    EXPECT_EQ(a.offset, b.offset) << i;
    EXPECT_EQ(a.bytes, b.bytes) << i;
    EXPECT_EQ(a.direction, b.direction) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, SameRequests,
                         testing::Values("spc.csv", "ssdsim.txt", "mqsim.txt", "disksim.txt", "blkparse.txt",
                                         "blkparse_issue.txt", "msr.csv.zst", "spc.csv.gz"));

TEST(Formats, TableIsCompleteAndInOrder) {
  std::vector<std::string> names, files;
  for (const Format& f : formats()) names.emplace_back(f.name);
  for (const auto& file : std::filesystem::directory_iterator(tests::source_dir() / "runtime" / "trace" / "formats")) {
    if (file.path().extension() == ".cpp") files.push_back(file.path().stem().string());
  }
  std::ranges::sort(files);
  EXPECT_EQ(names, files);
  EXPECT_EQ(find_format("mqsim"), find_format("ssdsim"));
  EXPECT_EQ(find_format("msrc"), nullptr);
}

TEST(Formats, UnknownNameSuggestsTheNearest) {
  const Loaded loaded(trace_file("msr.csv"), as("mrs"));
  EXPECT_TRUE(loaded.told("E0409"));
  EXPECT_NE(loaded.text().find("did you mean `msr`?"), std::string::npos) << loaded.text();
}

TEST(Formats, DiscardsOfBlkparseAreTrims) {
  const TextFile file(
      "8,0 0 1 0.000000000 100 Q W 2048 + 8 [cp]\n"
      "8,0 0 2 0.001000000 100 Q DS 2048 + 8 [fstrim]\n"
      "8,0 0 3 0.002000000 100 Q DE 4096 + 16 [mkfs]\n"
      "8,0 0 4 0.003000000 100 Q D 0 + 0 [fstrim]\n"
      "8,0 0 5 0.004000000 100 D D 2048 + 8 [fstrim]\n"
      "8,0 0 6 0.005000000 100 Q FN [x]\n");
  const Loaded loaded(file.path(), as("blkparse"));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  const std::vector<TraceRecord>& records = loaded.records;
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].direction, Direction::kWrite);
  EXPECT_EQ(records[1].direction, Direction::kTrim);
  EXPECT_EQ(records[2].direction, Direction::kTrim);
  EXPECT_EQ(records[2].offset, 4096U * 512);
  EXPECT_EQ(records[2].bytes, 16U * 512);
  EXPECT_EQ(records[3].direction, Direction::kFlush);
  EXPECT_EQ(records[3].bytes, 0U);
  EXPECT_EQ(loaded.trace->zero_sized, 1U);
  EXPECT_EQ(loaded.trace->other_lines, 1U);
}

// An F in front of the other letters is a flush, which comes before what the line reads or writes; one behind them is
// not.
TEST(Formats, LinesOfBlkparseAskForFlushes) {
  const TextFile file(
      "8,0 0 1 0.000000001 100 D W 2048 + 8 [x]\n"
      "8,0 0 2 0.000000002 100 D FN [x]\n"
      "8,0 0 3 0.000000003 100 Q FWFS 2048 + 8 [x]\n"
      "8,0 0 4 0.000000004 100 Q FWS [x]\n"
      "8,0 0 5 0.000000005 100 Q WFS 2056 + 8 [x]\n");
  const Loaded loaded(file.path(), as("blkparse"));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  std::vector<std::pair<Time, Direction>> found;
  for (const TraceRecord& r : loaded.records) found.emplace_back(r.arrival, r.direction);
  using enum Direction;
  EXPECT_EQ(found, (std::vector<std::pair<Time, Direction>>{{0, kFlush}, {0, kWrite}, {1, kFlush}, {2, kWrite}}));
}

// Replayer traces have the columns of DiskSim but count bytes.
TEST(Formats, BytesInPlaceOfBlocksAreSuspected) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += fmt::format("{}.5 0 {} 4096 1\n", i, i * 8192);
  const TextFile file(text);
  const Loaded loaded(file.path());
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.trace->format->name, "disksim");
  EXPECT_TRUE(loaded.told("W0407"));
}

TEST(Formats, TimesInAnotherUnitAreSuspected) {
  std::string us, ns, converted;
  for (int i = 0; i < 50; ++i) {
    us += fmt::format("{} 0 {} 8 1\n", i * 2001, i * 8);
    ns += fmt::format("{} 0 {} 8 1\n", i * 2'000'001, i * 8);
    converted += fmt::format("{} 0 {} 8 1\n", i * 2000, i * 8);
  }
  EXPECT_TRUE(Loaded(TextFile(us).path()).told("W0404"));
  EXPECT_FALSE(Loaded(TextFile(ns).path()).told("W0404"));
  EXPECT_FALSE(Loaded(TextFile(converted).path()).told("W0404"));
}

}  // namespace
}  // namespace ssd::trace
