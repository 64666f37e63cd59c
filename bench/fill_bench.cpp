// The cost of a used drive before its first request: filling it (start.filled), and the collections for pages that are
// read before they are written (start.preload_collects). The drive has 64 GiB in pages of 16 KiB, a sixteenth of 1 TiB.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "bench/bench_design.h"
#include "bench/sizes.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/ftl/space.h"
#include "runtime/run/arena.h"
#include "runtime/run/check.h"
#include "runtime/run/fill.h"

namespace ssd::bench {
namespace {

constexpr u64 kPlanes = 64, kPages = 256;
const u64 kBlocks = sized(256, 64);
const u64 kValid = kPlanes * (kBlocks * kPages * 70 / 100), kInvalid = kPlanes * (kBlocks * kPages * 20 / 100);

design::Design aged_drive(bool random) {
  return compile_text(
      "design Aged { geometry { channels: 8 chips: 4 dies: 1 planes: 2 blocks: " + std::to_string(kBlocks) +
      " pages: 256 page: 16KiB }\n" +
      std::string("capacity { overprovision: 15% }  start { state: filled { valid: 70% invalid: 20% layout: ") +
      (random ? "random seed: 3" : "sequential") + " } } }");
}

// Whether the state is consistent, and `valid` pages hold data.
bool holds(run::Arena& arena, u64 valid) {
  const State& s = arena.state();
  const Config& c = arena.config();
  u64 mapped = 0;
  for (u32 lpn = 0; lpn < c.logical_pages; ++lpn) mapped += s.l2p[Lpn(lpn)] == kNoPage ? 0 : 1;
  return mapped == valid && check_conservation(s, c, results::Results{}, 0, run::Ending::kCutShort).empty();
}

// Whether each plane has the expected number of full blocks. They hold valid pages, invalid ones, and pages that
// complete the plane's last block.
bool is_filled_as_asked(run::Arena& arena) {
  const State& s = arena.state();
  const u64 kFull = (kBlocks * kPages * 70 / 100 + kBlocks * kPages * 20 / 100 + kPages - 1) / kPages;
  for (PlaneId p{0}; p.value < kPlanes; ++p) {
    if (s.space[p].free_count != kBlocks - kFull || s.space[p].free_pages != (kBlocks - kFull) * kPages) return false;
  }
  return holds(arena, kValid);
}

void Fill(benchmark::State& state) {
  const design::Design design = aged_drive(state.range(0) != 0);
  for (auto _ : state) {
    state.PauseTiming();
    const Plan arena_plan = design::plan_of(design);
    run::Arena arena(arena_plan, {});
    state.ResumeTiming();
    run::fill(arena.state(), arena.config(), design, {});
    state.PauseTiming();
    if (!is_filled_as_asked(arena)) return state.SkipWithError("not what was asked");
    state.ResumeTiming();
  }
  state.counters["pages"] =
      benchmark::Counter(static_cast<double>((kValid + kInvalid) * state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(Fill)->ArgName("random")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// Reads all logical pages that the filled drive does not hold: about 700,000. For half of them blocks have to be
// collected.
void PreloadAged(benchmark::State& state) {
  const design::Design design = aged_drive(true);
  u64 pages = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Plan arena_plan = design::plan_of(design);
    run::Arena arena(arena_plan, {});
    run::fill(arena.state(), arena.config(), design, {});
    std::vector<u64> missing;
    for (u64 lpn = 0; lpn < design.config.logical_pages; ++lpn) {
      if (arena.state().l2p[Lpn(static_cast<u32>(lpn))] == kNoPage) missing.push_back(lpn);
    }
    state.ResumeTiming();
    const Status status = generic_engine().preload(&arena.state(), missing.data(), missing.size());
    state.PauseTiming();
    if (status != Status::kDone || !holds(arena, design.config.logical_pages))
      return state.SkipWithError("not what was asked");
    pages += missing.size();
    state.ResumeTiming();
  }
  state.counters["pages"] = benchmark::Counter(static_cast<double>(pages), benchmark::Counter::kIsRate);
}
BENCHMARK(PreloadAged)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ssd::bench
