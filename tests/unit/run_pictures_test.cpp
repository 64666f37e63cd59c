// Pictures of runs that can be followed by hand, as DOT: what is drawn where, with which words, and what happens at the
// edges.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/paths.h"
#include "tools/pictures/layout_heat.h"
#include "tools/pictures/timing_view.h"

namespace ssd::pictures {
namespace {

constexpr Time kUs = 1000;

// Command 1 us, a page on the bus 50, read 20, program 200, erase 1000.
design::Design drive(const std::string& more = "", int planes = 1) {
  return compile_text(
      fmt::format("design A_and_B {{ geometry {{ channels: 2 chips: 1 dies: 2 planes: {} blocks: 4 pages: 2 page: 2KiB "
                  "spare: 0B }}\n"
                  "capacity {{ logical: {}KiB }}\n"
                  "nand {{ read: 20us program: 200us erase: 1ms bus {{ rate: 40.96MB/s command: 1us }} }}\n"
                  "allocation: static plane > channel > die > chip {} }}\n",
                  planes, 16 * planes, more));
}

std::vector<Request> writes(u32 count, u64 pages) {
  std::vector<Request> requests;
  for (u32 i = 0; i < count; ++i)
    requests.push_back(
        {.arrival = i * 10 * kUs, .sector = u64{i} % pages * 4, .sectors = 4, .direction = Direction::kWrite});
  return requests;
}

run::Outcome run(const design::Design& design, const std::vector<Request>& requests,
                 const results::TimelineBounds& bounds = {}) {
  run::Options options;
  options.timeline = bounds;
  options.keep_plane_erases = options.check = true;
  return run::run(design, generic_engine(), {.requests = requests}, options);
}

std::string golden(const std::string& name) {
  const std::ifstream file(tests::source_dir() / "tests" / "golden" / "draw" / name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

draw::Picture timing(const design::Design& design, const run::Outcome& outcome,
                     const results::TimelineBounds& bounds = {}, draw::Format format = draw::Format::kDot) {
  return timing_picture(
      {.design = design, .timeline = outcome.timeline, .bounds = bounds, .what = "a few requests of W & X"}, format);
}

draw::Picture heat(const design::Design& design, const run::Outcome& outcome, std::optional<HeatOf> of = {}) {
  return heat_picture({.design = design,
                       .erases = outcome.plane_erases,
                       .busy = outcome.results.planes,
                       .wasted = outcome.timeline.wasted,
                       .what = "a run of <W>",
                       .of = of},
                      draw::Format::kDot);
}

TEST(RunPictures, TimingIsThis) {
  const design::Design design = drive();
  EXPECT_EQ(timing(design, run(design, writes(3, 8))).bytes, golden("timing.dot"));
}

// With several flows the outlines say whose requests the boxes serve; with one nothing changes.
TEST(RunPictures, TimingTellsTheFlows) {
  const design::Design design = drive();
  std::vector<Request> requests = writes(3, 8);
  requests[1].flow = 1;
  const run::Outcome outcome = run(design, requests);
  const auto drawn = [&](std::vector<std::string> flows) {
    return timing_picture({.design = design,
                           .timeline = outcome.timeline,
                           .bounds = {},
                           .what = "a few requests of W & X",
                           .flows = std::move(flows)},
                          draw::Format::kDot)
        .bytes;
  };
  const std::string of_two = drawn({"web", "batch"});
  for (const char* shown : {"#0072b2", "#d55e00", "web", "batch", "request 1 of batch"})
    EXPECT_NE(of_two.find(shown), std::string::npos) << shown;
  EXPECT_EQ(of_two.find("request 0 of batch"), std::string::npos);
  EXPECT_EQ(drawn({"alone"}), golden("timing.dot"));
}

TEST(RunPictures, HeatIsThis) {
  const design::Design design = drive();
  EXPECT_EQ(heat(design, run(design, writes(40, 8)), HeatOf::kErases).bytes, golden("heat.dot"));
}

// Page 0 is written twice, then page 2. The collection of its plane has a thick outline, and its erase is named.
TEST(RunPictures, TimingTellsCollectionsFromRequests) {
  const design::Design design = drive("gc { trigger: free_blocks < 3 }");
  const run::Outcome outcome = run(design, writes(40, 8));
  ASSERT_GT(outcome.results.flash.erases, 0U);
  const std::string dot = timing(design, outcome).bytes;
  EXPECT_NE(dot.find("#6a1b9a"), std::string::npos);
  EXPECT_NE(dot.find("without a request: collection, copies"), std::string::npos);
  EXPECT_NE(dot.find("erase, "), std::string::npos);
  EXPECT_NE(dot.find("W &amp; X"), std::string::npos);
}

// Two pages of one die in a multi-plane command: then planes have rows of their own instead of dies.
TEST(RunPictures, PlanesThatActTogetherHaveRows) {
  const design::Design together = drive("commands { multiplane: wise }", 2), alone = drive("", 2);
  const std::vector<Request> one{{.arrival = 0, .sector = 0, .sectors = 8, .direction = Direction::kWrite}};
  EXPECT_NE(timing(together, run(together, one)).bytes.find("chip 0 die 0 plane 1"), std::string::npos);
  EXPECT_EQ(timing(alone, run(alone, one)).bytes.find("plane 1<"), std::string::npos);
}

TEST(RunPictures, AWindowCutsBoxesAtItsEdges) {
  const design::Design design = drive();
  const results::TimelineBounds bounds{.from = 100 * kUs, .until = 120 * kUs};
  const draw::Picture picture = timing(design, run(design, writes(3, 8), bounds), bounds);
  EXPECT_NE(picture.bytes.find("100 µs to 120 µs"), std::string::npos);
  EXPECT_NE(picture.bytes.find("51000 to 251000 ns, request 0"), std::string::npos);
}

TEST(RunPictures, TooManyPhasesAreCutAndTold) {
  const design::Design design = drive();
  const draw::Picture picture = timing(design, run(design, writes(3000, 8)));
  ASSERT_FALSE(picture.notes.empty());
  EXPECT_NE(picture.notes.front().find("the first 4000 of "), std::string::npos);
}

TEST(RunPictures, BothAreSvgAndPngToo) {
  const design::Design design = drive();
  const run::Outcome outcome = run(design, writes(3, 8));
  const std::string svg = timing(design, outcome, {}, draw::Format::kSvg).bytes;
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("program, 51000 to 251000 ns, request 0"), std::string::npos);
  EXPECT_EQ(timing(design, outcome, {}, draw::Format::kPng).bytes.substr(1, 3), "PNG");
}

// A plane that takes all writes has all erases; a wasted page counts for the plane in which it was skipped.
TEST(RunPictures, CountsOfPlanesSumToThoseOfTheRun) {
  const design::Design design = drive(
      "commands { copyback: blind multiplane: blind } gc { trigger: free_blocks < 3 } wear { level: static { "
      "threshold: 2 } }",
      2);
  std::vector<Request> requests;
  for (u32 i = 0; i < 400; ++i)
    requests.push_back(
        {.arrival = i * 10 * kUs, .sector = u64{i * 7 % 13} % 12 * 4, .sectors = 4, .direction = Direction::kWrite});
  const run::Outcome outcome = run(design, requests);
  const FlashCounts& flash = outcome.results.flash;
  u64 erases = 0, wasted = 0;
  for (const u64 count : outcome.plane_erases) erases += count;
  for (const u64 count : outcome.timeline.wasted) wasted += count;
  EXPECT_EQ(erases, flash.erases);
  EXPECT_EQ(wasted, flash.wasted_copyback + flash.wasted_multiplane + flash.wasted_wear);
  EXPECT_GT(wasted, 0U);
}

TEST(RunPictures, HeatOfNothingHasNoScale) {
  const design::Design design = drive();
  run::Outcome outcome;
  const std::size_t planes = design.geometry.total_planes();
  outcome.plane_erases.assign(planes, 0);
  outcome.results.planes.assign(planes, {.host = 0.25, .collection = 0});
  const std::string drawn = heat(design, outcome).bytes;
  const std::size_t erases = drawn.find("all are 0"), busy = drawn.find("25.0% on average"),
                    wasted = drawn.find("all are 0", busy);
  EXPECT_TRUE(erases < busy && busy < wasted && wasted != std::string::npos);
  EXPECT_EQ(drawn.find("all are 0", wasted + 1), std::string::npos);
}

// Of a wide drive only some planes are shown, but the totals are those of all.
TEST(RunPictures, HeatOfAWideDriveIsFolded) {
  const design::Design design = compile_text(
      "design Wide { geometry { channels: 64 chips: 16 dies: 2 planes: 2 blocks: 8 pages: 4 page: 4KiB } capacity { "
      "overprovision: 50% } }");
  run::Outcome outcome;
  outcome.plane_erases.assign(4096, 1);
  outcome.results.planes.assign(4096, {.host = 0.25, .collection = 0.25});
  const draw::Picture picture = heat(design, outcome);
  EXPECT_FALSE(picture.notes.empty());
  EXPECT_NE(picture.bytes.find("erases: 4,096 in total"), std::string::npos);
  EXPECT_NE(picture.bytes.find("50.0% on average"), std::string::npos);
}

}  // namespace
}  // namespace ssd::pictures
