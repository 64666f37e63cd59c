// Files as users have them: packed, cut off, empty, of another kind. Each of these gets its own message.
#include <sys/stat.h>

#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

struct Broken {
  std::string name, code, part;
};
void PrintTo(const Broken& b, std::ostream* out) { *out << b.name; }

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, HasItsOwnMessage) {
  const Loaded loaded(trace_file(GetParam().name));
  EXPECT_FALSE(loaded.trace);
  EXPECT_EQ(loaded.sink.error_count(), 1U) << loaded.text();
  EXPECT_TRUE(loaded.told(GetParam().code)) << loaded.text();
  EXPECT_NE(loaded.text().find(GetParam().part), std::string::npos) << loaded.text();
}
INSTANTIATE_TEST_SUITE_P(
    Files, BrokenFile,
    testing::Values(Broken{"no_such.csv", "E0401", "no trace file"}, Broken{".", "E0402", "name a file in it"},
                    Broken{"empty.csv", "E0404", "is empty"}, Broken{"comments.csv", "E0414", "3 lines: not requests"},
                    Broken{"truncated.csv.zst", "E0405", "in the middle of its zstd data"},
                    Broken{"truncated.csv.gz", "E0405", "in the middle of its gzip data"},
                    Broken{"damaged.csv.zst", "E0406", "zstd data: "}, Broken{"garbage.bin", "E0407", "at offset"},
                    Broken{"unknown.txt", "E0410", "the first line"},
                    Broken{"bad_line.csv", "E0411", "bad_line.csv:17:27"}));

TEST(Files, UnreadableOnesSayWhy) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TextFile file("100 0 8 8 0\n");
  ::chmod(file.path().c_str(), 0);
  EXPECT_TRUE(Loaded(file.path()).told("E0403"));
}

TEST(Files, OtherCompressionsNameTheirProgram) {
  const Loaded loaded(TextFile("\xfd"
                               "7zXZ and so on")
                          .path());
  EXPECT_TRUE(loaded.told("E0408"));
  EXPECT_NE(loaded.text().find("`unxz`"), std::string::npos) << loaded.text();
}

TEST(Files, Utf16IsNamed) {
  const Loaded loaded(TextFile(std::string("\xff\xfe"
                                           "1\0 \0",
                                           6))
                          .path());
  EXPECT_TRUE(loaded.told("E0407"));
  EXPECT_NE(loaded.text().find("iconv"), std::string::npos) << loaded.text();
}

TEST(Files, SeveralFramesAreOneTrace) {
  const Loaded loaded(trace_file("two_frames.csv.zst"));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 240U);
}

TEST(Files, CarriageReturnsAndAMissingLastEndingAreFine) {
  const Loaded loaded(trace_file("crlf.csv"));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 20U);
  EXPECT_EQ(loaded.trace->lines, 20U);
}

TEST(Files, CarriageReturnsAloneAreNoLineEnds) {
  for (const char* text :
       {"100 0 8 8 0\r200 0 8 8 0\r300 0 8 8 0\r", "# no request\r100 0 8 8 0\r", "100 0 8 8 0\r200 0 8 8 0\n"}) {
    for (const char* format : {"auto", "ssdsim"}) {
      const Loaded loaded(TextFile(text).path(), as(format, true));
      EXPECT_FALSE(loaded.trace) << text;
      EXPECT_TRUE(loaded.told("E0419")) << text << loaded.text();
    }
  }
  EXPECT_NE(Loaded(TextFile("1 0 8 8 0\r2 0 8 8 0\r").path()).text().find("the first at byte 9"), std::string::npos);
  EXPECT_TRUE(Loaded(TextFile("100 0 8 8 0\r").path()).trace);  // one line
}

TEST(Files, AByteOrderMarkIsPassedOver) {
  const Loaded loaded(TextFile("\xef\xbb\xbf"
                               "100 0 8 8 0\n200 0 8 8 0\n")
                          .path());
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 2U);
}

TEST(Files, SizesOfZeroAreSkippedAndTold) {
  const Loaded loaded(trace_file("zero_sizes.txt"));
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 15U);
  EXPECT_EQ(loaded.trace->zero_sized, 5U);
  EXPECT_TRUE(loaded.told("W0402"));
}

// Lines over many chunks, with lengths that put their ends everywhere in a chunk.
TEST(Files, LinesAcrossChunksStayWhole) {
  std::string text;
  u64 bytes = 0;
  constexpr u64 kLines = 200'000;
  for (u64 i = 0; i < kLines; ++i) {
    text += fmt::format("{} 0 {} {} 1\n", i * 10'000, i % 7 == 0 ? i * 1'000'003 : i, i % 64 + 1);
    bytes += (i % 64 + 1) * 512;
  }
  ASSERT_GT(text.size(), 3U << 20);
  const Loaded loaded(TextFile(text).path());
  ASSERT_TRUE(loaded.trace) << loaded.text();
  ASSERT_EQ(loaded.records.size(), kLines);
  u64 sum = 0;
  for (std::size_t i = 0; i < kLines; ++i) {
    ASSERT_EQ(loaded.records[i].arrival, i * 10'000);
    sum += loaded.records[i].bytes;
  }
  EXPECT_EQ(sum, bytes);
}

TEST(Files, EndlessLinesAreRefusedWithoutReadingThem) {
  const std::string good = "100 0 8 8 0\n";
  EXPECT_TRUE(Loaded(TextFile(good + std::string(3 << 20, '1')).path(), as("ssdsim")).told("E0413"));
  EXPECT_TRUE(Loaded(TextFile(good + std::string(70'000, ' ') + good).path(), as("ssdsim")).told("E0411"));
}

// The first line decides what the trace is.
TEST(Files, AFirstLineThatIsTooLongIsRefusedAsAnyOther) {
  const std::string good = "100 0 8 8 0\n";
  for (const std::size_t bytes : {70'000, 1'000'000}) {
    EXPECT_NE(Loaded(TextFile(std::string(bytes, '1')).path()).text().find("error[E0413]: line 1 of"),
              std::string::npos)
        << bytes;
    EXPECT_NE(Loaded(TextFile("100 0 8 8 0" + std::string(bytes, ' ') + "\n" + good).path())
                  .text()
                  .find("error[E0413]: line 1 of"),
              std::string::npos)
        << bytes;
    EXPECT_NE(
        Loaded(TextFile("# no request\n\n" + std::string(bytes, '1')).path()).text().find("error[E0413]: line 3 of"),
        std::string::npos)
        << bytes;
  }
  const std::string longest = "100 0 8 8 0" + std::string(kLongestLine - 11, ' ') + "\n";
  for (const std::string before : {"", "\xef\xbb\xbf", "# no request\n"})
    EXPECT_TRUE(Loaded(TextFile(before + longest).path()).trace) << before;
}

TEST(Files, TracesWithoutRequestsAreHelped) {
  const auto help = [](const std::string& text) {
    const Loaded loaded{TextFile(text).path()};
    EXPECT_TRUE(loaded.told("E0414")) << loaded.text();
    return loaded.sink.all().at(0).fix;
  };
  EXPECT_NE(help("1000000000,h,0,Read,0,0,0\n").find("`Timestamp,Hostname,"), std::string::npos);
  EXPECT_NE(help("# nothing\n").find("`blkparse`"), std::string::npos);
  const Loaded comments{TextFile(std::string(70'000, '#') + "\n100 0 8 8 0\n").path()};
  EXPECT_TRUE(comments.told("E0413")) << comments.text();
  std::string many;
  for (int i = 0; i < 300; ++i) many += std::string(300, '#') + "\n";
  EXPECT_TRUE(Loaded(TextFile(many + "100 0 8 8 0\n").path()).told("E0410"));
}

TEST(Files, ALinkInACircleIsNoMatterOfPermissions) {
  const std::string link =
      (std::filesystem::temp_directory_path() / ("ssdc-circle-" + std::to_string(::getpid()))).string();
  std::filesystem::create_symlink(link, link);
  const Loaded loaded(link);
  std::filesystem::remove(link);
  EXPECT_TRUE(loaded.told("E0402"));
  EXPECT_NE(loaded.text().find("name the file itself"), std::string::npos) << loaded.text();
}

TEST(Files, LimitsAreReached) {
  const std::string good = "100 0 8 8 0";
  const auto padded = [&](std::size_t bytes) { return good + std::string(bytes - good.size(), ' ') + "\n"; };
  EXPECT_TRUE(Loaded(TextFile(padded(kLongestLine)).path(), as("ssdsim")).trace);
  EXPECT_TRUE(Loaded(TextFile(padded(kLongestLine + 1)).path(), as("ssdsim")).told("E0411"));
  const auto hosts = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("128166372010000000,host{},0,Read,4096,4096,1\n", i);
    return text;
  };
  EXPECT_TRUE(Loaded(TextFile(hosts(limits::kMostHosts)).path(), as("msr")).trace);
  EXPECT_TRUE(Loaded(TextFile(hosts(limits::kMostHosts + 1)).path(), as("msr")).told("E0411"));
}

// The limit is lowered, because a file that reaches it takes gigabytes. E0412 unless only the beginning is read.
TEST(Files, TooManyRequestsAreRefused) {
  const TextFile file("100 0 8 8 0\n200 0 8 8 0\n300 0 8 8 0\n");
  LoadOptions options = as("ssdsim");
  options.largest = 4;
  EXPECT_TRUE(Loaded(file.path(), options).trace);
  options.largest = 2;
  EXPECT_TRUE(Loaded(file.path(), options).told("E0412"));
  options.most_records = 2;
  EXPECT_TRUE(Loaded(file.path(), options).trace);
}

TEST(Files, TheLineOfARecordIsFoundAgain) {
  Loaded loaded(trace_file("blkparse.txt"));
  ASSERT_TRUE(loaded.trace);
  const Span place = place_of_record(*loaded.trace, 1, loaded.sources);
  ASSERT_TRUE(place.known());
  // One earlier event, then five for each request.
  EXPECT_EQ(loaded.sources.file(place.file).position(place.begin).line, 7U);
  EXPECT_NE(loaded.sources.text(place).find("  Q  "), std::string::npos);
}

TEST(Files, ALimitStopsReading) {
  LoadOptions options;
  options.most_records = 7;
  const Loaded loaded(trace_file("bad_line.csv"), options);
  ASSERT_TRUE(loaded.trace) << loaded.text();
  EXPECT_EQ(loaded.records.size(), 7U);
}

}  // namespace
}  // namespace ssd::trace
