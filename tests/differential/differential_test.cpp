// Generic engine = specialised engine = oracle, bit for bit, on random designs and workloads. A failing case is shrunk to a short trace and
// printed whole, with the seed that makes it. SSDC_CASES and SSDC_SEED in the environment choose more cases or others.
#include <gtest/gtest.h>

#include <cstdlib>

#include "compiler/compile.h"
#include "runtime/simulation/simulation.h"
#include "tests/compile_text.h"
#include "tests/differential/random_case.h"

namespace ssd::differential {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

simulation::Outcome run_engine(const design::Design& design, const EngineEntry& engine, const RandomCase& c) {
  simulation::Options options;
  options.keep_times = options.check = true;
  // Pools that must grow, and pieces that end anywhere: nothing may depend on them.
  const std::uint64_t odd = c.seed * 0x9e3779b97f4a7c15ULL >> 32;
  if (odd % 4 != 0) {
    options.first_operations = 1 + static_cast<u32>(odd / 4 % 9);
    options.first_slots = 1 + static_cast<u32>(odd / 64 % 5);
    options.piece = 1 + odd / 512 % 300;
  }
  const simulation::Load load{.requests = c.requests, .closed_depth = static_cast<u32>(c.workload.closed), .think = c.workload.think};
  return simulation::run(design, engine, load, options);
}

// The first difference, or "" if there is none.
class Comparison {
 public:
  template <class A, class B>
  void same(const std::string& what, const A& engine, const B& oracle) {
    if (difference_.empty() && !std::cmp_equal(engine, oracle)) {
      difference_ = what + ": engine " + std::to_string(engine) + ", oracle " + std::to_string(oracle);
    }
  }
  void same_share(const std::string& what, const std::vector<results::Busy>& engine, const std::vector<std::array<oracle::Time, 2>>& oracle, Time clock) {
    same(what + " count", engine.size(), oracle.size());
    for (std::size_t i = 0; difference_.empty() && i < engine.size(); ++i) {
      const auto share = [&](oracle::Time busy) { return clock == 0 ? 0.0 : static_cast<double>(busy) / static_cast<double>(clock); };
      if (engine[i].host != share(oracle[i][0]) || engine[i].collection != share(oracle[i][1])) difference_ = what + " " + std::to_string(i);
    }
  }
  void found(const std::string& difference) {
    if (difference_.empty()) difference_ = difference;
  }
  const std::string& difference() const { return difference_; }

 private:
  std::string difference_;
};

void compare_counts(Comparison& comparison, const FlashCounts& flash, const oracle::Outcome& o) {
  comparison.same("host programs", flash.host_programs, o.host_programs);
  comparison.same("collection programs", flash.collection_programs, o.collection_programs);
  comparison.same("flash reads", flash.host_reads, o.flash_reads);
  comparison.same("read-modify-write reads", flash.read_modify_write_reads, o.rmw_reads);
  comparison.same("collection reads", flash.collection_reads, o.collection_reads);
  comparison.same("erases", flash.erases, o.erases);
  comparison.same("collections", flash.collections, o.collections);
  comparison.same("forced collections", flash.forced_collections, o.forced_collections);
  comparison.same("buffer reads", flash.buffer_reads, o.buffer_reads);
  comparison.same("unwritten reads", flash.unwritten_reads, o.unwritten_reads);
  comparison.same("preloaded", flash.preloaded, o.preloaded);
}

void compare_map(Comparison& comparison, const simulation::Outcome& e, const oracle::Outcome& o) {
  for (std::size_t lpn = 0; lpn < e.map.size(); ++lpn) {
    const auto at = o.map.find(static_cast<std::int64_t>(lpn));
    const u64 expected = at == o.map.end() ? kNoPage : static_cast<u64>(at->second);
    comparison.same("physical page of " + std::to_string(lpn), e.map[lpn], expected);
  }
  for (std::size_t b = 0; b < e.block_erases.size(); ++b) comparison.same("erases of block " + std::to_string(b), e.block_erases[b], o.block_erases[b]);
}

std::string compare(const simulation::Outcome& e, const oracle::Outcome& o) {
  Comparison comparison;
  if ((e.status == Status::kDriveFull) != o.drive_full) comparison.found("only one of the two finds the drive full");
  if (o.drive_full) {
    comparison.same("full plane", e.full_plane, o.full_plane);
    return comparison.difference();
  }
  if (!e.violations.empty()) comparison.found(e.violations.front());
  for (std::size_t i = 0; i < e.completions.size(); ++i) {
    comparison.same("arrival of " + std::to_string(i), e.arrivals[i], o.arrival[i]);
    comparison.same("completion of " + std::to_string(i), e.completions[i], o.completion[i]);
  }
  compare_counts(comparison, e.results.flash, o);
  comparison.same("clock", e.results.clock, o.end);
  comparison.same_share("channel", e.results.channels, o.channel_bus, o.end);
  comparison.same_share("plane", e.results.planes, o.plane_array, o.end);
  comparison.same_share("chip", e.results.chips, o.chip_array, o.end);
  compare_map(comparison, e, o);
  return comparison.difference();
}

std::string difference_of(const design::Design& design, const EngineEntry& engine, const RandomCase& c) {
  return compare(run_engine(design, engine, c), oracle::simulate(c.drive, c.workload));
}

RandomCase without(const RandomCase& c, std::size_t first, std::size_t count) {
  RandomCase smaller = c;
  const auto cut = [&](auto& list) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(first), list.begin() + static_cast<std::ptrdiff_t>(first + count)); };
  cut(smaller.requests);
  cut(smaller.workload.requests);
  return smaller;
}

// Leaves out ever smaller pieces of the workload while the engines still differ.
RandomCase shrink(const design::Design& design, const EngineEntry& engine, RandomCase c) {
  for (std::size_t piece = c.requests.size() / 2; piece >= 1; piece /= 2) {
    for (std::size_t first = 0; first + piece <= c.requests.size();) {
      RandomCase smaller = without(c, first, piece);
      if (!smaller.requests.empty() && !difference_of(design, engine, smaller).empty()) c = std::move(smaller);
      else first += piece;
    }
  }
  return c;
}

void expect_same(const design::Design& design, const EngineEntry& engine, const RandomCase& c, const std::string& name) {
  if (difference_of(design, engine, c).empty()) return;
  const RandomCase small = shrink(design, engine, c);
  FAIL() << name << ", seed " << c.seed << ": " << difference_of(design, engine, small) << "\n" << small.text << "closed " << small.workload.closed
         << " think " << small.workload.think << "\n" << trace_text(small);
}

TEST(Differential, GenericEqualsOracle) {
  const std::uint64_t first = from_environment("SSDC_SEED", 1), cases = from_environment("SSDC_CASES", 1500);
  for (std::uint64_t seed = first; seed < first + cases && !HasFatalFailure(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text);
    if (HasFailure()) return;
    expect_same(design, generic_engine(), c, "generic");
  }
}

TEST(Differential, JitEqualsOracle) {
  const std::uint64_t first = from_environment("SSDC_SEED", 100'001), cases = from_environment("SSDC_CASES", 100);
  for (std::uint64_t seed = first; seed < first + cases && !HasFatalFailure(); ++seed) {
    const RandomCase c = random_case(seed);
    const design::Design design = compile_text(c.text);
    if (HasFailure()) return;
    const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
    expect_same(design, jit.entry, c, "jit");
  }
}

}  // namespace
}  // namespace ssd::differential
