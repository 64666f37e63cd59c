// The interpreter of abi/program.h equals the code that codegen emits, bit for bit, in results and faults, on random
// programs: every operation, with overflow, division by zero, infinities, denormals, and the lowest and highest 64-bit
// ints. Hundreds of programs make one LLVM module.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/differential/emitted.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_program.h"
#include "tests/differential/reached.h"

namespace ssd::differential {
namespace {

constexpr int kRows = 8;  // rows of inputs for each program
constexpr std::size_t kBatch = 500;
constexpr u64 kFloor = 300;  // how often 100,000 programs reach every operation and corner, at least

std::string text_of(const std::vector<Node>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = nodes[i];
    text += fmt::format("  %{} = op {} {} {} {} value {}\n", i, static_cast<int>(n.op), n.a, n.b, n.c, n.value);
  }
  return text;
}

struct Seen {
  u64 faults = 0, values = 0, programs = 0, varied = 0;
  Reached reached;
};

void compare(const std::vector<Node>& nodes, Emitted* emitted, Random& random, Seen& seen) {
  std::set<i64> results;
  for (int row = 0; row < kRows; ++row) {
    const ProgramRow inputs = random_row(random);
    u32 interpreted_fault = 0, emitted_fault = 0;
    const i64 interpreted = evaluate(program_of(nodes), inputs.data(), interpreted_fault);
    const i64 result = emitted(&emitted_fault, inputs.data());
    ASSERT_EQ(interpreted, result) << text_of(nodes) << fmt::format("inputs {}", fmt::join(inputs, " "));
    ASSERT_EQ(interpreted_fault, emitted_fault) << text_of(nodes) << fmt::format("inputs {}", fmt::join(inputs, " "));
    seen.faults += interpreted_fault != 0;
    ++seen.values;
    seen.reached.look(program_of(nodes), inputs);
    results.insert(interpreted);
  }
  ++seen.programs;
  seen.varied += results.size() > 1;
}

void compare_batch(Emitter& emitter, Random& random, std::size_t size, bool optimised, Seen& seen) {
  std::vector<std::vector<Node>> batch;
  for (std::size_t i = 0; i < size; ++i) batch.push_back(random_program(random));
  std::vector<Program> programs;
  for (const auto& nodes : batch) programs.push_back(program_of(nodes));
  emitter.with(programs, optimised, [&](const std::vector<Emitted*>& functions) {
    for (std::size_t i = 0; i < size && !testing::Test::HasFatalFailure(); ++i)
      compare(batch[i], functions[i], random, seen);
  });
}

TEST(Programs, InterpreterEqualsEmittedCode) {
  const Slice slice = slice_of(1, 100'000);
  Emitter emitter;
  Seen seen;
  for (std::uint64_t done = 0; done < slice.cases && !testing::Test::HasFatalFailure(); done += kBatch) {
    Random random(slice.first * 0x9e3779b97f4a7c15ULL + done);
    SCOPED_TRACE(fmt::format("batch {} of seed {}", done / kBatch, slice.first));
    compare_batch(emitter, random, std::min<std::size_t>(kBatch, slice.cases - done), done / kBatch % 4 == 0, seen);
  }
  EXPECT_GT(seen.faults, seen.values / 50);
  EXPECT_GT(seen.varied, seen.programs * 95 / 100) << seen.varied << " of " << seen.programs;
  if (sliced()) return;
  EXPECT_EQ(seen.reached.missing(kFloor), "");
}

// The logarithm is one function of the engine, compiled by two compilers.
TEST(Programs, LogarithmIsTheSameEverywhere) {
  Emitter emitter;
  Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 2 == 0 ? real_of(static_cast<i64>(random()))
                                : std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52,
                                             static_cast<int>(between(random, -3, 3)));
    ASSERT_EQ(word_of(log2_of(x)), word_of(emitter.log2(x))) << x;
  }
}

}  // namespace
}  // namespace ssd::differential
