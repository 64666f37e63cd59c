// A drive of one channel from text, and a run of it by both builds of the engine, for figures that follow by
// arithmetic.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {

struct Shape {
  int chips = 1, dies = 1, planes = 1;
  std::string nand = "read: 20us program: 200us erase: 1.5ms bus { cycle: 25ns width: 8bit command_cycles: 0 }";
  std::string host = "transfer { read: page }";
  int spare = 64;
  std::string order = "chip > die > channel > plane";  // consecutive pages go to consecutive chips, then dies
  std::string commands = {};
};

// One channel, static placement.
inline design::Design drive(const Shape& shape) {
  return compile_text(fmt::format(
      "design V {{ geometry {{ channels: 1 chips: {} dies: {} planes: {} blocks: 64 pages: 64 page: 2KiB spare: {}B "
      "}}\n"
      "nand {{ {} }} allocation: static {} commands {{ {} }} host {{ {} }} }}",
      shape.chips, shape.dies, shape.planes, shape.spare, shape.nand, shape.order, shape.commands, shape.host));
}

// Requests at time 0, each of its own page.
inline std::vector<Request> pages(u64 count, Direction direction) {
  std::vector<Request> list;
  for (u64 i = 0; i < count; ++i) list.push_back({.arrival = 0, .sector = i * 4, .sectors = 4, .direction = direction});
  return list;
}

inline run::Outcome simulated(const design::Design& design, const std::vector<Request>& requests) {
  run::Options options;
  options.keep_times = options.check = true;
  const run::Outcome generic = run::run(design, generic_engine(), {.requests = requests}, options);
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const run::Outcome specialised = run::run(design, jit.entry, {.requests = requests}, options);
  EXPECT_EQ(generic.completions, specialised.completions);
  EXPECT_TRUE(generic.violations.empty() && specialised.violations.empty());
  return specialised;
}

// The share of the bus in the steady state: between the completions of requests number `from` and `to`, each of which
// uses the bus for `transfer`.
inline double steady_bus_share(const run::Outcome& outcome, std::size_t from, std::size_t to, Time transfer) {
  return static_cast<double>(transfer * (to - from)) /
         static_cast<double>(outcome.completions[to] - outcome.completions[from]);
}

}  // namespace ssd
