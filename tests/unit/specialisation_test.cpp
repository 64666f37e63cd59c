// The engine that is compiled in a thread while another one runs: it takes over, gives the same results as the generic
// one, and a run that does not need it does not wait for it.
#include "tools/api/specialisation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>

#include "compiler/jit/origin.h"
#include "runtime/results/report.h"
#include "runtime/run/simulation.h"
#include "tests/unit/hand_made_design.h"
#include "tools/api/cached_simulator.h"

namespace ssd {
namespace {

std::string shown(const Plan& plan, const run::Outcome& outcome) {
  results::Report report;
  report.plan = &plan;
  report.results = outcome.results;
  return results::json(report);
}

std::vector<Request> some_requests(const design::Design& design) {
  std::vector<Request> requests;
  const u64 sectors = design.geometry.page_bytes / design.geometry.sector_bytes;
  for (u64 i = 0; i < 3000; ++i) {
    requests.push_back({i * 40'000, i * 7919 % design.config.logical_pages * sectors, static_cast<u32>(sectors),
                        i % 3 == 0 ? Direction::kRead : Direction::kWrite});
  }
  return requests;
}

TEST(Specialisation, ComesWhileTheGenericEngineRunsAndGoesOnAsItWould) {
  const design::Design design = hand_made_design(2);
  const std::vector<Request> requests = some_requests(design);
  std::promise<std::size_t> kept;
  Specialisation coming(design, Pass::kAll, [&kept](std::string_view object) { kept.set_value(object.size()); });
  EXPECT_GT(kept.get_future().get(), 1000U);
  run::Options options;
  options.piece = 100;
  u64 asked = 0;
  options.faster = [&]() -> const EngineEntry* {
    if (++asked < 4) return nullptr;
    while (coming.ready() == nullptr) std::this_thread::yield();
    return coming.ready();
  };
  const run::Outcome both = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_EQ(both.faster_from, std::optional<u64>(300));
  EXPECT_EQ(asked, 4U);  // no further calls after the engine is there
  EXPECT_EQ(shown(design, both), shown(design, run::run(design, generic_engine(), {.requests = requests}, {})));
}

TEST(Specialisation, IsGivenUpByWhoDoesNotNeedIt) {
  bool kept = false;
  {
    const Specialisation unwanted(hand_made_design(2), Pass::kAll, [&kept](std::string_view) { kept = true; });
  }
  EXPECT_FALSE(kept);
}

// Another design, engine, processor or compiler has another object.
TEST(CachedObjects, AreKeptUnderTheKeyOfAllThatTheyAreMadeOf) {
  const std::filesystem::path place =
      std::filesystem::temp_directory_path() / ("ssdc-objects-" + std::to_string(::getpid()));
  std::filesystem::create_directories(place);
  const cache::Folder folder(place.string());
  const KnownObjects known(folder);
  const design::Design design = hand_made_design(2);
  EXPECT_EQ(make_simulator(design, EngineChoice::kJit, 0, known).simulator.from, ObjectFrom::kCompiled);
  const jit::Origin of = jit::origin(design);
  EXPECT_FALSE(of.machine.empty());
  EXPECT_TRUE(folder.open(cache::Kind::kObject, cache::key_of({of.design, of.engine, of.machine, of.compiler})));
  EXPECT_EQ(make_simulator(design, EngineChoice::kJit, 0, known).simulator.from, ObjectFrom::kCache);
  std::filesystem::remove_all(place);
}

TEST(Specialisation, BeginsForLongRunsOnly) {
  const design::Design design = hand_made_design(2);
  EXPECT_FALSE(make_simulator(design, EngineChoice::kAuto, 1'000'000).faster);
  EXPECT_TRUE(make_simulator(design, EngineChoice::kAuto, 100'000'000).faster);
  EXPECT_FALSE(make_simulator(design, EngineChoice::kGeneric, 100'000'000).faster);
}

}  // namespace
}  // namespace ssd
