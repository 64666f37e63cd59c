// The benchmarks for the rows of the table of targets (bench/report; docs/performance.md): the cost of a host page in
// several kinds of run, and beside each the floor for the same requests. Their names give the kind of run, whether the
// engine is specialised, the size of the drive, and the share of reads.
#include "bench/floor.h"
#include "bench/plan_drive.h"
#include "bench/processor.h"
#include "bench/sizes.h"

namespace ssd::bench {
namespace {

enum class Kind {
  kOnlyFtl,
  kOnlyFtlCollecting,
  kOnlyFtlFormula,
  kOpen,
  kWriteOrder,
  kOpenCollecting,
  kClosed,
  kDynamic
};

// A user's score that is not one of the language's words.
constexpr const char* kFormula = "victim(b): b.invalid * 8 - b.erases * 3";

bool collects(Kind kind) {
  return kind == Kind::kOnlyFtlCollecting || kind == Kind::kOnlyFtlFormula || kind == Kind::kOpenCollecting;
}
bool only_ftl(Kind kind) {
  return kind == Kind::kOnlyFtl || kind == Kind::kOnlyFtlCollecting || kind == Kind::kOnlyFtlFormula;
}

Task plan_task(Kind kind, u64 gib, u64 reads) {
  PlanDrive drive{.gib = gib, .collecting = collects(kind)};
  if (kind == Kind::kOnlyFtlFormula) drive.gc = kFormula;
  if (kind == Kind::kWriteOrder) drive.rest = "allocation: write_order channel > die > plane > chip";
  if (kind == Kind::kDynamic) drive.rest = "allocation: dynamic channel > die > plane > chip";
  Task task{.design = plan_drive(drive), .requests = {}};
  task.requests = plan_requests(task.design, requests_that_fit(task.design), reads);
  if (kind == Kind::kClosed) {
    task.closed_depth = 32;
    for (Request& r : task.requests) r.arrival = 0;  // no think time
  }
  if (only_ftl(kind)) task.pass = Pass::kFunctional;
  return task;
}

Task& shared_task(Kind kind, u64 gib, u64 reads) {
  return task_of(fmt::format("plan {} {} {}", static_cast<int>(kind), gib, reads),
                 [&] { return plan_task(kind, gib, reads); });
}

void Plan(benchmark::State& state, Kind kind) {
  measure(state, shared_task(kind, static_cast<u64>(state.range(1)), static_cast<u64>(state.range(2))),
          choice_of(state.range(0)));
}

void sizes(benchmark::internal::Benchmark* b, std::vector<i64> jit, std::vector<i64> reads) {
  const std::vector<i64> gib = short_form() ? std::vector<i64>{1} : std::vector<i64>{8, 64};
  b->ArgNames({"jit", "GiB", "reads"})->ArgsProduct({std::move(jit), gib, std::move(reads)})->Apply([](auto* each) {
    once(each);
  });
}
void all_sizes(benchmark::internal::Benchmark* b) { sizes(b, {0, 1}, {0, 50}); }
void writes(benchmark::internal::Benchmark* b) { sizes(b, {0, 1}, {0}); }

BENCHMARK_CAPTURE(Plan, only_ftl, Kind::kOnlyFtl)->Apply(all_sizes);
BENCHMARK_CAPTURE(Plan, only_ftl_collecting, Kind::kOnlyFtlCollecting)->Apply(writes);
BENCHMARK_CAPTURE(Plan, only_ftl_formula, Kind::kOnlyFtlFormula)->Apply(writes);
BENCHMARK_CAPTURE(Plan, open, Kind::kOpen)->Apply(all_sizes);
BENCHMARK_CAPTURE(Plan, write_order, Kind::kWriteOrder)->Apply(all_sizes);
BENCHMARK_CAPTURE(Plan, open_collecting, Kind::kOpenCollecting)->Apply(writes);
BENCHMARK_CAPTURE(Plan, closed_32, Kind::kClosed)->Apply(all_sizes);
BENCHMARK_CAPTURE(Plan, dynamic, Kind::kDynamic)->Apply(all_sizes);

void Floor(benchmark::State& state) {
  const Task& task = shared_task(Kind::kOpen, static_cast<u64>(state.range(0)), static_cast<u64>(state.range(1)));
  u64 pages = 0, pages_read = 0;
  for (const Request& r : task.requests) {
    const u64 touched = r.sectors / (task.design.geometry.page_bytes / task.design.geometry.sector_bytes);
    pages += touched;
    if (r.direction == Direction::kRead) pages_read += touched;
  }
  double seconds = 0;
  for (auto _ : state) {
    Tables tables(task.design);
    const double begin = processor_seconds();
    tables.update(task.requests, static_cast<u32>(task.design.geometry.page_bytes / task.design.geometry.sector_bytes));
    seconds = processor_seconds() - begin;
    state.SetIterationTime(seconds);
    if (!tables.sound() || tables.found() != pages_read) return state.SkipWithError("the tables are not right");
  }
  state.counters["ns_per_host_page"] = seconds * 1e9 / static_cast<double>(pages);
  state.counters["host_pages"] = static_cast<double>(pages);
  state.counters["result"] = static_cast<double>(pages_read);
}
BENCHMARK(Floor)
    ->ArgNames({"GiB", "reads"})
    ->ArgsProduct({short_form() ? std::vector<i64>{1} : std::vector<i64>{8, 64}, {0, 50}})
    ->Apply([](auto* b) { once(b); });

// Compares a design that leaves out what it does not use with one that writes out that it is off. Both need equally
// many instructions.
constexpr const char* kWrittenOff =
    "commands { multiplane: never copyback: never cache: never suspend: never interleave: always }\n"
    "wear { level: none } buffer { size: 0B }\n"
    "host { queue: unlimited queues: 1 link: unlimited command: 0ns ecc: 0ns }";
constexpr const char* kGcWrittenOff =
    "victim: greedy preempt: never superblock: none idle: off avoid: off cost: normal migrate: same_plane";

void FeaturesWrittenOff(benchmark::State& state) {
  const bool written = state.range(1) != 0;
  Task& task = task_of(written ? "written off" : "not written", [&] {
    Task made{.design = plan_drive(
                  {.gib = sized(8, 1), .gc = written ? kGcWrittenOff : "", .rest = written ? kWrittenOff : ""}),
              .requests = {}};
    made.requests = plan_requests(made.design, requests_that_fit(made.design), 50);
    return made;
  });
  measure(state, task, choice_of(state.range(0)));
}
BENCHMARK(FeaturesWrittenOff)->ArgNames({"jit", "written"})->ArgsProduct({{0, 1}, {0, 1}})->Apply([](auto* b) {
  once(b);
});

}  // namespace
}  // namespace ssd::bench
