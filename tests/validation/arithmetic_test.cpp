// Numbers that follow from the model by arithmetic (figures.single, figures.conditions; docs/validation.md, part A),
// through the whole program: text, check, specialised and generic engine.
#include "tests/validation/measured_drive.h"

namespace ssd {
namespace {

constexpr const char* kSource =
    "[figures.single](model.md#figuressingle), [figures.conditions](model.md#figuresconditions)";
constexpr const char* kWithCommand =
    "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 7 }";
constexpr const char* kSlowRead = "read: 65us program: 200us erase: 1.5ms bus { rate: 81.92MB/s command: 0ns }";

TEST(Validation, ASingleReadTakes71375ns) {
  expect_time('A', "single read", kSource, 71'375,
              simulated(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kRead)).completions[0]);
}

TEST(Validation, ASingleProgramTakes252975ns) {
  expect_time('A', "single program", kSource, 252'975,
              simulated(drive({.nand = kWithCommand, .host = ""}), pages(1, Direction::kWrite)).completions[0]);
}

// Eight reads of one plane, each with 65 us in the array and 25 us on the bus.
TEST(Validation, EightReadsWithoutACacheRegisterTake720us) {
  const auto outcome = simulated(drive({.nand = kSlowRead, .host = ""}), pages(8, Direction::kRead));
  expect_time('A', "eight reads without a cache register", kSource, 720'000, outcome.completions.back());
}

// With a cache register, each transfer except the last overlaps the array phase of the next page: 8 x 65 + 25 us.
TEST(Validation, EightReadsWithACacheRegisterTake545us) {
  const auto outcome =
      simulated(drive({.nand = kSlowRead, .host = "", .commands = "cache: always"}), pages(8, Direction::kRead));
  expect_time('A', "eight reads with a cache register", kSource, 545'000, outcome.completions.back());
}

}  // namespace
}  // namespace ssd
