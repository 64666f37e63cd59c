// validation.md B: write amplification of greedy collection under uniform random page writes, against independent greedy simulations
// (1 MiB blocks of 256 pages) and below the closed formula for oldest-first collection. One plane, one collection scope of many blocks.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

#include "compiler/compile.h"
#include "runtime/simulation/simulation.h"
#include "tests/compile_text.h"

namespace ssd {
namespace {

constexpr u64 kBlocks = 1024, kPages = 256;
constexpr u64 kKeptFree = 3;  // blocks neither full nor collectable in the steady state: host's, collection's, and the reserve

// f of rule 45: logical pages over the physical pages that are not kept free.
design::Design drive(double fill) {
  const u64 logical = static_cast<u64>(fill * static_cast<double>((kBlocks - kKeptFree) * kPages));
  const std::string text = fmt::format(
      "design B {{ geometry {{ channels: 1 chips: 1 dies: 1 planes: 1 blocks: {} pages: {} page: 4KiB }} capacity {{ logical: {}KiB }} "
      "gc {{ trigger: free_blocks < 2 }} }}", kBlocks, kPages, logical * 4);
  return compile_text(text);
}

// The drive is filled once in order; then `rounds` times its logical size is written at random.
std::vector<Request> uniform_writes(u64 logical, u64 rounds) {
  std::mt19937_64 random(7);
  std::vector<Request> list;
  for (u64 i = 0; i < logical * (rounds + 1); ++i) {
    const u64 page = i < logical ? i : random() % logical;
    list.push_back({.arrival = 0, .sector = page * 8, .sectors = 8, .direction = Direction::kWrite});
  }
  return list;
}

// Write amplification of the last half of the writes, when the drive has settled.
double settled_write_amplification(double fill) {
  const design::Design design = drive(fill);
  constexpr u64 kRounds = 8;
  const std::vector<Request> requests = uniform_writes(design.logical_pages, kRounds);
  const auto programs = [&](std::size_t count) {
    const auto outcome = simulation::run(design, generic_engine(), {.requests = std::span(requests).first(count)}, {});
    return std::pair(outcome.results.flash.host_programs, outcome.results.flash.collection_programs);
  };
  const auto [half_host, half_moved] = programs(requests.size() / 2);
  const auto [host, moved] = programs(requests.size());
  return 1.0 + static_cast<double>(moved - half_moved) / static_cast<double>(host - half_host);
}

struct Row {
  double fill, greedy, formula;
};

class GreedyWriteAmplification : public testing::TestWithParam<Row> {};

TEST_P(GreedyWriteAmplification, IsWithinTwoPercentOfIndependentSimulations) {
  const double found = settled_write_amplification(GetParam().fill);
  EXPECT_NEAR(found / GetParam().greedy, 1.0, 0.02) << found;
  EXPECT_LT(found, GetParam().formula * 1.005) << "greedy lies at or below oldest-first";
  RecordProperty("what", fmt::format("write amplification, greedy, uniform, {:.0f} % filled", GetParam().fill * 100));
  RecordProperty("source", "validation.md B, independent greedy simulation");
  RecordProperty("reference", fmt::format("{:.3f}", GetParam().greedy));
  RecordProperty("found", fmt::format("{:.3f}", found));
  RecordProperty("allowed", "2 %");
}

INSTANTIATE_TEST_SUITE_P(ValidationB, GreedyWriteAmplification,
                         testing::Values(Row{0.70, 1.865, 1.876}, Row{0.75, 2.186, 2.201}, Row{0.80, 2.670, 2.693}, Row{0.85, 3.476, 3.519},
                                         Row{0.90, 5.085, 5.179}, Row{0.93, 7.126, 7.318}));

}  // namespace
}  // namespace ssd
