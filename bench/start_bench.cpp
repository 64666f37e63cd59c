// What a run costs before its first simulated request: file to a ready specialised engine, and reading a trace.
#include <benchmark/benchmark.h>

#include "bench/bench_design.h"
#include "compiler/compile.h"
#include "runtime/workload/trace.h"

namespace ssd::bench {
namespace {

void FileToReady(benchmark::State& state) {
  const EngineChoice choice = state.range(0) == 0 ? EngineChoice::kGeneric : EngineChoice::kJit;
  for (auto _ : state) {
    const design::Design design = compile_project_file("examples/first.ssd");
    const Simulator simulator = make_simulator(design, choice, 0);
    if (simulator.entry.run == nullptr) return state.SkipWithError("no engine");
  }
}
BENCHMARK(FileToReady)->ArgName("jit")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void ParseTrace(benchmark::State& state) {
  u64 lines = 0;
  for (auto _ : state) {
    SourceMap sources;
    diag::Sink sink;
    const auto trace = workload::load_trace(SSDC_SOURCE_DIR "/examples/traces/office.csv.zst", {}, sources, sink);
    if (!trace || trace->records.size() != 80'000) return state.SkipWithError("the trace was not read whole");
    lines += trace->lines;
  }
  state.counters["lines"] = benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsRate);
}
BENCHMARK(ParseTrace)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ssd::bench
