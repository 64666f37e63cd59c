// The whole-drive loop: page operations per second with everything on, and the cost of each feature when it is on and
// when it is off. As in engine_bench.cpp, each benchmark first checks that both engines find the same.
#include <benchmark/benchmark.h>

#include <random>

#include "bench/engine_time.h"
#include "bench/sizes.h"

namespace ssd::bench {
namespace {

// Requests that write the drive once in order, and then reads and writes of one to four pages at random places.
std::vector<Request> mixed_requests(const design::Design& design, u64 count, Time gap, u32 read_percent) {
  std::vector<Request> list = random_writes(design, count, gap);
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  std::mt19937_64 random(2);
  for (Request& r : list) {
    if (r.sectors <= 4 * sectors && random() % 100 < read_percent) r.direction = Direction::kRead;
  }
  return list;
}

// Order S6 of Hu 2013 with every command.
void StaticEverything(benchmark::State& state) {
  const design::Design design = bench_drive(
      "allocation: static channel > die > plane > chip\n"
      "commands { multiplane: blind copyback: blind cache: always suspend: always }\n");
  const std::vector<Request> requests = mixed_requests(design, sized(500'000, 10'000), 400'000, 50);
  measure_whole_runs(state, design, {.requests = requests}, choice_of(state.range(0)));
}
BENCHMARK(StaticEverything)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void DynamicStreams(benchmark::State& state) {
  const design::Design design = bench_drive(
      "allocation: dynamic { order: channel > die > plane > chip streams: [small, large]\n"
      "  stream(r): if r.pages <= 2 then small else large }\n"
      "commands { multiplane: wise copyback: wise }\n");
  const std::vector<Request> requests = mixed_requests(design, sized(500'000, 10'000), 400'000, 50);
  measure_whole_runs(state, design, {.requests = requests}, choice_of(state.range(0)));
}
BENCHMARK(DynamicStreams)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// examples/tlc_drive.ssd with fewer blocks, so that filling the drive hardly counts; measures the engine's own time.
Task tlc_task() {
  Task task{.design = compile_project_file("examples/tlc_drive.ssd", {{"plane_blocks", "96"}}),
            .requests = {},
            .closed_depth = 32};
  task.design.config.cache = true;  // for reads, as in the example's static variant
  const u32 sectors = static_cast<u32>(task.design.geometry.page_bytes / task.design.geometry.sector_bytes);
  std::mt19937_64 random(3);
  for (u64 i = 0; i < sized(600'000, 20'000); ++i) {
    const u64 sector = random() % (task.design.config.logical_pages * 8 / 10) * sectors + random() % (sectors / 8) * 8;
    task.requests.push_back({0, sector, 8, random() % 100 < 70 ? Direction::kRead : Direction::kWrite});
  }
  return task;
}

void TlcDrive(benchmark::State& state) { measure(state, task_of("tlc", tlc_task), choice_of(state.range(0))); }
BENCHMARK(TlcDrive)->ArgName("jit")->Arg(0)->Arg(1)->Apply([](auto* b) { once(b); });

// One feature at a time on top of a plain design (0: none), all in the whole-drive loop of the generic engine.
constexpr const char* kFeatures[] = {
    "",
    "commands { multiplane: blind }",
    "commands { copyback: wise }",
    "commands { cache: always }",
    "commands { suspend: always }",
    "schedule { priority(op): if op.waited > 1ms then 2 else if op.is_read then 1 else 0 }",
    "allocation: dynamic channel > die > plane > chip",
    "buffer { size: 16MiB }",
    "gc { preempt: page }",
    "host { link: 3GB/s command: 1us ecc: 2us }"};

void Feature(benchmark::State& state) {
  const char* feature = kFeatures[state.range(0)];
  const design::Design design = bench_drive(feature);
  const std::vector<Request> requests = mixed_requests(design, sized(300'000, 10'000), 400'000, 50);
  state.SetLabel(*feature == '\0' ? "no feature" : feature);
  measure_whole_runs(state, design, {.requests = requests}, EngineChoice::kGeneric, true);
}
BENCHMARK(Feature)->ArgName("feature")->DenseRange(0, 9)->Unit(benchmark::kMillisecond);

// The same plain design in its own loop, which a design without any of these features runs in.
void FeaturesOff(benchmark::State& state) {
  const design::Design design = bench_drive();
  const std::vector<Request> requests = mixed_requests(design, sized(300'000, 10'000), 400'000, 50);
  measure_whole_runs(state, design, {.requests = requests}, choice_of(state.range(0)));
}
BENCHMARK(FeaturesOff)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ssd::bench
