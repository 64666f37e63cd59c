// docs/validation.md, part B: write amplification of greedy collection in a plane of many blocks of 256 pages (1 MiB),
// against independent simulations of the same, and below the closed formula for oldest-first collection. f of
// figures.conditions: logical pages divided by the physical pages that are not kept free.
#include <random>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

constexpr const char* kSource = "independent greedy simulation";
constexpr u64 kPages = 256, kSectors = 8;

u64 blocks() { return full_size() ? 1024 : 320; }

// One plane, filled at the start. `kept_free`: blocks that are neither full nor collectable in the steady state.
design::Design drive(double fill, u64 kept_free, const std::string& keys) {
  const double usable = static_cast<double>((blocks() - kept_free) * kPages);
  const u64 logical = static_cast<u64>(fill * usable);
  const double share = static_cast<double>(logical) / static_cast<double>(blocks() * kPages);
  return compile_text(
      fmt::format("design B {{ geometry {{ channels: 1 chips: 1 dies: 1 planes: 1 blocks: {} pages: {} page: 4KiB }} "
                  "capacity {{ logical: {}KiB }}\n"
                  "start {{ state: filled {{ valid: {:.4f}% }} }} {} }}",
                  blocks(), kPages, logical * 4, std::floor(share * 1e6) / 1e4, keys));
}

// Page writes, six times the logical size: `share` of them go to the first `space` of the drive, the others to the
// rest, each uniformly.
std::vector<Request> skewed_writes(u64 logical, double space, double share) {
  std::mt19937_64 random(7);
  const u64 hot = static_cast<u64>(space * static_cast<double>(logical)), threshold = static_cast<u64>(share * 1e9);
  std::vector<Request> list;
  for (u64 i = 0; i < 6 * logical; ++i) {
    const bool is_hot = random() % 1'000'000'000 < threshold;
    const u64 page = is_hot ? random() % hot : hot + random() % (logical - hot);
    list.push_back({.arrival = 0, .sector = page * kSectors, .sectors = kSectors, .direction = Direction::kWrite});
  }
  return list;
}

// Over the last half of the run, when the drive is in its steady state.
double settled_write_amplification(const design::Design& design, const std::vector<Request>& requests) {
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests, .closed_depth = 1}, {});
  EXPECT_EQ(outcome.status, Status::kDone);
  const Series& series = outcome.results.series;
  u64 host = 0, moved = 0;
  for (u32 i = series.used / 2; i < series.used; ++i) {
    host += series.intervals[i].host_programs;
    moved += series.intervals[i].collection_programs;
  }
  return 1.0 + static_cast<double>(moved) / static_cast<double>(host);
}

struct Uniform {
  double fill, greedy, formula;
};

class GreedyWriteAmplification : public testing::TestWithParam<Uniform> {};

// Kept free are the host's block, the collection block, and the reserve.
TEST_P(GreedyWriteAmplification, IsWithinTwoPercentOfIndependentSimulations) {
  const auto [fill, greedy, formula] = GetParam();
  const design::Design design = drive(fill, 3, "gc { trigger: free_blocks < 2 }");
  const double found = settled_write_amplification(design, skewed_writes(design.config.logical_pages, 0.5, 0.5));
  expect_within('B', fmt::format("uniform, {:.0f} % filled", fill * 100), kSource, greedy, found, 2, 3);
  EXPECT_LT(found, formula * 1.005) << "greedy lies at or below oldest-first";
}

INSTANTIATE_TEST_SUITE_P(ValidationB, GreedyWriteAmplification,
                         testing::Values(Uniform{0.70, 1.865, 1.876}, Uniform{0.75, 2.186, 2.201},
                                         Uniform{0.80, 2.670, 2.693}, Uniform{0.85, 3.476, 3.519},
                                         Uniform{0.90, 5.085, 5.179}, Uniform{0.93, 7.126, 7.318}));

struct Skewed {
  double space, share, fill, one_head;
};

class SkewedWriteAmplification : public testing::TestWithParam<Skewed> {};

constexpr const char* kOneHead =
    "gc { trigger: free_blocks < 2 active: shared }";  // host and collection fill one block
constexpr const char* kTwoStreams =
    "gc {{ trigger: free_blocks < 2 }} allocation: static {{ order: channel > chip > die > plane streams: [hot, cold]\n"
    "  stream(r): if r.lpn < {} then hot else cold }}";

TEST_P(SkewedWriteAmplification, WithOneWriteHeadIsThatOfIndependentSimulationsAndFallsWithTwoStreams) {
  const auto [space, share, fill, one_head] = GetParam();
  const std::string what = fmt::format("{:.0f} % of the writes to {:.0f} % of the space, {:.0f} % filled", share * 100,
                                       space * 100, fill * 100);
  const design::Design one = drive(fill, 2, kOneHead);
  const double found = settled_write_amplification(one, skewed_writes(one.config.logical_pages, space, share));
  expect_within('B', what + ", one write head", kSource, one_head, found, 2, 3);

  const u64 hot = static_cast<u64>(space * static_cast<double>(one.config.logical_pages));
  const design::Design two = drive(fill, 2, fmt::format(fmt::runtime(kTwoStreams), hot));
  const double apart = settled_write_amplification(two, skewed_writes(two.config.logical_pages, space, share));
  expect_figure({'B', what + ", streams hot and cold", "ours with one write head", fmt::format("below {:.3f}", found),
                 fmt::format("{:.3f}", apart), "it falls"},
                apart < found);
}

INSTANTIATE_TEST_SUITE_P(ValidationB, SkewedWriteAmplification,
                         testing::Values(Skewed{0.1, 0.9, 0.80, 3.54}, Skewed{0.1, 0.9, 0.90, 6.11},
                                         Skewed{0.2, 0.8, 0.80, 3.02}, Skewed{0.2, 0.8, 0.90, 5.45}));

}  // namespace
}  // namespace ssd
