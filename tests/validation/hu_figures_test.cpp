// Hu et al. 2013, Fig. 19 (bus utilisation in the steady state) and Fig. 16 (four writes to one chip), under the
// conditions of figures.hu_fig19 and figures.hu_fig16.
#include "tests/validation/measured_drive.h"

namespace ssd {
namespace {

constexpr Time kPage = 2112 * 25;

// `reference` in percent; it must agree to 0.1 %.
void expect_bus_share(const std::string& what, double reference, double found) {
  const std::string printed = fmt::format("{:.1f} %", reference), ours = fmt::format("{:.2f} %", found * 100);
  expect_figure({'A', "bus share, " + what, "Hu et al. 2013, Fig. 19", printed, ours, "0.1 %"},
                std::abs(found * 100 - reference) <= 0.1);
}

double bus_share(const Shape& shape, Direction direction, Time transfer = kPage) {
  return steady_bus_share(simulated(drive(shape), pages(200, direction)), 50, 150, transfer);
}

TEST(Fig19, ReadsWithoutParallelism) {
  expect_bus_share("reads without parallelism", 72.5, bus_share({}, Direction::kRead));
}

TEST(Fig19, ReadsOverTwoChips) {
  expect_bus_share("reads over two chips", 100, bus_share({.chips = 2}, Direction::kRead));
}

TEST(Fig19, WritesOverFourChips) {
  expect_bus_share("writes over four chips", 83.5, bus_share({.chips = 4}, Direction::kWrite));
}

TEST(Fig19, WritesOverFiveChips) {
  expect_bus_share("writes over five chips", 100, bus_share({.chips = 5}, Direction::kWrite));
}

TEST(Fig19, WritesOverTwoChipsOfTwoDies) {
  const std::string nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 30ns width: 8bit command_cycles: 0 }";
  const Shape shape{.chips = 2, .dies = 2, .nand = nand, .spare = 0};
  expect_bus_share("writes over two chips of two dies, 30 ns", 94.0, bus_share(shape, Direction::kWrite, 2048 * 30));
}

// Each die uses the bus for two pages (105.6 us), then its array for 200 us; two dies share a period of 305.6 us.
TEST(Fig19, InterleavedTwoPlaneWrites) {
  const Shape shape{.dies = 2,
                    .planes = 2,
                    .order = "plane > die > chip > channel",
                    .commands = "interleave: always multiplane: blind"};
  expect_bus_share("interleaved two-plane writes", 69.1, bus_share(shape, Direction::kWrite));
}

// Four one-page writes to one chip of two dies of two planes; b = 52.975 us on the bus (52.8 without command time), P =
// 200 us in the array.
//
// Two interleaved pairs: the second write of a die waits for its first. Last end: b + P + 2b + P = 3b + 2P.
//   bus    |w0|w1|        |w2|w3|
//   die 0  |b |PPPPPPPPPPP|b |PPPPPPPPPPP|
//   die 1     |b |PPPPPPPPPPP|b |PPPPPPPPPPP|
//
// Two multi-plane pairs, the chip a unit: one pair after the other. Last end: 2 (2b + P).
//   bus    |w0|w1|           |w2|w3|
//   chip   |b |b |PPPPPPPPPPP|b |b |PPPPPPPPPPP|
//
// Interleaved two-plane commands: the dies' arrays overlap. Last end: 4b + P.
//   bus    |w0|w1|w2|w3|
//   die 0  |b |b |PPPPPPPPPPP|
//   die 1        |b |b |PPPPPPPPPPP|
struct Timeline {
  const char *name, *order, *commands;
  Time with_command, without;
};

class Fig16 : public testing::TestWithParam<std::tuple<Timeline, bool>> {};

TEST_P(Fig16, LastWriteEnds) {
  const auto& [timeline, command] = GetParam();
  const std::string nand =
      fmt::format("read: 20us program: 200us erase: 1.5ms bus {{ cycle: 25ns command_cycles: {} }}", command ? 7 : 0);
  const Shape shape{.dies = 2, .planes = 2, .nand = nand, .order = timeline.order, .commands = timeline.commands};
  const std::string what =
      fmt::format("four writes to one chip, {}{}", timeline.name, command ? "" : ", no command time");
  expect_time('A', what, "Hu et al. 2013, Fig. 16; [figures.hu_fig16](model.md#figureshu_fig16)",
              command ? timeline.with_command : timeline.without,
              simulated(drive(shape), pages(4, Direction::kWrite)).completions.back());
}

constexpr const char *kDieFirst = "die > plane > chip > channel", *kPlaneFirst = "plane > die > chip > channel";
constexpr Timeline kTimelines[] = {
    {"two interleaved pairs", kDieFirst, "interleave: always multiplane: never", 558'925, 558'400},
    {"two multi-plane pairs", kPlaneFirst, "interleave: never multiplane: wise", 611'900, 611'200},
    {"interleaved two-plane", kPlaneFirst, "interleave: always multiplane: wise", 411'900, 411'200},
};
INSTANTIATE_TEST_SUITE_P(Hu, Fig16, testing::Combine(testing::ValuesIn(kTimelines), testing::Bool()));

}  // namespace
}  // namespace ssd
