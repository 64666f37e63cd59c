// End to end: page operations (flash reads, programs, erases) per second, generic and specialised. Each benchmark
// compares its results with a run of the generic engine, and fails if they differ.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "bench/engine_time.h"
#include "bench/sizes.h"
#include "runtime/trace/requests.h"

namespace ssd::bench {
namespace {

// 1,000,000 random writes on a drive that was filled first, with collection.
void RandomWrites(benchmark::State& state) {
  const design::Design design = bench_drive();
  const std::vector<Request> requests = random_writes(design, sized(1'000'000, 10'000), 400'000);
  measure_whole_runs(state, design, {.requests = requests}, choice_of(state.range(0)));
}
BENCHMARK(RandomWrites)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// The same in a closed loop of 32: all channels advance together.
void RandomWritesClosedLoop(benchmark::State& state) {
  const design::Design design = bench_drive();
  const std::vector<Request> requests = random_writes(design, sized(1'000'000, 10'000), 400'000);
  measure_whole_runs(state, design, {.requests = requests, .closed_depth = 32}, choice_of(state.range(0)));
}
BENCHMARK(RandomWritesClosedLoop)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// A drive that is full from the start. Twice its logical size is written page by page at random, with collection all
// the time, at 7 % and at 28 % spare.
void SteadyCollection(benchmark::State& state) {
  const u64 spare = static_cast<u64>(state.range(1));
  const std::string filled = "start { state: filled { valid: " + std::to_string(100 - spare) +
                             "% invalid: " + std::to_string(spare - 2) + "% } }\n";
  const design::Design design = bench_drive(
      "capacity { overprovision: " + std::to_string(spare) + "% } gc { trigger: free_blocks < 4 }\n" + filled, 512);
  const std::vector<Request> requests =
      random_page_writes(design, sized(2 * design.config.logical_pages, 200'000), 400'000);
  measure_whole_runs(state, design, {.requests = requests}, choice_of(state.range(0)));
}
BENCHMARK(SteadyCollection)->ArgNames({"jit", "spare"})->ArgsProduct({{0, 1}, {7, 28}})->Unit(benchmark::kMillisecond);

const std::string kTrace = SSDC_SHARED_DIR "/traces/msr-cambridge_web_0.excerpt-100k.csv.zst";

void WebServerTrace(benchmark::State& state) {
  const design::Design design = compile_project_file("examples/first.ssd");
  design::Workload workload;
  workload.source = workload::TraceSource{.path = kTrace, .resolved_path = kTrace, .format = "auto", .path_span = {}};
  workload.fold = workload::Fold::kCompact;
  SourceMap sources;
  diag::Sink sink;
  const auto requests = trace::requests_for(design, workload, {}, sources, sink);
  if (!requests) return state.SkipWithError("the trace does not load");
  measure_whole_runs(state, design, {.requests = requests->list}, choice_of(state.range(0)));
}
// A real trace, if the file exists.
[[maybe_unused]] const bool kHasTrace =
    std::filesystem::exists(kTrace) && benchmark::RegisterBenchmark("WebServerTrace", WebServerTrace)
                                               ->ArgName("jit")
                                               ->Arg(0)
                                               ->Arg(1)
                                               ->Unit(benchmark::kMillisecond) != nullptr;

}  // namespace
}  // namespace ssd::bench
