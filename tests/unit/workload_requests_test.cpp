// From a trace to the engine's requests: order, pace, repetition, devices, folding, sectors, and each error with its
// way out.
#include "compiler/design/design.h"
#include "runtime/trace/requests.h"
#include "tests/unit/workload_trace_files.h"

namespace ssd::trace {
namespace {

design::Design drive(u64 logical_pages, u64 page = 4096, u64 sector = 512) {
  design::Design d;
  d.geometry.page_bytes = page;
  d.geometry.sector_bytes = sector;
  d.config.logical_pages = logical_pages;
  return d;
}

struct Made {
  SourceMap sources;
  diag::Sink sink;
  std::optional<Requests> requests;
  std::string text() const { return diag::render_text(sink, sources, false); }
  std::string only_code() const {
    return sink.all().size() == 1 ? std::string(diag::row(sink.all()[0].code).name) : text();
  }
};

struct TraceRun {
  std::string text;
  workload::Workload workload{};
  RequestOptions options{};
  design::Design design = drive(1000);
  std::string format = "ssdsim";

  std::unique_ptr<Made> make() {
    const TextFile file(text);
    workload.source =
        workload::TraceSource{.path = file.path(), .resolved_path = file.path(), .format = format, .path_span = {}};
    auto made = std::make_unique<Made>();
    made->requests = requests_for(design, workload, options, made->sources, made->sink);
    return made;
  }
};

std::vector<Time> arrivals(const Requests& requests) {
  std::vector<Time> result;
  for (const Request& r : requests.list) result.push_back(r.arrival);
  return result;
}
std::vector<std::pair<u64, u32>> places(const Requests& requests) {
  std::vector<std::pair<u64, u32>> result;
  for (const Request& r : requests.list) result.emplace_back(r.sector, r.sectors);
  return result;
}
using Times = std::vector<Time>;
using Places = std::vector<std::pair<u64, u32>>;

const std::string kThree = "1000 0 0 8 0\n1300 0 9 1 1\n2000 0 40 3 0\n";

TEST(Requests, BeginAtZeroAndKeepTheirSectors) {
  const auto made = TraceRun{kThree}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(arrivals(*made->requests), (Times{0, 300, 1000}));
  EXPECT_EQ(places(*made->requests), (Places{{0, 8}, {9, 1}, {40, 3}}));
  EXPECT_EQ(made->requests->bytes_read, 512U);
  EXPECT_EQ(made->requests->bytes_written, 11U * 512);
  EXPECT_TRUE(made->requests->notes.empty());
}

TEST(Requests, CoverWholeSectorsOfTheDrive) {
  const auto made = TraceRun{.text = kThree, .design = drive(1000, 8192, 4096)}.make();
  ASSERT_TRUE(made->requests);
  EXPECT_EQ(places(*made->requests), (Places{{0, 1}, {1, 1}, {5, 1}}));
}

TEST(Requests, SpeedDividesTimesAndRoundsDown) {
  workload::Workload w;
  w.speed_numerator = 3;
  w.speed_denominator = 2;
  EXPECT_EQ(arrivals(*TraceRun{kThree, w}.make()->requests), (Times{0, 200, 666}));
}

TEST(Requests, RepetitionsFollowAfterTheMeanGap) {
  workload::Workload w;
  w.repeat = 3;
  EXPECT_EQ(arrivals(*TraceRun{kThree, w}.make()->requests), (Times{0, 300, 1000, 1500, 1800, 2500, 3000, 3300, 4000}));
  w.requests = 4;
  EXPECT_EQ(arrivals(*TraceRun{kThree, w}.make()->requests), (Times{0, 300, 1000, 1500}));
  EXPECT_EQ(arrivals(*TraceRun{kThree, w, {.requests = 2}}.make()->requests), (Times{0, 300}));
}

TEST(Requests, TooManyOrTooLongIsRefused) {
  workload::Workload w;
  w.repeat = 1'000'000'000'000;
  EXPECT_EQ((TraceRun{kThree, w}.make()->only_code()), "E0424");
  w.repeat = 1;
  w.speed_denominator = u64{1} << 62;
  EXPECT_EQ((TraceRun{kThree, w}.make()->only_code()), "E0426");
  w.repeat = 3;
  w.speed_denominator = u64{1} << 52;
  EXPECT_EQ((TraceRun{kThree, w}.make()->only_code()), "E0426");
}

TEST(Requests, TimesThatGoBackwardsNeedSorting) {
  const std::string text = "1000 0 0 8 0\n900 0 8 8 0\n900 0 16 8 0\n1100 0 24 8 0\n";
  const auto refused = TraceRun{text}.make();
  EXPECT_EQ(refused->only_code(), "E0420");
  EXPECT_NE(refused->text().find(":2:1"), std::string::npos) << refused->text();
  EXPECT_NE(refused->text().find("`--sort-trace`"), std::string::npos);
  const auto sorted = TraceRun{.text = text, .options = {.requests = {}, .sort_trace = true}}.make();
  ASSERT_TRUE(sorted->requests) << sorted->text();
  EXPECT_EQ(arrivals(*sorted->requests), (Times{0, 0, 100, 200}));
  EXPECT_EQ(places(*sorted->requests), (Places{{8, 8}, {16, 8}, {0, 8}, {24, 8}}));
  EXPECT_EQ(sorted->requests->notes.size(), 1U);
}

// The workload's own `sort: true`, also where only the first requests are wanted.
TEST(Requests, AWorkloadCanSortItsTrace) {
  const TextFile file("1000 0 0 8 0\n900 0 8 8 0\n900 0 16 8 0\n1100 0 24 8 0\n");
  workload::Workload w;
  w.source = workload::TraceSource{
      .path = file.path(), .resolved_path = file.path(), .format = "ssdsim", .sort = true, .path_span = {}};
  for (const u64 requests : {3, 4}) {
    Made made;
    made.requests = requests_for(drive(1000), w, {.requests = requests}, made.sources, made.sink);
    ASSERT_TRUE(made.requests) << made.text();
    EXPECT_EQ(arrivals(*made.requests), requests == 3 ? (Times{0, 0, 100}) : (Times{0, 0, 100, 200}));
    ASSERT_EQ(made.requests->notes.size(), 1U);
    EXPECT_EQ(made.requests->notes[0],
              "1 request arrived before the request ahead: the trace is sorted (`sort: true`)");
  }
}

// The first requests of a trace that is sorted are those of the sorted trace.
TEST(Requests, OfASortedTraceTheEarliestOnesAreTheFirst) {
  const std::string text = "1000 0 0 8 0\n900 0 8 8 0\n900 0 16 8 0\n1100 0 24 8 0\n";
  for (const u64 repeat : {1, 2}) {
    workload::Workload w;
    w.repeat = repeat;
    const auto made = TraceRun{.text = text, .workload = w, .options = {.requests = 3, .sort_trace = true}}.make();
    ASSERT_TRUE(made->requests) << made->text();
    EXPECT_EQ(arrivals(*made->requests), (Times{0, 0, 100}));
    EXPECT_EQ(places(*made->requests), (Places{{8, 8}, {16, 8}, {0, 8}}));
  }
}

TEST(Requests, AClosedLoopNeedsNoTimes) {
  workload::Workload w;
  w.closed = 4;
  const auto made = TraceRun{"1000 0 0 8 0\n900 0 8 8 0\n", w}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(made->requests->closed, 4U);
  EXPECT_EQ(arrivals(*made->requests), (Times{0, 0}));
}

TEST(Requests, DevicesAreLaidEndToEnd) {
  // Device 7 comes first in the file and ends at 2049 sectors, so it takes 2 MiB; device 1 follows.
  const auto made = TraceRun{"0 7 2048 1 0\n1 1 5 1 0\n"}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(places(*made->requests), (Places{{2048, 1}, {4096 + 5, 1}}));
  ASSERT_EQ(made->requests->notes.size(), 1U);
  EXPECT_NE(made->requests->notes[0].find("2 devices"), std::string::npos);
}

TEST(Requests, TheFirstRequestsOfSeveralDevicesGoWhereTheyGoInALongerRun) {
  // Device 7 reaches farthest in the last line; device 3 is not among the first requests.
  const std::string text = "0 7 0 8 0\n1 1 5 1 0\n2 3 0 8 0\nwhat\n3 7 4096 8 0\n";
  const auto whole =
      TraceRun{.text = text, .options = {.requests = {}, .skip_bad_lines = true}, .design = drive(3000)}.make();
  ASSERT_TRUE(whole->requests) << whole->text();
  const Places all = places(*whole->requests);
  EXPECT_EQ(all, (Places{{0, 8}, {6144 + 5, 1}, {8192, 8}, {4096, 8}}));
  for (u64 n = 1; n < all.size(); ++n) {
    const auto part =
        TraceRun{.text = text, .options = {.requests = n, .skip_bad_lines = true}, .design = drive(3000)}.make();
    ASSERT_TRUE(part->requests) << part->text();
    EXPECT_EQ(places(*part->requests), Places(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n))) << n;
  }
}

TEST(Requests, EventsThatOnlyStoodInDoNotStretchADevice) {
  // The issued events reach farther than the queued ones, which are the requests. There are so many that the file is
  // read in several pieces.
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "8,0 0 1 0.1 9 D R 400000 + 8 [x]\n";
  text += "8,0 0 2 0.2 9 Q R 0 + 8 [x]\n8,16 0 3 0.3 9 Q R 0 + 8 [x]\n8,0 0 4 0.4 9 Q R 2048 + 8 [x]\n";
  const auto part =
      TraceRun{.text = text, .options = {.requests = 2}, .design = drive(3000), .format = "blkparse"}.make();
  ASSERT_TRUE(part->requests) << part->text();
  EXPECT_EQ(places(*part->requests), (Places{{0, 8}, {4096, 8}}));
}

TEST(Requests, ADriveTooSmallIsRefusedWithEveryWayOut) {
  const auto made = TraceRun{.text = "0 0 0 8 0\n1 0 800000 8 0\n2 0 80 8 0\n"}.make();
  EXPECT_EQ(made->only_code(), "E0421");
  const std::string text = made->text();
  for (const char* part :
       {":2:1", "`--fold compact`", "`--fold modulo`", "a geometry of at least", "3 pages", "4,096,000 bytes"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Requests, ModuloWrapsAroundAndKeepsSizes) {
  workload::Workload w;
  w.fold = workload::Fold::kModulo;
  // 8000 sectors: sector 8003 wraps to 3; the request across the end is moved back to end there.
  const auto made = TraceRun{"0 0 8003 8 0\n1 0 7996 8 0\n2 0 7992 8 0\n", w}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(places(*made->requests), (Places{{3, 8}, {7992, 8}, {7992, 8}}));
  EXPECT_NE(made->requests->notes.at(0).find("2 requests"), std::string::npos);
}

TEST(Requests, WrappedOnesAreCountedAsOftenAsTheyRun) {
  const std::string text = "0 0 8003 8 0\n1 0 0 8 0\n2 0 8011 8 0\n";  // the first and the last lie beyond the drive
  const auto noted = [&](u64 repeat, std::optional<u64> requests, std::string_view count) {
    workload::Workload w;
    w.fold = workload::Fold::kModulo;
    w.repeat = repeat;
    w.requests = requests;
    const auto made = TraceRun{text, w}.make();
    ASSERT_TRUE(made->requests) << made->text();
    EXPECT_TRUE(made->requests->notes.at(0).starts_with(count)) << made->requests->notes[0];
  };
  noted(1, std::nullopt, "2 requests");
  noted(4, std::nullopt, "8 requests");
  noted(4, 7, "5 requests");
  noted(4, 8, "5 requests");
  noted(1, 1000, "2 requests");
  noted(1000, 1000, "667 requests");
}

TEST(Requests, CompactRenumbersTouchedPages) {
  workload::Workload w;
  w.fold = workload::Fold::kCompact;
  // Pages 100..101, 7 and 101..102 are touched: 7 -> 0, 100 -> 1, 101 -> 2, 102 -> 3.
  const auto made = TraceRun{"0 0 803 10 0\n1 0 57 1 0\n2 0 815 2 0\n", w, {}, drive(4)}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(places(*made->requests), (Places{{8 + 3, 10}, {1, 1}, {16 + 7, 2}}));
  const auto refused = TraceRun{"0 0 803 10 0\n1 0 57 1 0\n2 0 815 2 0\n", w, {}, drive(3)}.make();
  EXPECT_EQ(refused->only_code(), "E0422");
}

// Lines of blkparse: `Q` events at intervals of 1 ms; an access is for example "W 2048 + 8".
std::unique_ptr<Made> discards(const std::vector<std::string>& accesses, workload::Fold fold,
                               design::Design drive_design = drive(1000)) {
  std::string text;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    text += fmt::format("8,0 0 {} 0.{:03} 100 Q {} [x]\n", i, i, accesses[i]);
  const TextFile file(text);
  workload::Workload workload;
  workload.fold = fold;
  workload.source =
      workload::TraceSource{.path = file.path(), .resolved_path = file.path(), .format = "blkparse", .path_span = {}};
  auto made = std::make_unique<Made>();
  made->requests = requests_for(drive_design, workload, {}, made->sources, made->sink);
  return made;
}

TEST(Requests, TrimsKeepTheSectorsThatTheyCoverWholly) {
  // Sectors of 4 KiB: 8 of the trace's. 4..19 covers sector 1 only; 9..14 none.
  const auto made = discards({"W 4 + 16", "D 4 + 16", "D 9 + 6"}, workload::Fold::kError, drive(1000, 4096, 4096));
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(places(*made->requests), (Places{{0, 3}, {1, 1}}));
  EXPECT_EQ((*++made->requests->list.begin()).direction, Direction::kTrim);
  EXPECT_EQ(made->requests->bytes_written, 3 * 4096U);
  ASSERT_EQ(made->requests->notes.size(), 1U);
  EXPECT_NE(made->requests->notes[0].find("1 trim of the trace left out"), std::string::npos)
      << made->requests->notes[0];
}

TEST(Requests, TrimsFold) {
  const auto wrapped = discards({"D 8003 + 8"}, workload::Fold::kModulo);
  ASSERT_TRUE(wrapped->requests) << wrapped->text();
  EXPECT_EQ(places(*wrapped->requests), (Places{{3, 8}}));
  EXPECT_EQ(discards({"D 8003 + 8"}, workload::Fold::kError)->only_code(), "E0421");
}

TEST(Requests, CompactKeepsOfATrimWhatIsTouched) {
  // Pages 10, 11, 12 and 20 are touched and become 0 to 3. The trims cover: page 12 and untouched pages behind it; half
  // of page 11 and all of 12 to 20; a whole volume of 4 TiB; only untouched pages.
  const auto made = discards({"W 80 + 24", "W 160 + 8", "D 96 + 32", "D 92 + 76", "D 0 + 8589934592", "D 104 + 8"},
                             workload::Fold::kCompact, drive(4));
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(places(*made->requests), (Places{{0, 24}, {24, 8}, {16, 8}, {16, 16}, {0, 32}}));
  EXPECT_EQ(discards({"D 0 + 8"}, workload::Fold::kCompact)->only_code(), "E0414");
}

TEST(Requests, MonstersAreRefusedAtTheirLine) {
  const auto huge = TraceRun{.text = "0 0 0 8 0\n1 0 0 4194304 0\n", .design = drive(1 << 20)}.make();
  EXPECT_EQ(huge->only_code(), "E0423");
  EXPECT_NE(huge->text().find(":2:1"), std::string::npos) << huge->text();
  EXPECT_EQ((TraceRun{.text = "0 0 0 8001 0\n"}.make()->only_code()), "E0423");
  workload::Workload w;
  w.fold = workload::Fold::kCompact;
  EXPECT_EQ((TraceRun{"0 0 18014398509481980 2 0\n1 1 18014398509481980 2 0\n", w}.make()->only_code()), "E0428");
}

TEST(Requests, LimitsAreReached) {
  workload::Workload w;
  w.fold = workload::Fold::kCompact;
  const auto devices = [&](u64 end_of_second) {  // in sectors; the first device ends at half of the limit
    return TraceRun{fmt::format("0 0 {} 2 0\n1 1 {} 2 0\n", kHighestAddress / 1024 - 2, end_of_second - 2), w}.make();
  };
  EXPECT_TRUE(devices(kHighestAddress / 1024)->requests);
  EXPECT_EQ(devices(kHighestAddress / 1024 + 1)->only_code(), "E0428");
}

TEST(Requests, SkippedLinesLeaveTheOthersAndANote) {
  const RequestOptions skipping{.requests = {}, .skip_bad_lines = true};
  const auto made = TraceRun{.text = "0 0 0 8 0\nnonsense\n7 0 8 8 1\n", .options = skipping}.make();
  ASSERT_TRUE(made->requests) << made->text();
  EXPECT_EQ(arrivals(*made->requests), (Times{0, 7}));
  EXPECT_EQ(made->requests->notes,
            (std::vector<std::string>{"1 bad line of the trace was skipped, the first is line 2"}));
  const auto more = TraceRun{.text = "0 0 0 8 0\nx\n3 0 0 0 0\ny\n4 0 0 0 0\n7 0 8 8 1\n", .options = skipping}.make();
  ASSERT_TRUE(more->requests) << more->text();
  EXPECT_EQ(more->requests->notes,
            (std::vector<std::string>{"2 bad lines of the trace were skipped, the first is line 2",
                                      "2 requests of 0 bytes in the trace were skipped"}));
}

}  // namespace
}  // namespace ssd::trace
