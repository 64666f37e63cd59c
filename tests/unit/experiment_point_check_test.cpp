// The design and workload of a point equal those of a plain check with `-D`.
#include <gtest/gtest.h>

#include "tests/paths.h"
#include "tools/study/run/point_check.h"

namespace ssd::study {
namespace {

// Options with which one file exists only in memory; all others are on the disk.
check::Options options_for(const std::string& text) {
  check::Options options;
  options.stdlib_directory = (tests::source_dir() / "stdlib").string();
  options.read = [text](const std::string& path) {
    return path == "x.ssd" ? check::ReadResult{.status = check::ReadResult::Status::kRead, .text = text, .reason = {}}
                           : check::read_from_disk(path);
  };
  return options;
}

struct Opened {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;
  check::Checked checked;
  explicit Opened(const std::string& text)
      : options(options_for(text)), checked(check::check("x.ssd", options, sources, sink)) {}
};

// The dumps for `ssdc run x.ssd:DESIGN --workload W -D …`.
std::pair<std::string, std::string> plain_dumps(const Opened& opened, const design::Experiment& e,
                                                const study::Places& places) {
  check::Options options = opened.options;
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    if (e.axes[axis].kind == design::AxisKind::kParam)
      options.overrides.push_back({e.axes[axis].name, e.axes[axis].values[places[axis]].text});
  }
  SourceMap sources;
  diag::Sink sink;
  const check::Checked checked = check::check("x.ssd", options, sources, sink);
  const design::Design* design = check::select_design(checked, e.axes[0].values[places[0]].text, sink);
  const design::Workload* workload = check::select_workload(checked, e.axes[1].values[places[1]].text, sink);
  return {design == nullptr ? "" : identity(design::plan_of(*design)), workload == nullptr ? "" : identity(*workload)};
}

void expect_as_plain(const std::string& text, std::size_t designs) {
  const Opened opened(text);
  ASSERT_EQ(opened.checked.experiments.size(), 1U) << diag::render_text(opened.sink, opened.sources, false);
  const design::Experiment& e = opened.checked.experiments.front();
  PointChecker checker({.checked = opened.checked, .experiment = e, .options = opened.options}, opened.sources);
  std::set<std::uint32_t> distinct;
  for (std::uint64_t point = 0; point < e.points(); ++point) {
    const study::Places places = study::places_of(e, point);
    const auto [design, workload] = plain_dumps(opened, e, places);
    const AtPoint found = checker.designs().at(checker.design(places));
    const AtPoint requests = checker.workloads().at(checker.workload(places));
    EXPECT_EQ(identity(unpacked_plan(found.packed)), design) << study::text(e, places);
    EXPECT_EQ(identity(unpacked_workload(requests.packed)), workload) << study::text(e, places);
    EXPECT_EQ(found.identity, cache::key_of({design}));
    EXPECT_EQ(requests.identity, cache::key_of({workload}));
    distinct.insert(checker.design(places));
  }
  EXPECT_EQ(distinct.size(), designs);
}

TEST(PointChecker, FindsWhatAPlainCheckFinds) {
  expect_as_plain(R"(
param ways: int = 2
param twice: int = ways * 2
param first: order = channel > die > plane > chip
param gap: time = 20us
param extra: ratio = 10%
const limit = ways + 1
fn score(p: int) = p + limit
nand Part { read: 20us * ways }
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  allocation: static first  nand: Part }
design B from A { geometry { dies: twice } capacity { overprovision: extra } }
design C { geometry { channels: 2  blocks: 64  pages: 16 } }
workload W { requests: 1000  interval: gap }
workload V from W { size: 4KiB * ways }
experiment E { vary design: [A, B, C]  vary workload: [W, V]  vary ways: [1, 2]  vary gap: [1us, 2us]  vary extra: [10%, 20%]
  vary first: [channel > die > plane > chip, plane > chip > die > channel]  measure iops }
)",
                  4 + 8 + 1);
}

TEST(PointChecker, SeesParamsOfTheWorkloadThatRunsFirst) {
  expect_as_plain(R"(
param many: int = 10
design A { geometry { blocks: 64  pages: 16 }  start { run: First } }
workload First { requests: many  write: 100% }
workload W { requests: 10 }
experiment E { vary workload: [W]  vary many: [10, 20]  measure iops }
)",
                  2);
}

// A design may be rejected only at a point that was not checked in advance. Then that point alone fails.
TEST(PointChecker, ARefusedDesignIsItsOwnPointsFailure) {
  const Opened opened(R"(
param ways: int = 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 } }
design B { geometry { channels: 2  chips: 5 - ways  blocks: 64  pages: 16 } }
workload W { requests: 10 }
experiment E { vary design: [A, B]  vary ways: [1, 2]  measure iops }
)");
  ASSERT_EQ(opened.checked.experiments.size(), 1U);
  design::Experiment e = opened.checked.experiments.front();
  e.axes[2].values[1].text = "5";
  PointChecker checker({.checked = opened.checked, .experiment = e, .options = opened.options}, opened.sources);
  const auto design_at = [&](const Places& places) { return checker.designs().at(checker.design(places)); };
  EXPECT_EQ(design_at({0, 0, 1}).refusal, "");
  EXPECT_EQ(unpacked_plan(design_at({0, 0, 1}).packed).geometry.chips, 5U);
  EXPECT_TRUE(design_at({1, 0, 1}).refusal.starts_with("E0204: ")) << design_at({1, 0, 1}).refusal;
  EXPECT_EQ(design_at({1, 0, 0}).refusal, "");
}

}  // namespace
}  // namespace ssd::study
