// docs/validation.md, part D: random reads of 4 KiB on a real ZNS drive, measured with fio at eight depths (ConfZNS++
// artefact), against the design of the standard library that was fitted to these IOPS and means by four constants. The
// 99th percentiles were not used in the fit.
#include <random>

#include "compiler/check/check.h"
#include "runtime/run/simulation.h"
#include "tests/paths.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

// figures.conditions: think time between a completion and the next request in its place.
constexpr Time kSubmission = 2'500;
constexpr const char* kSource = "ConfZNS++ artefact";

struct Measured {
  u32 depth;
  double iops, mean_us, p99_us;
};
constexpr Measured kDrive[] = {{1, 12'543, 77.2, 86.5},     {2, 25'116, 78.1, 113.2},    {4, 48'894, 80.6, 130.6},
                               {8, 91'014, 86.6, 150.5},    {16, 160'435, 98.6, 197.6},  {32, 254'468, 124.8, 288.8},
                               {64, 309'265, 206.0, 432.1}, {128, 323'909, 394.2, 675.8}};

design::Design fitted_drive() {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;
  options.stdlib_directory = (tests::source_dir() / "stdlib").string();
  const check::Checked checked =
      check::check((tests::source_dir() / "stdlib/drives/zn540.ssd").string(), options, sources, sink);
  const design::Design* design = check::select_design(checked, "Zn540_Fitted", sink);
  EXPECT_FALSE(sink.has_errors()) << diag::render_text(sink, sources, false);
  return design == nullptr ? design::Design{} : *design;
}

run::Outcome random_reads(const design::Design& design, u32 depth, u64 count) {
  std::mt19937_64 random(7);
  std::vector<Request> list;
  const u64 sectors = design.config.logical_pages * (design.geometry.page_bytes / design.geometry.sector_bytes);
  for (u64 i = 0; i < count; ++i)
    list.push_back({.arrival = kSubmission, .sector = random() % sectors, .sectors = 1, .direction = Direction::kRead});
  return run::run(design, generic_engine(), {.requests = list, .closed_depth = depth}, {});
}

TEST(ValidationD, RandomReadsOfAZnsDriveAtEightDepths) {
  const design::Design design = fitted_drive();
  double iops_error = 0, mean_error = 0;
  for (const Measured& m : kDrive) {
    const results::Results r = random_reads(design, m.depth, full_size() ? 200'000 : 30'000).results;
    expect_within('D', fmt::format("depth {}, IOPS", m.depth), kSource, m.iops, r.iops(), 5, 0);
    expect_within('D', fmt::format("depth {}, mean, us", m.depth), kSource, m.mean_us, r.read.mean / 1000, 5, 1);
    expect_within('D', fmt::format("depth {}, p99, us (not fitted)", m.depth), kSource, m.p99_us,
                  static_cast<double>(r.read.p99) / 1000, 25, 1);
    iops_error += std::abs(r.iops() / m.iops - 1) / std::size(kDrive);
    mean_error += std::abs(r.read.mean / 1000 / m.mean_us - 1) / std::size(kDrive);
  }
  const auto expect_error = [](const std::string& what, double error) {
    expect_figure({'D', what, kSource, "0 %", fmt::format("{:.2f} %", error * 100), "2 %"}, error <= 0.02);
  };
  expect_error("mean absolute error over the eight depths, IOPS", iops_error);
  expect_error("mean absolute error over the eight depths, mean time", mean_error);
}

}  // namespace
}  // namespace ssd
