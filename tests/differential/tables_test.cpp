// Tables and streams of moved pages: the engine in its forms, and without a clock, equals the oracle on random drives,
// the entries at the end included (table.entries, table.events, collection.stream).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/abi/functional_obstacle.h"
#include "tests/compile_text.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/comparison.h"
#include "tests/differential/environment.h"
#include "tests/differential/tables_case.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

// The entry as the language sees it, or the bits of a real.
int64_t entry_of(const design::Table& table, const std::vector<u8>& bytes, std::size_t index) {
  u64 raw = 0;
  const std::size_t size = std::size_t{1} << table.shape.bytes_log2;
  std::memcpy(&raw, bytes.data() + index * size, size);
  return table.real ? static_cast<int64_t>(raw) : static_cast<int64_t>(raw) + table.low;
}

std::string difference_of_tables(const design::Design& design, const run::DriveState& state,
                                 const oracle::Tables& expected) {
  if (state.tables.size() != expected.size()) return "the number of tables";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const design::Table& table = design.tables[i];
    if (state.tables[i].size() != expected[i].size() << table.shape.bytes_log2) return "the size of " + table.name;
    for (std::size_t e = 0; e < expected[i].size(); ++e) {
      const int64_t found = entry_of(table, state.tables[i], e);
      if (found != expected[i][e])
        return fmt::format("{}[{}]: {} in the engine, {} in the oracle", table.name, e, found, expected[i][e]);
    }
  }
  return "";
}

struct Reached {
  int compared = 0, collected = 0, asked = 0, by_page = 0, superblocks = 0, buffered = 0, trimmed = 0, levelled = 0,
      alone = 0;
};

run::Outcome run_of(const design::Design& design, const RandomCase& c, const Simulator& engine, Pass pass) {
  const std::vector<Request> requests = c.requests();
  run::Options options = options_of(c);
  options.keep_state = true;
  options.pass = pass;
  return run::run(design, engine.entry, load_of(c, requests), options);
}

// Without a clock only the map is compared: through the tables, which follow from every event.
void compare_alone(const design::Design& design, const RandomCase& c, const run::Outcome& whole, EngineChoice choice,
                   Reached& reached) {
  const Loop loop = c.workload.closed != 0 ? Loop::kClosed : Loop::kOpen;
  if (!functional_obstacle(design::config(design), loop, true).what.empty()) return;
  const run::Outcome alone = run_of(design, c, make_simulator(design, choice, 0, Pass::kFunctional), Pass::kFunctional);
  ASSERT_EQ(whole.status, alone.status) << "seed " << c.seed << "\n" << file_texts(c);
  if (whole.status != Status::kDone) return;
  ASSERT_EQ(whole.state.tables, alone.state.tables) << "seed " << c.seed << "\n" << file_texts(c);
  ASSERT_EQ(whole.state.map, alone.state.map) << "seed " << c.seed << "\n" << file_texts(c);
  ASSERT_EQ(whole.results.flash.collection_programs, alone.results.flash.collection_programs) << "seed " << c.seed;
  ++reached.alone;
}

void compare(const RandomCase& c, EngineChoice choice, Reached& reached) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << "seed " << c.seed << "\n" << compiled.errors << c.text();
  const design::Design& design = *compiled.design;
  const Simulator engine = make_simulator(design, choice, 0, Pass::kAll);
  const run::Outcome found = run_of(design, c, engine, Pass::kAll);
  const oracle::Outcome expected = oracle::simulate(c.drive(), c.workload);
  const std::string differs = difference(found, expected, c.workload);
  ASSERT_EQ(differs, "") << "seed " << c.seed << "\n" << file_texts(c);
  if (found.status != Status::kDone) return;
  ASSERT_EQ(difference_of_tables(design, found.state, expected.tables), "") << "seed " << c.seed << "\n"
                                                                            << file_texts(c);
  const Config config = design::config(design);
  ++reached.compared;
  reached.collected += found.results.flash.collections != 0;
  reached.asked += config.asks_moves != 0 && found.results.flash.collection_programs != 0;
  reached.by_page += config.streams_by_page;
  reached.superblocks += has_superblocks(config) && found.results.flash.collections != 0;
  reached.buffered += config.buffer_slots != 0;
  reached.trimmed += found.results.flash.trimmed != 0;
  reached.levelled += found.results.flash.wear_collections != 0;
  compare_alone(design, c, found, choice, reached);
}

Reached run_cases(std::uint64_t first, std::uint64_t cases, EngineChoice choice,
                  RandomCase (*make)(std::uint64_t) = tables_case) {
  const Slice slice = slice_of(first, cases);
  Reached reached;
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(make(seed), choice, reached);
  return reached;
}

TEST(Tables, EngineEqualsOracle) {
  const Reached reached = run_cases(1, 1000, EngineChoice::kGeneric);
  if (sliced()) return;
  EXPECT_GT(reached.compared, 700);
  EXPECT_GT(reached.collected, 250);
  EXPECT_GT(reached.asked, 60);
  EXPECT_GT(reached.by_page, 200);
  EXPECT_GT(reached.superblocks, 60);
  EXPECT_GT(reached.buffered, 60);
  EXPECT_GT(reached.trimmed, 200);
  EXPECT_GT(reached.levelled, 5);
  EXPECT_GT(reached.alone, 100);
}

TEST(Tables, OfUnitsEqualTheOracle) {
  const Reached reached = run_cases(1, 600, EngineChoice::kGeneric, unit_tables_case);
  if (sliced()) return;
  EXPECT_GT(reached.compared, 400);
  EXPECT_GT(reached.collected, 200);
  EXPECT_GT(reached.superblocks, 60);
  EXPECT_EQ(reached.buffered, reached.compared);
}

TEST(Tables, SpecialisedEngineEqualsOracle) {
  const Reached reached = run_cases(100'001, 25, EngineChoice::kJit);
  EXPECT_TRUE(sliced() || reached.asked > 0);
}

}  // namespace
}  // namespace ssd::differential
