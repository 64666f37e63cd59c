// See compared_run.h.
#include "tests/differential/compared_run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "tests/differential/comparison.h"

namespace ssd::differential {
namespace {

// The oracle looks through all operations that wait at each of its decisions. Of a case whose collections move more
// pages than this, only the first requests are compared: half, or a quarter, and so on.
constexpr u64 kMostMoves = 10'000;

run::Outcome run_of(const design::Design& design, const RandomCase& c, const EngineEntry& entry,
                    const run::Options& options) {
  const std::vector<Request> requests = c.requests();
  return run::run(design, entry, load_of(c, requests), options);
}

}  // namespace

run::Options options_of(const RandomCase& c) {
  run::Options options;
  options.keep_times = options.check = true;
  const std::uint64_t odd = c.seed * 0x9e3779b97f4a7c15ULL >> 32;
  if (odd % 4 == 0) return options;
  constexpr u32 kGroups[] = {0, 2, 3, 5};  // logical pages of a group, as a power of two (ftl/holders.h)
  options.least_group_log2 = kGroups[odd >> 24 & 3];
  options.first_operations = 1 + static_cast<u32>(odd / 4 % 9);
  options.first_slots = 1 + static_cast<u32>(odd / 64 % 5);
  options.piece = 1 + odd / 512 % 300;
  return options;
}

run::Load load_of(const RandomCase& c, std::span<const Request> requests) {
  return {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
}

std::string difference_of_run(const design::Design& design, RandomCase c, const EngineEntry& entry,
                              const run::Options& options) {
  run::Outcome outcome = run_of(design, c, entry, options);
  while (outcome.results.flash.collection_programs > kMostMoves && c.workload.requests.size() > 1) {
    c.workload.requests.resize(c.workload.requests.size() / 2);
    outcome = run_of(design, c, entry, options);
  }
  try {
    return difference(outcome, oracle::simulate(c.drive(), c.workload), c.workload);
  } catch (const std::logic_error& error) {
    return fmt::format("the oracle contradicts itself: {}", error.what());
  }
}

}  // namespace ssd::differential
