// Numbers that follow from the model by arithmetic (model.md section 7, rule 44; validation.md A), through the whole way: text, check,
// specialised and generic engine. What this version's commands cannot reach (multi-plane) is left out.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "compiler/compile.h"
#include "runtime/simulation/simulation.h"
#include "tests/compile_text.h"

namespace ssd {
namespace {

struct Shape {
  int chips = 1, dies = 1;
  std::string nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 0 }";
  std::string host = "transfer { read: page }";
  int spare = 64;
};

// One channel, static placement chip first, so that successive pages go to successive chips and then dies.
design::Design drive(const Shape& shape) {
  return compile_text(fmt::format("design V {{ geometry {{ channels: 1 chips: {} dies: {} planes: 1 blocks: 64 pages: 64 page: 2KiB spare: {}B }}\n"
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

// One row of docs/validation.md (tools/validation_page.py).
void record(const std::string& what, const std::string& source, const std::string& reference, const std::string& found, const std::string& allowed) {
  for (const auto& [key, value] : {std::pair("what", what), {"source", source}, {"reference", reference}, {"found", found}, {"allowed", allowed}}) {
    testing::Test::RecordProperty(key, value);
  }
}

void expect_time(const std::string& what, Time reference, Time found) {
  record(what, "model.md section 7, rule 44; validation.md A", fmt::format("{} ns", reference), fmt::format("{} ns", found), "exact");
  EXPECT_EQ(found, reference);
}

// `reference` in percent, to 0.1 %.
void expect_bus_share(const std::string& what, double reference, double found) {
  record("bus share, " + what, "Hu et al. 2013, Fig. 19", fmt::format("{:.1f} %", reference), fmt::format("{:.2f} %", found * 100), "0.1 %");
  EXPECT_NEAR(found * 100, reference, 0.1);
}

constexpr const char* kWithCommand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 7 }";

TEST(Validation, ASingleReadTakes71375ns) {
  expect_time("single read", 71'375, run(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kRead)).completions[0]);
}

TEST(Validation, ASingleProgramTakes252975ns) {
  expect_time("single program", 252'975, run(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kWrite)).completions[0]);
}

// Eight reads of one plane, 65 us in the array and 25 us on the bus each.
TEST(Validation, EightReadsWithoutACacheRegisterTake720us) {
  const Shape shape{.nand = "read: 65us program: 200us erase: 1.5ms bus { rate: 81.92MB/s command: 0ns }", .host = ""};
  expect_time("eight reads without a cache register", 720'000, run(drive(shape), pages(8, Direction::kRead)).completions.back());
}

TEST(Validation, Fig19ReadsWithoutParallelism) {
  expect_bus_share("reads without parallelism", 72.5, steady_bus_share(run(drive({}), pages(200, Direction::kRead)), 50, 150, 52'800));
}

TEST(Validation, Fig19ReadsOverTwoChips) {
  expect_bus_share("reads over two chips", 100, steady_bus_share(run(drive({.chips = 2}), pages(200, Direction::kRead)), 50, 150, 52'800));
}

TEST(Validation, Fig19WritesOverFourChips) {
  expect_bus_share("writes over four chips", 83.5, steady_bus_share(run(drive({.chips = 4}), pages(200, Direction::kWrite)), 50, 150, 52'800));
}

TEST(Validation, Fig19WritesOverFiveChips) {
  expect_bus_share("writes over five chips", 100, steady_bus_share(run(drive({.chips = 5}), pages(200, Direction::kWrite)), 50, 150, 52'800));
}

TEST(Validation, Fig19WritesOverTwoChipsOfTwoDies) {
  const Shape shape{.chips = 2, .dies = 2, .nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 30ns width: 8bit command_cycles: 0 }", .spare = 0};
  expect_bus_share("writes over two chips of two dies, 30 ns", 94.0, steady_bus_share(run(drive(shape), pages(200, Direction::kWrite)), 50, 150, 61'440));
}

}  // namespace
}  // namespace ssd
