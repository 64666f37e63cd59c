// The cost of a run before its first simulated request: from a file to a specialised engine that is ready, with the
// parts of that, and reading a trace.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "bench/bench_design.h"
#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"
#include "runtime/trace/trace.h"
#include "tools/api/cached_simulator.h"

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

// The parts: text to design, design to optimised engine as text, the whole compilation, and loading the result.
void FrontEnd(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(compile_project_file("examples/first.ssd"));
}
BENCHMARK(FrontEnd)->Unit(benchmark::kMillisecond);

void Specialise(benchmark::State& state, codegen::Stage stage) {
  const design::Design design = compile_project_file("examples/first.ssd");
  codegen::Specialised made;
  for (auto _ : state) made = codegen::specialise(design, stage);
  if (made.object.empty() && made.text.empty()) return state.SkipWithError("nothing was made");
  state.counters["bytes"] = static_cast<double>(made.object.size() + made.text.size());
}
BENCHMARK_CAPTURE(Specialise, own_ir, codegen::Stage::kIr)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Specialise, optimised_ir, codegen::Stage::kOptimisedIr)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Specialise, object, codegen::Stage::kObject)->Unit(benchmark::kMillisecond);

void LoadObject(benchmark::State& state) {
  const Plan plan = compile_project_file("examples/first.ssd");
  const std::string object = codegen::specialise(plan, codegen::Stage::kObject).object;
  const jit::Numbers numbers = jit::numbers_of(plan, Pass::kAll);
  for (auto _ : state) {
    const jit::Loaded loaded(object, numbers);
    if (loaded.entry().run == nullptr) return state.SkipWithError("no engine");
  }
}
BENCHMARK(LoadObject)->Unit(benchmark::kMillisecond);

// The case of a design whose engine was made when ssdc was built, and the one of a design that was specialised on this
// machine before.
void FileToReadyKnown(benchmark::State& state, ObjectFrom from) {
  const std::string path = std::filesystem::temp_directory_path() / ("ssd_bench_cache_" + std::to_string(getpid()));
  const cache::Archive none("");
  const bool is_prebuilt = from == ObjectFrom::kPrebuilt;
  const KnownObjects known(cache::Folder(path), is_prebuilt ? prebuilt_engines() : none);
  const auto ready = [&known] {
    return make_simulator(compile_project_file("examples/first.ssd"), EngineChoice::kJit, 0, known);
  };
  bool found = is_prebuilt || ready().store_error == 0;
  for (auto _ : state) found = ready().simulator.from == from && found;
  std::filesystem::remove_all(path);
  if (!found) return state.SkipWithError("the object is not where it should be");
}
BENCHMARK_CAPTURE(FileToReadyKnown, cached, ObjectFrom::kCache)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(FileToReadyKnown, prebuilt, ObjectFrom::kPrebuilt)->Unit(benchmark::kMillisecond);

void ParseTrace(benchmark::State& state) {
  u64 lines = 0;
  for (auto _ : state) {
    SourceMap sources;
    diag::Sink sink;
    const auto trace = trace::load_trace(SSDC_SOURCE_DIR "/examples/traces/office.csv.zst", {}, sources, sink);
    if (!trace || trace->records.size() != 80'000) return state.SkipWithError("the trace was not read whole");
    lines += trace->lines;
  }
  state.counters["lines"] = benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsRate);
}
BENCHMARK(ParseTrace)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ssd::bench
