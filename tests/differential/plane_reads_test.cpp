// Planes that read by themselves: the engine equals the oracle on random drives (command.plane_reads), and with one
// plane a die, or without reads, they change nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/compile_text.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/environment.h"
#include "tests/differential/plane_reads_case.h"
#include "tests/differential/shrink.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

// A shrunk case may have a text that is rejected; an original one may not.
std::string difference_of(const RandomCase& c, EngineChoice choice) {
  const TriedText compiled = try_text(c.text());
  if (!compiled.design) return "";
  const Simulator engine = make_simulator(*compiled.design, choice, 0, Pass::kAll);
  return difference_of_run(*compiled.design, c, engine.entry, options_of(c));
}

void compare(const RandomCase& c, EngineChoice choice) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << "seed " << c.seed << "\n" << compiled.errors << c.text();
  const std::string found = difference_of(c, choice);
  if (found.empty()) return;
  const Check check = [](const RandomCase& smaller) { return difference_of(smaller, EngineChoice::kGeneric); };
  const RandomCase small = check(c).empty() ? c : shrink(c, check);
  FAIL() << "seed " << c.seed << ": " << found << "\nof the shrunk case: " << check(small) << "\n" << file_texts(small);
}

void compare_cases(std::uint64_t first, std::uint64_t cases, EngineChoice choice) {
  const Slice slice = slice_of(first, cases);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(plane_reads_case(seed), choice);
}

TEST(PlaneReads, EngineEqualsOracle) { compare_cases(1, 1000, EngineChoice::kGeneric); }
TEST(PlaneReads, SpecialisedEngineEqualsOracle) { compare_cases(100'001, 20, EngineChoice::kJit); }

}  // namespace
}  // namespace ssd::differential
