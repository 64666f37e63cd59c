// Checks what must not grow: the time of a page operation with the size of the drive, with the length of the trace, or
// with the number of waiting requests.
#include "bench/plan_drive.h"
#include "bench/sizes.h"

namespace ssd::bench {
namespace {

// Drives of several sizes: 64 dies with as many blocks as the size needs, collecting, written at random. The places
// that a page operation accesses are as far apart as the drive is large. Each drive gets the same number of requests.
void Scale(benchmark::State& state) {
  const u64 gib = static_cast<u64>(state.range(1));
  const bool functional = state.range(2) != 0;
  Task& task = task_of(fmt::format("scale {} {}", gib, functional), [&] {
    Task made{.design = plan_drive({.gib = gib, .dies = 64, .collecting = true}), .requests = {}};
    made.requests = plan_requests(made.design, sized(1'000'000, 50'000), 50);
    if (functional) made.pass = Pass::kFunctional;
    return made;
  });
  measure(state, task, choice_of(state.range(0)));
}
BENCHMARK(Scale)->ArgNames({"jit", "GiB", "only_ftl"})->Apply([](auto* b) {
  b->ArgsProduct({engines(), short_form() ? std::vector<i64>{2, 4} : std::vector<i64>{16, 128, 1024}, {0, 1}})
      ->Apply([](auto* each) { once(each); });
});

Task trace_of_length(u64 times) {
  Task made{.design = plan_drive({.gib = sized(8, 1), .collecting = true}), .requests = {}};
  made.requests = plan_requests(made.design, times * sized(250'000, 10'000), 50);
  return made;
}

// The same drive with 1, 4 and 16 times as many requests. It has settled before. Otherwise the first requests would
// find victims with twice as many valid pages as the last ones, and a flash operation of a long trace would not compare
// with one of a short trace.
void TraceLength(benchmark::State& state) {
  constexpr u64 kLongest = 16;
  const u64 times = static_cast<u64>(state.range(1));
  static const auto settled = std::make_shared<const run::DriveState>(state_after(trace_of_length(kLongest)));
  Task& task = task_of(fmt::format("length {}", times), [&] {
    Task made = trace_of_length(times);
    made.start = settled;
    return made;
  });
  measure(state, task, choice_of(state.range(0)));
}
BENCHMARK(TraceLength)->ArgNames({"jit", "times"})->ArgsProduct({engines(), {1, 4, 16}})->Apply([](auto* b) {
  once(b);
});

// Random reads and writes, once with few requests in progress and once with 100,000 waiting on average, in the loops
// that differ in how they hold waiting requests.
enum class Loop { kPlain, kHostQueue, kWhole, kClosed };

Task overload(Loop loop, bool overloaded) {
  PlanDrive drive{.gib = sized(8, 1)};
  if (loop == Loop::kHostQueue) drive.rest = "host { queue: 32 }";
  if (loop == Loop::kWhole) drive.rest = "allocation: dynamic channel > die > plane > chip";
  const u64 waiting = sized(100'000, 2'000);
  Task made{.design = plan_drive(drive), .requests = {}};
  made.requests = plan_requests(made.design, 2 * waiting, 50);
  // All requests arrive at once, so their number falls from all to none: half of them wait on average.
  for (Request& r : made.requests) r.arrival = overloaded || loop == Loop::kClosed ? 0 : r.arrival;
  if (loop == Loop::kClosed) made.closed_depth = overloaded ? static_cast<u32>(waiting) : 32;
  return made;
}

void Overload(benchmark::State& state, Loop loop) {
  const bool overloaded = state.range(1) != 0;
  Task& task = task_of(fmt::format("overload {} {}", static_cast<int>(loop), overloaded),
                       [&] { return overload(loop, overloaded); });
  measure(state, task, choice_of(state.range(0)));
}
void loads(benchmark::internal::Benchmark* b) {
  once(b->ArgNames({"jit", "overload"})->ArgsProduct({engines(), {0, 1}}));
}
BENCHMARK_CAPTURE(Overload, plain, Loop::kPlain)->Apply(loads);
BENCHMARK_CAPTURE(Overload, host_queue, Loop::kHostQueue)->Apply(loads);
BENCHMARK_CAPTURE(Overload, whole, Loop::kWhole)->Apply(loads);
BENCHMARK_CAPTURE(Overload, closed, Loop::kClosed)->Apply(loads);

}  // namespace
}  // namespace ssd::bench
