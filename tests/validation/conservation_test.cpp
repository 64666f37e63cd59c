// docs/validation.md, part A, conservation: no resource is busy longer than the clock ran; every page is exactly one of
// free, valid and invalid; the parts of every response time sum to it (runtime/run/check.h); and what the host wrote is
// on flash, merged, or still in the buffer.
#include <random>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

constexpr u64 kSectors = 4;  // sectors of a page

// Drives that differ in everything that moves pages or holds resources.
constexpr const char* kDesigns[] = {
    "",
    "allocation: write_order die > channel > plane > chip commands { multiplane: wise copyback: wise }",
    "commands { multiplane: blind copyback: blind cache: always suspend: always }",
    "allocation: dynamic channel > chip > die > plane",
    "allocation: dynamic { order: chip > channel > die > plane streams: [small, large] stream(r): if r.pages < 3 then "
    "small else large }",
    "gc { preempt: page }",
    "gc { active: shared scope: die }",
    "gc { migrate: same_die idle: on }",
    "allocation: dynamic channel > die > plane > chip gc { migrate: any_idle { buffer: 16 } }",
    "gc { replicate { pages: 16 } }",
    "gc { avoid: on } host { queue: 8 }",
    "gc { cost: zero } wear { level: static { threshold: 4 } }",
    "wear { level: dynamic } host { queue: 4 queues: 3 link: 200MB/s command: 1us ecc: 2us }",
    "buffer { size: 64KiB latency: 1us readahead { trigger: 2 pages: 4 } }",
    "schedule { priority(op): if op.is_read then 1 else 0 reorder: any } commands { interleave: never }",
};

design::Design drive(const std::string& keys) {
  return compile_text(
      "design A { geometry { channels: 2 chips: 2 dies: 2 planes: 2 blocks: 24 pages: 16 page: 2KiB }\n"
      "capacity { overprovision: 25% }\n" +
      keys + " }");
}

// Reads, writes and trims of one to four pages, some of parts of pages.
std::vector<Request> mixed(const design::Design& design, u64 seed, Time gap) {
  std::mt19937_64 random(seed);
  std::vector<Request> list;
  Time now = 0;
  for (u64 i = 0; i < 6'000; ++i, now += random() % (2 * gap + 1)) {
    const u32 sectors = static_cast<u32>(1 + random() % (4 * kSectors));
    const u64 draw = random() % 100;
    const Direction direction = draw < 55 ? Direction::kWrite : draw < 95 ? Direction::kRead : Direction::kTrim;
    list.push_back(
        {gap == 0 ? 0 : now, random() % (design.config.logical_pages * kSectors - sectors + 1), sectors, direction});
  }
  return list;
}

TEST(ValidationA, ConservationLawsHoldInEveryRun) {
  u64 runs = 0, broken = 0;
  for (const char* keys : kDesigns) {
    const design::Design design = drive(keys);
    for (const u32 depth : {0U, 16U}) {
      const std::vector<Request> requests = mixed(design, 7 + runs, depth == 0 ? 60'000 : 0);
      run::Options options;
      options.keep_times = options.check = true;
      const run::Outcome outcome =
          run::run(design, generic_engine(), {.requests = requests, .closed_depth = depth}, options);
      EXPECT_EQ(outcome.status, Status::kDone) << keys;
      for (const std::string& law : outcome.violations) ADD_FAILURE() << keys << ": " << law;
      broken += outcome.violations.size();
      ++runs;
    }
  }
  expect_figure({'A', fmt::format("broken conservation laws in {} runs of {} designs", runs, std::size(kDesigns)),
                 "ours", "0", fmt::format("{}", broken), "exact"},
                broken == 0);
}

// Whole pages are written and nothing is read. Each write was merged into a page of the buffer, was programmed, or is
// in a slot; at the end all slots are in use.
TEST(ValidationA, WhatIsWrittenIsProgrammedMergedOrStillBuffered) {
  constexpr u64 kSlots = 32, kWrites = 20'000;
  const design::Design design = drive(fmt::format("buffer {{ size: {}KiB flush: full }}", kSlots * 2));
  std::mt19937_64 random(7);
  std::vector<Request> list;
  for (u64 i = 0; i < kWrites; ++i)
    list.push_back(
        {0, random() % (random() % 4 == 0 ? design.config.logical_pages : 64) * kSectors, kSectors, Direction::kWrite});
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = list, .closed_depth = 8}, {});
  const FlashCounts& flash = outcome.results.flash;
  EXPECT_GT(flash.buffer_hits, kWrites / 10);
  const u64 accounted = flash.host_programs + flash.buffer_hits + kSlots;
  expect_figure({'A', "pages written = programmed + merged + still buffered", "ours", fmt::format("{}", kWrites),
                 fmt::format("{}", accounted), "exact"},
                accounted == kWrites);
}

}  // namespace
}  // namespace ssd
