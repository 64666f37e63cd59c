// Random expressions, translated by the front end to a program, against their own evaluation in exact fractions: units,
// scales, 64-bit ints, `and`, `or` and `if` that evaluate only what they need, and failing checks. A program without
// operations on reals must agree exactly; one with them wherever rounding cannot change the result. The program as
// native code must agree with the interpreter bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "compiler/check/check.h"
#include "tests/differential/choices.h"
#include "tests/differential/emitted.h"
#include "tests/differential/environment.h"
#include "tests/differential/expression_writer.h"

namespace ssd::differential {
namespace {

using design::CheckKind;

Situation random_situation(Random& random) {
  Situation s;
  const i64 gc = between(random, 0, 1), kind = between(random, 0, 2);
  const bool large = chance(random, 30);
  s.inputs = {{"is_read", kind == 0},
              {"is_write", kind == 1},
              {"is_erase", kind == 2},
              {"is_gc", gc},
              {"is_host", 1 - gc},
              {"waited", between(random, 0, large ? kMostVisibleTime : 20'000)},
              {"pages", between(random, 1, large ? (i64{1} << 32) - 1 : 12)},
              {"unit.channel", between(random, 0, 3)},
              {"unit.chip", between(random, 0, 1)},
              {"unit.die", between(random, 0, 1)},
              {"unit.plane", between(random, 0, 2)}};
  return s;
}

// Messages that sema may give for an expression that is correct by its types: that it can never be computed, or is too
// long.
constexpr std::array<std::string_view, 9> kRefusals{"E0107", "E0108", "E0109", "E0118", "E0130",
                                                    "E0135", "E0209", "E0221", "E0259"};

std::string file_text(const std::string& priority, const std::string& functions) {
  return functions +
         "design D { geometry { channels: 4 chips: 2 dies: 2 planes: 3 blocks: 16 pages: 4 page: 4KiB } capacity { "
         "overprovision: 60% }\n"
         "schedule { priority(op): " +
         priority + " } }";
}

std::optional<design::Design> compile_priority(const std::string& file) {
  SourceMap sources;
  diag::Sink sink;
  check::Options options;
  options.read = [&](const std::string&) {
    return check::ReadResult{.status = check::ReadResult::Status::kRead, .text = file, .reason = {}};
  };
  const check::Checked checked = check::check("case.ssd", options, sources, sink);
  const design::Design* design = check::select_design(checked, "", sink);
  for (const diag::Diagnostic& d : sink.all()) {
    if (diag::row(d.code).severity != diag::Severity::kError) continue;
    EXPECT_TRUE(std::ranges::count(kRefusals, diag::row(d.code).name) != 0) << diag::render_text(sink, sources, false);
  }
  if (sink.has_errors() || design == nullptr || !design->policies[Hook::kPriority].given()) return std::nullopt;
  return *design;
}

std::vector<i64> inputs_of(const Situation& s) {
  const HookInfo& row = info(Hook::kPriority);
  std::vector<i64> inputs;
  for (std::size_t i = 0; i < row.inputs; ++i)
    inputs.push_back(s.inputs.contains(row.names[i]) ? s.inputs.find(row.names[i])->second : 0);
  return inputs;
}

struct Tally {
  int exact = 0, rounded = 0, delicate = 0, native = 0;
  std::map<CheckKind, int> stopped;
};

struct Found {
  i64 value = 0;
  u32 fault = 0;
};

// Evaluates by the interpreter and by native code, and compares the two.
Found evaluate_both(const design::Function& function, Emitted* emitted, const std::vector<i64>& inputs, Tally& tally) {
  Found interpreted, native;
  interpreted.value = evaluate(function.program(), inputs.data(), interpreted.fault);
  native.value = emitted(&native.fault, inputs.data());
  EXPECT_EQ(interpreted.value, native.value) << fmt::format("inputs {}", fmt::join(inputs, " "));
  EXPECT_EQ(interpreted.fault, native.fault) << fmt::format("inputs {}", fmt::join(inputs, " "));
  ++tally.native;
  return interpreted;
}

void compare(const Expression& expression, const std::string& file, const design::Function& function, Emitted* emitted,
             Situation s, Tally& tally) {
  const std::vector<i64> inputs = inputs_of(s);
  const auto [value, fault] = evaluate_both(function, emitted, inputs, tally);
  const bool reals = std::ranges::any_of(
      function.nodes, [](const Node& n) { return n.op >= Op::kRealNegate && n.op <= Op::kOrderKey; });
  std::optional<Stopped> stopped;
  Fraction expected;
  try {
    expected = expression.value(s);
  } catch (const Stopped& found) {
    stopped = found;
  } catch (const TooBig&) {
    return;
  }
  if (reals && s.delicate) {
    ++tally.delicate;
    return;
  }
  const auto where = [&] { return fmt::format("{}\ninputs {}", file, fmt::join(inputs, " ")); };
  if (stopped) {
    ASSERT_NE(fault, 0U) << where() << "\ncontinued although this cannot be computed: " << stopped->place;
    const design::Check& check = function.checks.at(fault - 1);
    ASSERT_EQ(check.kind, stopped->kind) << where() << "\nat " << check.text << ", expected at " << stopped->place;
    ASSERT_EQ(file.substr(check.span.begin, check.span.end - check.span.begin), stopped->place) << where();
    ++tally.stopped[check.kind];
    return;
  }
  ASSERT_EQ(fault, 0U) << where() << "\nat " << function.checks[fault == 0 ? 0 : fault - 1].text;
  ASSERT_TRUE(Fraction(value) == expected) << where() << "\n" << value << ", expected " << expected.approximate();
  ++(reals ? tally.rounded : tally.exact);
}

struct Case {
  std::uint64_t seed;
  Random random;
  Expression expression;
  std::string file;
  design::Function function;
};

std::optional<Case> random_expression(std::uint64_t seed) {
  Random random(seed);
  Writer writer(random);
  const int depth = static_cast<int>(between(random, 2, 4));
  Expression expression = writer.number(Sort::kInt, depth);
  if (chance(random, 60)) {
    const Expression truth = writer.truth(depth);
    expression = {"if " + truth.text + " then 1 else 0", [=](Situation& s) { return truth.value(s); }};
  }
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::string file = file_text(expression.text, writer.declarations());
  auto schedule = compile_priority(file);
  if (!schedule) return std::nullopt;
  return Case{seed, random, std::move(expression), std::move(file), std::move(schedule->policies[Hook::kPriority])};
}

void compare_batch(Emitter& emitter, std::vector<Case>& batch, bool optimised, Tally& tally) {
  std::vector<Program> programs;
  for (const Case& one : batch) programs.push_back(one.function.program());
  emitter.with(programs, optimised, [&](const std::vector<Emitted*>& functions) {
    for (std::size_t i = 0; i < batch.size() && !testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE(fmt::format("seed {}", batch[i].seed));
      for (int row = 0; row < 20 && !testing::Test::HasFatalFailure(); ++row)
        compare(batch[i].expression, batch[i].file, batch[i].function, functions[i], random_situation(batch[i].random),
                tally);
    }
  });
}

TEST(Expressions, ProgramsEqualExactEvaluation) {
  constexpr std::uint64_t kBatch = 250;
  const Slice slice = slice_of(1, 6'000);
  Emitter emitter;
  Tally tally;
  for (std::uint64_t done = 0; done < slice.cases && !testing::Test::HasFailure(); done += kBatch) {
    std::vector<Case> batch;
    for (std::uint64_t i = done; i < std::min(done + kBatch, slice.cases); ++i) {
      if (auto one = random_expression(slice.first + i)) batch.push_back(std::move(*one));
    }
    compare_batch(emitter, batch, done / kBatch % 2 == 0, tally);
  }
  if (sliced()) return;
  EXPECT_GT(tally.exact, 10'000);
  EXPECT_GT(tally.rounded, 3'000);
  EXPECT_GT(tally.stopped[CheckKind::kDivisor], 500);
  EXPECT_GT(tally.stopped[CheckKind::kOverflow], 80);
  EXPECT_GT(tally.stopped[CheckKind::kIndex], 100);
  EXPECT_GT(tally.stopped[CheckKind::kFinite], 20);
  EXPECT_GT(tally.stopped[CheckKind::kShift], 20);
  EXPECT_GT(tally.native, 16'000);
}

// PriorityClass::kByAge reads only the oldest operation of a queue. So of two operations that differ only in `waited`,
// the one that waited longer must not have a lower priority.
TEST(Expressions, APriorityByAgeNeverFallsWithIt) {
  int by_age = 0, with_steps = 0;
  for (std::uint64_t seed = 1; seed <= 4'000 && !testing::Test::HasFailure(); ++seed) {
    Random random(seed);
    Writer writer(random);
    const Expression expression =
        writer.number(pick(random, {Sort::kInt, Sort::kReal, Sort::kTime}), static_cast<int>(between(random, 1, 3)));
    const auto schedule = compile_priority(file_text(expression.text, writer.declarations()));
    if (!schedule || schedule->config.priority_class != PriorityClass::kByAge) continue;
    ++by_age;
    bool rises = false;
    for (int row = 0; row < 20; ++row) {
      Situation s = random_situation(random);
      const i64 before = evaluate(schedule->policies[Hook::kPriority].program(), inputs_of(s).data());
      s.inputs["waited"] += between(random, 0, chance(random, 50) ? 100 : kMostVisibleTime - s.inputs["waited"]);
      const i64 after = evaluate(schedule->policies[Hook::kPriority].program(), inputs_of(s).data());
      ASSERT_LE(before, after) << expression.text << fmt::format("\ninputs {}", fmt::join(inputs_of(s), " "));
      rises |= before < after;
    }
    with_steps += rises;
  }
  EXPECT_GT(by_age, 200);
  EXPECT_GT(with_steps, 50);
}

}  // namespace
}  // namespace ssd::differential
