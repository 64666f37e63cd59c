// Random designs with copies in other places: every run ends, its conservation laws hold, and the specialised engine
// gives the same results as the generic one. Environment variables: see environment.h.
#include <gtest/gtest.h>

#include <iostream>

#include "runtime/run/fault.h"
#include "tests/compile_text.h"
#include "tests/differential/copies_case.h"
#include "tests/differential/environment.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

struct Totals {
  u64 runs = 0, full = 0, held = 0, read = 0, absorbed = 0, replicas = 0, broken_off = 0, replica_reads = 0,
      held_at_end = 0;
};

run::Outcome simulate(const design::Design& design, const RandomCase& c, const EngineEntry& engine) {
  run::Options options;
  options.keep_times = options.check = true;
  options.first_operations = 1 + static_cast<u32>(c.seed % 9);
  options.first_slots = 1 + static_cast<u32>(c.seed % 5);
  options.piece = 1 + c.seed % 300;
  const std::vector<Request> requests = c.requests();
  return run::run(design, engine, {.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)}, options);
}

void add(Totals& totals, const run::Outcome& outcome) {
  const FlashCounts& f = outcome.results.flash;
  ++totals.runs;
  totals.full += outcome.status == Status::kDriveFull ? 1 : 0;
  totals.held += f.buffered_moves;
  totals.read += f.buffered_reads;
  totals.absorbed += f.absorbed_writes;
  totals.replicas += f.replica_programs;
  totals.broken_off += f.replicas_broken_off;
  totals.replica_reads += f.replica_reads;
  totals.held_at_end += f.buffered_moves > f.write_backs ? 1 : 0;
}

void check_case(u64 seed, bool by_jit, Totals& totals) {
  const RandomCase c = copies_case(seed);
  const std::string text = c.text();
  const design::Design design = compile_text(text);
  const run::Outcome outcome = simulate(design, c, generic_engine());
  add(totals, outcome);
  const std::string fault = run::fault(outcome, design, seed);
  if (!fault.empty()) FAIL() << "seed " << seed << ": " << fault << "\n" << text;
  if (!by_jit) return;
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const run::Outcome other = simulate(design, c, jit.entry);
  if (other.completions != outcome.completions || other.map != outcome.map || other.splits != outcome.splits ||
      other.results.clock != outcome.results.clock ||
      other.results.flash.replicas_broken_off != outcome.results.flash.replicas_broken_off ||
      other.results.flash.replica_reads != outcome.results.flash.replica_reads) {
    FAIL() << "seed " << seed << ": the engines differ\n" << text;
  }
}

Totals run_cases(u64 first, u64 cases, bool by_jit) {
  const Slice slice = slice_of(first, cases);
  const bool talks = from_environment("SSDC_TALK", 0) != 0;
  Totals totals;
  for (u64 seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    if (talks) std::cerr << "seed " << seed << std::endl;
    check_case(seed, by_jit, totals);
  }
  return totals;
}

// Most runs end with every request complete, and pages are held, written back and read from replicas.
TEST(Copies, EveryRunEndsAndConserves) {
  const Totals totals = run_cases(1, 1500, false);
  if (sliced()) return;
  EXPECT_LT(totals.full, totals.runs / 10);
  EXPECT_GT(totals.held, 1000U);
  EXPECT_GT(totals.read, 100U);
  EXPECT_GT(totals.absorbed, 100U);
  EXPECT_GT(totals.replicas, 1000U);
  EXPECT_GT(totals.broken_off, 100U);
  EXPECT_GT(totals.replica_reads, 100U);
  EXPECT_GT(totals.held_at_end, 10U);
}

TEST(Copies, JitEqualsGeneric) { run_cases(200'001, 25, true); }

}  // namespace
}  // namespace ssd::differential
