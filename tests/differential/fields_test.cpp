// Fields and operators that random_case() has rarely (space.last_write, bus.priority): the engine in its forms, and
// without a clock, equals the oracle on random drives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "runtime/abi/functional_obstacle.h"
#include "tests/compile_text.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/environment.h"
#include "tests/differential/fields_case.h"
#include "tests/differential/shrink.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

struct Reached {
  int compared = 0, by_page = 0, by_queue = 0, by_bytes = 0, last_written = 0, collected = 0, hashed = 0, alone = 0;
};

std::string difference_by(const design::Design& design, const RandomCase& c, EngineChoice choice) {
  const std::vector<Request> requests = c.requests();
  const Simulator engine = make_simulator(design, choice, 0, run::pass_of(design, load_of(c, requests)));
  return difference_of_run(design, c, engine.entry, options_of(c));
}

// Without a clock a map event has the time of its request, as in the whole run (only_ftl.results).
void compare_alone(const design::Design& design, const RandomCase& c, Reached& reached) {
  const Loop loop = c.workload.closed != 0 ? Loop::kClosed : Loop::kOpen;
  if (!functional_obstacle(design::config(design), loop, false).what.empty()) return;
  const std::vector<Request> requests = c.requests();
  run::Options options = options_of(c);
  options.pass = Pass::kFunctional;
  const Simulator engine = make_simulator(design, EngineChoice::kGeneric, 0, Pass::kFunctional);
  const run::Outcome alone = run::run(design, engine.entry, load_of(c, requests), options);
  const oracle::Outcome expected = oracle::simulate(c.drive(), c.workload);
  if (alone.status != Status::kDone) return;
  ASSERT_EQ(static_cast<int64_t>(alone.results.flash.collection_programs), expected.collection_programs)
      << "seed " << c.seed << "\n"
      << file_texts(c);
  ++reached.alone;
}

void look(const design::Design& design, const RandomCase& c, Reached& reached) {
  ++reached.compared;
  reached.by_page += design::reads(design, Hook::kPriority, "lpn");
  reached.by_queue += design::reads(design, Hook::kPriority, "queue");
  reached.by_bytes += design::reads(design, Hook::kPriority, "bytes");
  reached.last_written += design::reads(design, Hook::kVictim, "last_write");
  const SpaceChoices& space = c.choices.space;
  reached.hashed += space.map == Map::kHashed && space.placement == oracle::Placement::kStatic && space.streams == 1;
  reached.collected += oracle::simulate(c.drive(), c.workload).collections != 0;
}

void compare(const RandomCase& c, EngineChoice choice, Reached& reached) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << "seed " << c.seed << "\n" << compiled.errors << c.text();
  const std::string found = difference_by(*compiled.design, c, choice);
  if (!found.empty()) {
    const RandomCase small = shrink(c, [](const RandomCase& smaller) {
      const TriedText text = try_text(smaller.text());
      return text.design ? difference_by(*text.design, smaller, EngineChoice::kGeneric) : "";
    });
    FAIL() << "seed " << c.seed << ": " << found << "\n" << file_texts(small);
  }
  look(*compiled.design, c, reached);
  if (choice == EngineChoice::kGeneric) compare_alone(*compiled.design, c, reached);
}

Reached run_cases(std::uint64_t first, std::uint64_t cases, EngineChoice choice) {
  const Slice slice = slice_of(first, cases);
  Reached reached;
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(fields_case(seed), choice, reached);
  return reached;
}

TEST(Fields, EngineEqualsOracle) {
  const Reached reached = run_cases(1, 400, EngineChoice::kGeneric);
  if (sliced()) return;
  EXPECT_GT(reached.compared, 390);
  EXPECT_GT(reached.by_page, 60);
  EXPECT_GT(reached.by_queue, 5);
  EXPECT_GT(reached.by_bytes, 30);
  EXPECT_GT(reached.last_written, 40);
  EXPECT_GT(reached.collected, 40);
  EXPECT_GT(reached.hashed, 5);
  EXPECT_GT(reached.alone, 0);
}

TEST(Fields, SpecialisedEngineEqualsOracle) {
  const Reached reached = run_cases(100'001, 30, EngineChoice::kJit);
  EXPECT_TRUE(sliced() || reached.last_written > 0);
}

}  // namespace
}  // namespace ssd::differential
