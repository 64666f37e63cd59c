// What the tests of copies share (copies.any_idle, copies.replicate): a small drive whose times are easy to add up by
// hand, and a workload that leads to one collection.
//
// The drive has two channels of one plane. A read takes 1 (command) + 20 + 1 (data out) = 22 us, a program 1 + 1 + 200
// = 202 us, an erase 1 + 1000 us. Nine writes at 0, 1, … 8 ms go to the two planes in turn. The ninth overwrites
// logical page 0 and opens plane 0's second block, so `trigger` holds. At 8.202 ms the collection of plane 0 starts,
// whose block holds logical pages 2, 4 and 6.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tools/api/simulator.h"

namespace ssd::copies {

inline constexpr Time kUs = 1000, kMs = 1000 * kUs;
inline constexpr Time kRead = 22 * kUs, kProgram = 202 * kUs, kErase = 1001 * kUs;
inline constexpr Time kBegin = 8 * kMs + kProgram;  // when the collection starts

inline std::string drive(const std::string& gc, const std::string& rest = "") {
  return "design D {\n geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 4 pages: 4 page: 2KiB spare: 0B "
         "sector: 512B }\n"
         " nand { read: 20us program: 200us erase: 1ms bus { rate: 2048MB/s command: 1us } }\n capacity { logical: "
         "24KiB }\n"
         " allocation: dynamic channel > chip > die > plane\n buffer { latency: 3us }\n gc { trigger: free_blocks < "
         "3 " +
         gc + " }\n" + rest + "}\n";
}

inline Request page_of(Direction direction, u64 lpn, Time arrival) { return {arrival, lpn * 4, 4, direction}; }
inline Request read(u64 lpn, Time arrival) { return page_of(Direction::kRead, lpn, arrival); }
inline Request write(u64 lpn, Time arrival) { return page_of(Direction::kWrite, lpn, arrival); }
inline Request trim(u64 lpn, Time arrival) { return page_of(Direction::kTrim, lpn, arrival); }

// The nine writes and the added requests, in order of arrival.
inline std::vector<Request> nine_writes_and(const std::vector<Request>& more) {
  std::vector<Request> list = more;
  for (u64 i = 0; i < 9; ++i) list.push_back(write(i % 8, i * kMs));
  std::ranges::stable_sort(list, {}, &Request::arrival);
  return list;
}

struct Ran {
  run::Outcome outcome;
  std::vector<Request> requests;
  const FlashCounts& flash() const { return outcome.results.flash; }
  // Response time of the request that arrived at `arrival`.
  Time response(Time arrival) const {
    const auto found = std::ranges::find(requests, arrival, &Request::arrival);
    return outcome.completions[static_cast<std::size_t>(found - requests.begin())] - arrival;
  }
};

inline run::Outcome run_by(const EngineEntry& engine, const design::Design& design,
                           const std::vector<Request>& requests) {
  run::Options options;
  options.keep_times = options.check = true;
  return run::run(design, engine, {.requests = requests}, options);
}

inline Ran simulated(const std::string& text, const std::vector<Request>& requests) {
  Ran ran{run_by(generic_engine(), compile_text(text), requests), requests};
  EXPECT_EQ(ran.outcome.status, Status::kDone);
  for (const std::string& law : ran.outcome.violations) ADD_FAILURE() << law;
  return ran;
}

inline void expect_same_by_jit(const std::string& text, const std::vector<Request>& requests) {
  const design::Design design = compile_text(text);
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const run::Outcome one = run_by(generic_engine(), design, requests), other = run_by(jit.entry, design, requests);
  EXPECT_EQ(other.completions, one.completions);
  EXPECT_EQ(other.map, one.map);
  EXPECT_EQ(other.splits, one.splits);
  EXPECT_EQ(other.results.clock, one.results.clock);
  EXPECT_TRUE(other.results.held_time == one.results.held_time);
  EXPECT_EQ(other.results.flash.idle_drive_collections, one.results.flash.idle_drive_collections);
  EXPECT_EQ(other.results.flash.beside_collections, one.results.flash.beside_collections);
  EXPECT_TRUE(other.results.flash.idle_beside_collections == one.results.flash.idle_beside_collections);
}

}  // namespace ssd::copies
