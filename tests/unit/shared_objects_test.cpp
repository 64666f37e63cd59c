// An object is shared by all designs that differ only in numbers (compiler/jit/features.h): each of them gets its
// own results from it, and no two designs that differ in a feature share one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"
#include "compiler/jit/origin.h"
#include "runtime/results/report.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/unit/hand_made_design.h"

namespace ssd {
namespace {

// Designs of one set of features each; {0} to {9} are numbers.
constexpr const char* kFamilies[] = {
    "allocation: static channel > chip > die > plane",
    "allocation: write_order channel > chip > die > plane  host {{ queue: {8} }}",
    "allocation: dynamic channel > chip > die > plane  commands {{ multiplane: blind  suspend: always }}"
    "  buffer {{ size: {9}KiB }}  host {{ queue: {8}  link: {7}MB/s  command: {6}us }}",
};

std::string design_text(const char* family, std::mt19937& random) {
  const auto number = [&random](u32 least, u32 most) { return std::uniform_int_distribution(least, most)(random); };
  const std::string shape =
      "design A {{ geometry {{ channels: 2 chips: 2 dies: 1 planes: 2 blocks: {0} pages: {1} page: {2}KiB }}"
      " capacity {{ overprovision: {3}% }} nand {{ read: {4}us  program: {5}us  bus {{ rate: {7}MB/s }} }}"
      " gc {{ trigger: free_pages < {1} + {6} }} " +
      std::string(family) + " }}";
  return fmt::format(fmt::runtime(shape), number(16, 40), number(4, 33), 2U << number(0, 2), number(20, 40),
                     number(20, 90), number(200, 900), number(2, 9), number(30, 800), number(2, 40), number(64, 512));
}

std::string results_of(const Plan& plan, const EngineEntry& engine) {
  std::vector<Request> requests;
  const u64 pages = plan.config.logical_pages, sectors = plan.config.sectors_per_page;
  for (u64 i = 0; i < 4000; ++i) {
    requests.push_back({i * 30'000, i * i * 7919 % (pages - 2) * sectors + i % 2, static_cast<u32>(sectors + i % 3),
                        i % 4 == 0 ? Direction::kRead : Direction::kWrite});
  }
  results::Report report;
  report.plan = &plan;
  report.results = run::run(plan, engine, {.requests = requests}, {}).results;
  return results::json(report);
}

TEST(SharedObjects, GiveEachDesignItsOwnResults) {
  std::mt19937 random(24);
  for (const char* family : kFamilies) {
    const Plan first = compile_text(design_text(family, random));
    const std::string object = codegen::specialise(first, codegen::Stage::kObject).object;
    for (int i = 0; i < 6; ++i) {
      const std::string text = design_text(family, random);
      SCOPED_TRACE(text);
      const Plan plan = compile_text(text);
      ASSERT_EQ(jit::origin(plan).design, jit::origin(first).design);
      const jit::Loaded loaded(object, jit::numbers_of(plan, Pass::kAll));
      EXPECT_EQ(results_of(plan, loaded.entry()), results_of(plan, generic_engine()));
    }
  }
}

// Every bit of a feature is in the key. Of a number it holds whether that is 0, 1 or more.
TEST(SharedObjects, AreNeverSharedByDesignsThatDifferInAFeature) {
  const Config config = Plan(hand_made_design(2)).config;
  for (const ConfigRow& row : kConfigRows) {
    SCOPED_TRACE(row.name);
    for (std::size_t bit = 0; bit < 8 * row.bytes; ++bit) {
      Config other = config;
      reinterpret_cast<char*>(&other)[row.offset + bit / 8] ^= static_cast<char>(1U << bit % 8);
      const auto kind = [&row](const Config& c) {
        u64 value = 0;
        std::memcpy(&value, reinterpret_cast<const char*>(&c) + row.offset, std::min(row.bytes, sizeof value));
        return std::min(value, jit::kLeastInMemory);
      };
      const bool may_share = row.is_number && kind(config) == kind(other);
      EXPECT_EQ(jit::features_of(config) == jit::features_of(other), may_share) << "bit " << bit;
    }
  }
}

TEST(SharedObjects, AreOthersForOtherExpressionsPassesAndTopologies) {
  const auto design_of = [](const char* text) { return jit::origin(Plan(compile_text(text))).design; };
  const char* const a = "design A { geometry { chips: 2 blocks: 64 pages: 16 } gc { trigger: free_blocks < 3 } }";
  EXPECT_EQ(design_of(a),
            design_of("design A { geometry { chips: 2 blocks: 80 pages: 8 } gc { trigger: free_blocks < 5 } }"));
  EXPECT_NE(design_of(a),
            design_of("design A { geometry { chips: 4 blocks: 64 pages: 16 } gc { trigger: free_blocks < 3 } }"));
  EXPECT_NE(design_of(a),
            design_of("design A { geometry { chips: 2 blocks: 64 pages: 16 } gc { trigger: free_blocks <= 3 } }"));
  EXPECT_NE(design_of(a),
            design_of("design A { geometry { chips: 2 blocks: 64 pages: 16 } gc { trigger: 2 * free_blocks < 6 } }"));
  const auto divided_by = [&](const char* number) {
    return design_of(
        fmt::format("design A {{ geometry {{ chips: 2 blocks: 64 pages: 16 }} gc {{ trigger: free_pages / {} < 9 }} }}",
                    number)
            .c_str());
  };
  EXPECT_EQ(divided_by("3"), divided_by("3"));
  EXPECT_NE(divided_by("3"), divided_by("5"));
  const Plan plan = compile_text(a);
  EXPECT_NE(jit::origin(plan, Pass::kAll).design, jit::origin(plan, Pass::kFunctional).design);
}

}  // namespace
}  // namespace ssd
