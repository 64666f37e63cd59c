// See engine_time.h: runs with a clock around each call of the engine.
#include "bench/engine_time.h"

#include "bench/processor.h"

namespace ssd::bench {
namespace {

struct Cost {
  double seconds = 0;
  u64 instructions = 0;
};

// What the engine's calls of a run have cost so far, and the engine itself. Only one run at a time is possible, because
// an engine's entry points are plain functions.
struct Clock {
  EngineEntry engine;
  InstructionCounter counter;
  Cost cost;
};
Clock* running = nullptr;

}  // namespace

// A function of its own, so that callgrind can restrict its count to the engine's calls (--toggle-collect).
extern "C" [[gnu::noinline]] Status ssd_bench_engine_call(State* state, const Request* requests, u64 count, u64 first,
                                                          bool last) {
  const Status status = running->engine.run(state, requests, count, first, last);
  asm volatile("");  // prevents a tail call, which would leave this function before the engine begins
  return status;
}

namespace {

Status timed_call(State* state, const Request* requests, u64 count, u64 first, bool last) {
  const u64 instructions = running->counter.read();
  const double begin = processor_seconds();
  const Status status = ssd_bench_engine_call(state, requests, count, first, last);
  running->cost.seconds += processor_seconds() - begin;
  running->cost.instructions += running->counter.read() - instructions;
  return status;
}

run::Outcome run_task(const Task& task, const EngineEntry& engine, Pass pass, bool whole) {
  run::Options options;
  options.pass = pass;
  options.whole = whole;
  options.start = task.start.get();
  return run::run(task.design, engine, {.requests = task.requests, .closed_depth = task.closed_depth}, options);
}

// A hash of the results. `all`: include those that depend on the clock; otherwise only those that the functional pass
// has, too.
u64 hash_of(const run::Outcome& outcome, bool all) {
  if (all) return fingerprint(outcome);
  run::Outcome map;
  map.results.flash.host_programs = outcome.results.flash.host_programs;
  map.results.flash.collection_programs = outcome.results.flash.collection_programs;
  map.results.flash.erases = outcome.results.flash.erases;
  map.results.erases = outcome.results.erases;
  return fingerprint(map);
}

u64 pages_of(const Task& task) {
  const u64 sectors = task.design.geometry.page_bytes / task.design.geometry.sector_bytes;
  u64 pages = 0;
  for (const Request& r : task.requests) pages += (r.sector + r.sectors - 1) / sectors - r.sector / sectors + 1;
  return pages;
}

void set_counters(benchmark::State& state, const Cost& cost, const run::Outcome& outcome, u64 host_pages,
                  u64 requests) {
  const double nanoseconds = cost.seconds * 1e9, pages = static_cast<double>(host_pages),
               runs = static_cast<double>(state.iterations());
  const FlashCounts& f = outcome.results.flash;
  const double operations = pages + 2 * static_cast<double>(f.collection_programs);
  // This differs from the other figures if a buffer, parts of pages or readahead stand between the host's pages and the
  // flash's.
  state.counters["ns_per_page_op"] =
      nanoseconds / runs /
      static_cast<double>(f.host_reads + f.host_programs + f.collection_reads + f.collection_programs);
  state.counters["ns_per_host_page"] = nanoseconds / runs / pages;
  state.counters["ns_per_flash_op"] = nanoseconds / runs / operations;
  state.counters["ns_per_request"] = nanoseconds / runs / static_cast<double>(requests);
  if (cost.instructions != 0) {
    state.counters["instructions_per_host_page"] = static_cast<double>(cost.instructions) / runs / pages;
    state.counters["instructions_per_flash_op"] = static_cast<double>(cost.instructions) / runs / operations;
  }
  state.counters["host_pages"] = pages;
  state.counters["moved_per_host_page"] = static_cast<double>(f.collection_programs) / pages;
  state.counters["bytes_per_page"] =
      static_cast<double>(outcome.results.memory_bytes) / static_cast<double>(outcome.results.physical_pages);
}

}  // namespace

struct Task::Made {
  u64 host_pages = 0;
  std::optional<u64> reference = std::nullopt;
};

namespace {

// The engine for a design, made only once in a process.
const Simulator& simulator_of(const design::Design& design, EngineChoice choice, Pass pass) {
  static std::map<std::string, Simulator> simulators;
  const std::string key = fmt::format("{} {} {}", hash(design), static_cast<int>(choice), static_cast<int>(pass));
  const auto found = simulators.find(key);
  return found != simulators.end() ? found->second
                                   : simulators.emplace(key, make_simulator(design, choice, 0, pass)).first->second;
}

}  // namespace

Task& task_of(const std::string& name, const std::function<Task()>& make) {
  static std::map<std::string, Task> tasks;
  const auto found = tasks.find(name);
  return found != tasks.end() ? found->second : tasks.emplace(name, make()).first->second;
}

run::DriveState state_after(const Task& task) {
  run::Options options;
  options.pass = Pass::kFunctional;
  options.keep_state = true;
  return run::run(task.design, generic_engine(), {.requests = task.requests}, options).state;
}

void measure(benchmark::State& state, Task& task, EngineChoice choice) {
  if (!task.made) task.made = std::make_shared<Task::Made>(Task::Made{.host_pages = pages_of(task)});
  const bool all = task.pass == Pass::kAll;
  if (!task.made->reference) {
    const run::Outcome reference = run_task(task, generic_engine(), Pass::kAll, false);
    if (reference.status != Status::kDone) return state.SkipWithError("the run did not come to its end");
    task.made->reference = hash_of(reference, all);
  }
  Clock clock{.engine = simulator_of(task.design, choice, task.pass).entry, .counter = {}, .cost = {}};
  running = &clock;
  run::Outcome outcome;
  for (auto _ : state) {
    const double before = clock.cost.seconds;
    outcome = run_task(task, {.run = &timed_call, .preload = clock.engine.preload}, task.pass, task.whole);
    state.SetIterationTime(clock.cost.seconds - before);
  }
  running = nullptr;
  if (hash_of(outcome, all) != *task.made->reference) return state.SkipWithError("the engines disagree");
  set_counters(state, clock.cost, outcome, task.made->host_pages, task.requests.size());
  state.counters["result"] = as_counter(*task.made->reference);
}

void measure_whole_runs(benchmark::State& state, const design::Design& design, const run::Load& load,
                        EngineChoice choice, bool whole) {
  const Simulator& simulator = simulator_of(design, choice, Pass::kAll);
  run::Options options;
  const u64 reference = fingerprint(run::run(design, generic_engine(), load, options));
  options.whole = whole;
  run::Outcome outcome;
  for (auto _ : state) outcome = run::run(design, simulator.entry, load, options);
  if (fingerprint(outcome) != reference) return state.SkipWithError("the engines disagree");
  const FlashCounts& f = outcome.results.flash;
  const u64 host_pages = f.host_reads + f.host_programs,
            operations = host_pages + f.collection_reads + f.collection_programs + f.erases;
  const auto rate = [&](u64 count) {
    return benchmark::Counter(static_cast<double>(count) * static_cast<double>(state.iterations()),
                              benchmark::Counter::kIsRate);
  };
  state.counters["page_ops"] = rate(operations);
  state.counters["host_pages"] = rate(host_pages);
  state.counters["requests"] = rate(outcome.results.response.count);
  state.counters["waf"] = outcome.results.write_amplification();
  state.counters["bytes_per_page"] =
      static_cast<double>(outcome.results.memory_bytes) / static_cast<double>(outcome.results.physical_pages);
  state.counters["result"] = as_counter(reference);
}

}  // namespace ssd::bench
