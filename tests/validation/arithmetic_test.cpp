// Numbers that follow from the model by arithmetic (model.md section 7, rule 44; validation.md A), through the whole way: text, check,
// specialised and generic engine. What this version's commands cannot reach (multi-plane) is left out.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "compiler/compile.h"
#include "compiler/sema/sema.h"
#include "runtime/simulation/simulation.h"

namespace ssd {
namespace {

design::Design compile(const std::string& text) {
  SourceMap sources;
  diag::Sink sink;
  sema::Options options;
  options.read = [&](const std::string&) { return sema::ReadResult{.status = sema::ReadResult::Status::kRead, .text = text, .reason = {}}; };
  const sema::Checked checked = sema::check("validation.ssd", options, sources, sink);
  const design::Design* design = sema::select_design(checked, "", sink);
  EXPECT_FALSE(sink.has_errors()) << diag::render_text(sink, sources, false);
  return design == nullptr ? design::Design{} : *design;
}

struct Shape {
  int chips = 1, dies = 1;
  std::string nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 0 }";
  std::string host = "transfer { read: page }";
  int spare = 64;
};

// One channel, static placement chip first, so that successive pages go to successive chips and then dies.
design::Design drive(const Shape& shape) {
  return compile(fmt::format("design V {{ geometry {{ channels: 1 chips: {} dies: {} planes: 1 blocks: 64 pages: 64 page: 2KiB spare: {}B }}\n"
                             "nand {{ {} }} allocation: static chip > die > channel > plane host {{ {} }} }}",
                             shape.chips, shape.dies, shape.spare, shape.nand, shape.host));
}

std::vector<Request> pages(u64 count, Direction direction) {
  std::vector<Request> list;
  for (u64 i = 0; i < count; ++i) list.push_back({.arrival = 0, .sector = i * 4, .sectors = 4, .direction = direction});
  return list;
}

simulation::Outcome run(const design::Design& design, const std::vector<Request>& requests) {
  simulation::Options options;
  options.keep_times = options.check = true;
  const simulation::Outcome generic = simulation::run(design, generic_engine(), {.requests = requests}, options);
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const simulation::Outcome specialised = simulation::run(design, jit.entry, {.requests = requests}, options);
  EXPECT_EQ(generic.completions, specialised.completions);
  EXPECT_TRUE(generic.violations.empty() && specialised.violations.empty());
  return specialised;
}

// Bus share in the steady state: between the completions of requests number `from` and `to`, each of which takes `transfer` of the bus.
double steady_bus_share(const simulation::Outcome& outcome, std::size_t from, std::size_t to, Time transfer) {
  return static_cast<double>(transfer * (to - from)) / static_cast<double>(outcome.completions[to] - outcome.completions[from]);
}

constexpr const char* kWithCommand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 7 }";

TEST(Validation, ASingleReadTakes71375ns) {
  EXPECT_EQ(run(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kRead)).completions[0], 71'375u);
}

TEST(Validation, ASingleProgramTakes252975ns) {
  EXPECT_EQ(run(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kWrite)).completions[0], 252'975u);
}

TEST(Validation, Fig19ReadsWithoutParallelismUse72Point5Percent) {
  const auto outcome = run(drive({}), pages(200, Direction::kRead));
  EXPECT_NEAR(steady_bus_share(outcome, 50, 150, 52'800), 0.725, 0.0005);
}

TEST(Validation, Fig19ReadsOverTwoChipsUse100Percent) {
  const auto outcome = run(drive({.chips = 2}), pages(200, Direction::kRead));
  EXPECT_DOUBLE_EQ(steady_bus_share(outcome, 50, 150, 52'800), 1.0);
}

TEST(Validation, Fig19WritesOverFiveChipsUse100Percent) {
  const auto outcome = run(drive({.chips = 5}), pages(200, Direction::kWrite));
  EXPECT_DOUBLE_EQ(steady_bus_share(outcome, 50, 150, 52'800), 1.0);
}

TEST(Validation, Fig19WritesOverFourChipsUse83Point5Percent) {
  const auto outcome = run(drive({.chips = 4}), pages(200, Direction::kWrite));
  EXPECT_NEAR(steady_bus_share(outcome, 50, 150, 52'800), 0.835, 0.0005);
}

TEST(Validation, Fig19WritesOverTwoChipsOfTwoDiesUse94Percent) {
  const Shape shape{.chips = 2, .dies = 2, .nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 30ns width: 8bit command_cycles: 0 }", .spare = 0};
  const auto outcome = run(drive(shape), pages(200, Direction::kWrite));
  EXPECT_NEAR(steady_bus_share(outcome, 50, 150, 61'440), 0.940, 0.0005);
}

// validation.md A, the part without a cache register: eight reads of one plane, 65 us in the array and 25 us on the bus each.
TEST(Validation, EightReadsWithoutACacheRegisterTake720us) {
  const Shape shape{.nand = "read: 65us program: 200us erase: 1.5ms bus { rate: 81.92MB/s command: 0ns }", .host = ""};
  EXPECT_EQ(run(drive(shape), pages(8, Direction::kRead)).completions.back(), 720'000u);
}

}  // namespace
}  // namespace ssd
