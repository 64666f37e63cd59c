// What timelines worked out by hand from docs/model.md share: a small drive with round times, through text, check and
// engine, and its requests.
//
// Times are in us. Command c = 1, a page on the bus x = 50, array read 20, program P = 200, erase 1000. So a write
// alone takes c + x + P = 251, a read c + 20 + x = 71, a move over the bus c + 20 + x + (c + x) + P = 322.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tools/api/simulator.h"

namespace ssd::timeline {

struct Shape {
  int channels = 1, chips = 1, dies = 1, planes = 1, blocks = 8, pages = 4;
  std::string order = "plane > chip > channel > die", placement = "static", logical = "16KiB";
  std::string part = {}, sections = {};  // more keys of the flash part; more sections
};

inline design::Design drive(const Shape& s) {
  return compile_text(fmt::format(
      "design T {{ geometry {{ channels: {} chips: {} dies: {} planes: {} blocks: {} pages: {} page: 2KiB spare: 0B "
      "}}\n"
      "capacity {{ logical: {} }}\n"
      "nand {{ read: 20us program: 200us erase: 1ms bus {{ rate: 40.96MB/s command: 1us }} {} }}\n"
      "allocation: {} {}\n{} }}\n",
      s.channels, s.chips, s.dies, s.planes, s.blocks, s.pages, s.logical, s.part, s.placement, s.order, s.sections));
}

inline constexpr Time kUs = 1000;
inline Request pages(Direction direction, Time us, u64 lpn, u32 count = 1) {
  return {.arrival = us * kUs, .sector = lpn * 4, .sectors = count * 4, .direction = direction};
}
inline Request read(Time us, u64 lpn) { return pages(Direction::kRead, us, lpn); }
inline Request write(Time us, u64 lpn, u32 count = 1) { return pages(Direction::kWrite, us, lpn, count); }

// With a DRAM buffer.
inline Shape buffered(const std::string& keys) { return {.sections = "buffer { latency: 1us " + keys + " }"}; }

// Runs the requests in the loop that they need.
inline run::Outcome run(const Shape& shape, const std::vector<Request>& requests) {
  const design::Design design = drive(shape);
  const run::Load load{.requests = requests};
  run::Options options;
  options.keep_times = options.check = true;
  options.pass = run::pass_of(design, load) == Pass::kWhole ? Pass::kWhole : Pass::kAll;
  const run::Outcome outcome = run::run(design, generic_engine(), load, options);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.violations.front();
  EXPECT_EQ(outcome.status, Status::kDone);
  return outcome;
}

using Times = std::vector<Time>;
inline Times in_us(const Times& times) {
  Times result;
  for (const Time time : times) result.push_back(time / kUs);
  return result;
}

inline u64 commands(const run::Outcome& outcome, CommandType type, u32 planes) {
  const auto& count = outcome.results.commands.count[static_cast<u32>(type)][planes - 1];
  return count[0] + count[1];
}

}  // namespace ssd::timeline
