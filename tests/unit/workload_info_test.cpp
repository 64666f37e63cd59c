// The figures of traces: by hand on a small one, and for the real traces, where they are available, against a table
// that was measured independently.
#include <cmath>

#include <nlohmann/json.hpp>

#include "runtime/trace/formats/format.h"
#include "runtime/trace/trace_info.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

const std::filesystem::path kRealTraces = "/work/shared/traces";

std::optional<TraceInfo> info_of(const std::string& path, diag::Sink& sink) {
  SourceMap sources;
  return trace_info(path, {}, sources, sink);
}

TEST(Info, FiguresOfASmallTrace) {
  // Three pages touched on device 0 (pages 0, 1, 2), one on device 1; written are pages 0 and 1 of device 0.
  const TextFile file("1000000 0 0 16 0\n1200000 0 8 8 1\n5000000 0 16 1 1\n4000000 1 0 8 1\n");
  diag::Sink sink;
  const auto info = info_of(file.path(), sink);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->requests, 4U);
  EXPECT_EQ(info->duration, 4'000'000U);
  EXPECT_DOUBLE_EQ(info->read_share(), 0.75);
  EXPECT_EQ(info->writes.bytes, 8192U);
  EXPECT_EQ(info->reads.smallest, 512U);
  EXPECT_EQ(info->reads.largest, 4096U);
  EXPECT_DOUBLE_EQ(info->reads.mean(), (4096.0 + 512 + 4096) / 3);
  EXPECT_EQ(info->gap_range[0], 200'000U);
  EXPECT_DOUBLE_EQ(info->gap_median, 1'000'000);
  EXPECT_EQ(info->bursts, 1U);
  EXPECT_EQ(info->pages_touched, 4U);
  EXPECT_EQ(info->pages_written, 2U);
  EXPECT_EQ(info->aligned, 3U);
  EXPECT_EQ(info->highest, 16U * 512 + 512);
  EXPECT_EQ(info->devices, (std::vector<std::pair<u32, u64>>{{0, 3}, {1, 1}}));
  EXPECT_EQ(info->backwards.count, 1U);
  EXPECT_EQ(info->backwards.largest, 1'000'000U);
  EXPECT_EQ(info->sizes.front(), (std::pair<u64, u64>{4096, 2}));
  EXPECT_EQ(diag::row(sink.all().front().code).name, "W0409");
}

TEST(Info, TextAndJsonSayTheSame) {
  diag::Sink sink;
  const auto info = info_of(trace_file("mqsim.txt"), sink);
  ASSERT_TRUE(info);
  const std::string text = render_text(*info);
  EXPECT_NE(text.find("ssdsim (or mqsim: the same columns)"), std::string::npos) << text;
  EXPECT_NE(text.find("41.67 % reads"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(render_json(*info));
  EXPECT_EQ(json.at("schema"), "ssdc.trace_info");
  EXPECT_EQ(json.at("requests"), 120);
  EXPECT_EQ(json.at("devices").size(), 4U);
  EXPECT_NEAR(json.at("read_share").get<double>(), 0.4167, 0.0001);
  EXPECT_EQ(json.at("duration_ns"), info->duration);
  EXPECT_EQ(json.at("inter_arrival").at("max_ns"), info->gap_range[1]);
  EXPECT_EQ(json.at("reads").at("mean_bytes"), info->reads.mean());
  EXPECT_EQ(json.at("working_set").at("written_bytes"), info->pages_written * kInfoPage);
}

TEST(Info, TrimsStandApart) {
  diag::Sink sink;
  const TextFile file(
      "8,0 0 1 0.000000000 100 Q W 2048 + 8 [cp]\n"
      "8,0 0 2 0.001000000 100 Q D 0 + 4096 [fstrim]\n"
      "8,0 0 3 0.002000000 100 Q R 2048 + 8 [cp]\n");
  const auto info = info_of(file.path(), sink);
  ASSERT_TRUE(info);
  EXPECT_TRUE(sink.all().empty());
  EXPECT_EQ(info->requests, 3U);
  EXPECT_EQ(info->trims.requests, 1U);
  EXPECT_EQ(info->trims.bytes, 4096U * 512);
  EXPECT_EQ(info->writes.requests, 1U);
  EXPECT_EQ(info->pages_touched, 1U);
  EXPECT_NE(render_text(*info).find("trims           1 request"), std::string::npos) << render_text(*info);
  const auto json = nlohmann::json::parse(render_json(*info));
  EXPECT_EQ(json.at("trims").at("requests"), 1);
  EXPECT_EQ(json.at("lines").at("discards"), 1);
}

// A row of the table beside the real traces: read share in %, sizes in KiB (0: none), duration in s, pages, last
// sector, gap in ms.
struct Row {
  std::string file, format;
  u64 requests;
  std::size_t devices;
  double read, mean_read, mean_write, seconds;
  u64 pages, written, last_sector;
  double gap, aligned;
};
void PrintTo(const Row& r, std::ostream* out) { *out << r.file; }

class RealTrace : public testing::TestWithParam<Row> {};

TEST_P(RealTrace, AgreesWithTheTable) {
  const Row& row = GetParam();
  const auto path = kRealTraces / (row.file + ".zst");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no real traces in " << kRealTraces;
  diag::Sink sink;
  const auto info = info_of(path.string(), sink);
  ASSERT_TRUE(info);
  const double unit = row.file.find("ssdsim-us") != std::string::npos ? 1e-6 : 1e-9;  // that file has times in us
  EXPECT_EQ(info->format->name, row.format);
  EXPECT_EQ(info->requests, row.requests);
  EXPECT_EQ(info->devices.size(), row.devices);
  EXPECT_NEAR(info->read_share() * 100, row.read, 0.00501);
  EXPECT_NEAR(info->reads.mean() / 1024, row.mean_read, 0.00501);
  EXPECT_NEAR(info->writes.mean() / 1024, row.mean_write, 0.00501);
  EXPECT_NEAR(static_cast<double>(info->duration) * unit, row.seconds, 0.000501);
  EXPECT_EQ(info->pages_touched, row.pages);
  EXPECT_EQ(info->pages_written, row.written);
  EXPECT_EQ((info->highest - 1) / 512, row.last_sector);
  EXPECT_NEAR(info->gap_mean() * unit * 1000, row.gap, 0.0000501);
  EXPECT_NEAR(info->aligned_share() * 100, row.aligned, 0.0501);
}

INSTANTIATE_TEST_SUITE_P(Table, RealTrace,
                         testing::Values(Row{"msr-cambridge_web_3.csv", "msr", 31380, 1, 32.03, 74.89, 20.83,
                                             594376.222, 154720, 110013, 355633166, 18941.8472, 0.0},
                                         Row{"msr-cambridge_rsrch_1.csv", "msr", 13780, 1, 0.30, 13.21, 12.17,
                                             576557.644, 28775, 28769, 374063479, 41843.2139, 92.7},
                                         Row{"msr-cambridge_wdev_1.csv", "msr", 1055, 1, 0.00, 0, 5.13, 595003.214, 369,
                                             369, 106679855, 564519.1784, 99.6},
                                         Row{"msr-cambridge_wdev_3.csv", "msr", 682, 1, 1.61, 63.27, 4.35, 596961.941,
                                             316, 133, 71127902, 876596.0956, 0.0},
                                         Row{"msr-cambridge_web_0.excerpt-100k.csv", "msr", 100000, 1, 61.55, 33.82,
                                             9.35, 13818.221, 512972, 48022, 71116454, 138.1836, 0.9},
                                         Row{"msr-cambridge_hm_0.snia-sample-1k.csv", "msr", 1000, 1, 50.80, 11.74,
                                             7.11, 127.233, 1917, 475, 26513728, 127.3609, 84.7},
                                         Row{"msr-cambridge_hm_0.excerpt-7k.csv", "msr", 7016, 1, 82.95, 13.04, 5.78,
                                             148.406, 13523, 1171, 29114004, 21.1555, 89.7},
                                         Row{"umass-financial1.first10k.ssdsim.ascii", "ssdsim", 10000, 22, 40.77, 6.09,
                                             4.92, 259.601, 7322, 3734, 1002412, 25.9627, 0.1},
                                         Row{"umass-websearch1.first25k.mqsim.trace", "ssdsim", 24783, 6, 99.98, 15.06,
                                             8.00, 60.055, 93029, 4, 34966255, 2.4233, 99.9},
                                         Row{"msps-dtrs.127k.ssdsim-us.ascii", "ssdsim", 127043, 1, 89.04, 55.57, 53.38,
                                             300.000, 1272267, 184051, 321307347, 2.3614, 97.4},
                                         Row{"mqsim-tpcc-small.mqsim.trace", "ssdsim", 6999, 16, 62.59, 8.09, 8.73,
                                             0.136, 20470, 7879, 454518379, 0.0195, 12.7},
                                         Row{"llm-opt7b-offload.mqsim.trace", "ssdsim", 36873, 1, 86.44, 96.58, 473.96,
                                             34.313, 1361958, 592453, 2000405647, 0.9306, 100.0},
                                         Row{"disksim-enterprise-unknown.1k.disksim.trace", "disksim", 999, 9, 23.52,
                                             9.91, 9.60, 1.065, 2533, 1744, 927573518, 1.0673, 4.0},
                                         Row{"pcmark.disksim.trace", "disksim", 56088, 1, 74.61, 76.94, 212.03,
                                             1466.260, 581569, 131491, 220964431, 26.1426, 100.0},
                                         Row{"disksim-valid-ascii.disksim.trace", "disksim", 100000, 14, 79.63, 5.06,
                                             5.16, 1532.936, 158355, 38533, 2376019, 15.3295, 0.5},
                                         Row{"ycsb-rocksdb-ssd.snia-sample-10k.blkparse", "blkparse", 1695, 1, 100.00,
                                             114.17, 0, 0.680, 48379, 0, 1000197439, 0.4013, 100.0},
                                         Row{"hadoop-hdfs_eternity9.106k-issue.blkparse", "blkparse", 105634, 1, 99.19,
                                             288.46, 33.61, 171.865, 7559290, 5919, 799692551, 1.6270, 100.0},
                                         Row{"apress-mbpa.50k-events.blkparse", "blkparse", 15524, 1, 0.52, 121.80,
                                             4.00, 9.378, 17901, 15461, 3428327345, 0.6042, 0.0},
                                         Row{"ycsb-f2fs.17k-events.blkparse", "blkparse", 5727, 1, 82.45, 111.09,
                                             427.40, 1651.023, 232492, 101756, 5361663, 288.3379, 100.0}));

}  // namespace
}  // namespace ssd::trace
