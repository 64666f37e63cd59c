// Where an expression of the design cannot be computed, the run stops (policy.checks, policy.fault): at the same place
// and time in the interpreter and in native code, in every loop, and only where the expression is evaluated.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/run/fault.h"
#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

using design::CheckKind;

constexpr const char* kSmall =
    "geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 8 pages: 4 page: 2KiB } capacity { logical: 64KiB }\n";

design::Design drive(const std::string& sections) {
  return compile_text(std::string("design A { ") + kSmall + sections + " }");
}

std::vector<Request> writes(u64 count, u32 pages) {
  std::vector<Request> list;
  for (u64 i = 0; i < count; ++i) list.push_back({i * 50'000, i * 5 % 28 * 4, pages * 4, Direction::kWrite});
  return list;
}

run::Outcome run(const design::Design& design, const EngineEntry& engine, u32 closed_depth, u32 pages) {
  const std::vector<Request> requests = writes(400, pages);
  run::Options options;
  options.check = true;
  return run::run(design, engine, {.requests = requests, .closed_depth = closed_depth}, options);
}

// The fault that all builds find; none if all runs end without one.
std::optional<Fault> fault_of(const design::Design& design, u32 closed_depth = 0, u32 pages = 1) {
  if (design.config.logical_pages == 0) return std::nullopt;  // it did not compile, which was reported
  const run::Outcome generic = run(design, generic_engine(), closed_depth, pages);
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const run::Outcome native = run(design, jit.entry, closed_depth, pages);
  EXPECT_EQ(generic.status, native.status);
  EXPECT_EQ(run::fault(generic, design, 1), "");
  if (generic.status != Status::kFault) {
    EXPECT_EQ(generic.status, Status::kDone);
    return std::nullopt;
  }
  EXPECT_EQ(generic.fault.hook, native.fault.hook);
  EXPECT_EQ(generic.fault.site, native.fault.site);
  EXPECT_EQ(generic.fault.time, native.fault.time);
  EXPECT_EQ(generic.stopped_at, native.stopped_at);
  return generic.fault;
}

CheckKind kind_of(const design::Design& design, const Fault& fault) {
  return design.policies[fault.hook].checks.at(fault.site).kind;
}

void expect_fault(const std::string& sections, Hook hook, CheckKind kind, const std::string& text) {
  const design::Design design = drive(sections);
  const auto fault = fault_of(design);
  ASSERT_TRUE(fault) << sections;
  EXPECT_EQ(fault->hook, hook) << sections;
  EXPECT_EQ(kind_of(design, *fault), kind) << sections;
  EXPECT_EQ(design.policies[fault->hook].checks.at(fault->site).text, text);
}

TEST(PolicyFaults, EveryKindStopsTheRunAtItsPlace) {
  expect_fault("allocation: dynamic { order: channel > chip > die > plane cost(u): u.busy_for / u.queued }",
               Hook::kCost, CheckKind::kDivisor, "u.busy_for / u.queued");
  expect_fault("schedule { priority(op): 9_223_372_036_854_775_807 - 100 + int(op.waited / 1us) }", Hook::kPriority,
               CheckKind::kOverflow, "9_223_372_036_854_775_807 - 100 + int(op.waited / 1us)");
  expect_fault("buffer { size: 16KiB policy(e): log2(e.hits) }", Hook::kEvict, CheckKind::kFinite, "log2(e.hits)");
  expect_fault("schedule { priority(op): [4, 2][int(op.waited / 1us)] }", Hook::kPriority, CheckKind::kIndex,
               "[4, 2][int(op.waited / 1us)]");
  expect_fault("nand { erase(b): 1ms - b.erases * 300us }", Hook::kEraseTime, CheckKind::kLatency,
               "1ms - b.erases * 300us");
  expect_fault("nand { erase(b): 1ms / (4 - b.erases) }", Hook::kEraseTime, CheckKind::kDivisor,
               "1ms / (4 - b.erases)");
}

TEST(PolicyFaults, ConditionsOfCollectionStopThePlainLoopsToo) {
  const design::Design open = drive("gc { trigger: 100 / (free_pages - 20) < -3 }");
  ASSERT_TRUE(design::beyond_plain(open).empty());
  const auto fault = fault_of(open);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->hook, Hook::kTrigger);
  EXPECT_EQ(fault->time % 50'000, 0U) << "the arrival of the request that took the page";
  EXPECT_TRUE(fault_of(open, 4)) << "closed loop";
}

TEST(PolicyFaults, OnlyWhatIsEvaluatedCanFault) {
  EXPECT_FALSE(fault_of(
      drive("schedule { priority(op): if op.pages == 1 then 7 else 100 / (op.pages - 1) + op.waited / 1us }")));
  EXPECT_FALSE(fault_of(
      drive("schedule { priority(op): if op.pages > 1 and 100 / (op.pages - 1) > 3 then 1 else op.waited / 1us }")));
  EXPECT_FALSE(fault_of(
      drive("schedule { priority(op): if op.pages == 1 or [1, 2, 9][op.pages] > 3 then op.waited / 1us else 0 }")));
  EXPECT_TRUE(fault_of(
      drive("schedule { priority(op): if op.pages > 0 and 100 / (op.pages - 1) > 3 then 1 else op.waited / 1us }")));
}

// The value is known whatever the operands are; but if the operands cannot be computed, the run stops
// (policy.evaluation).
TEST(PolicyFaults, AKnownValueHidesNoFault) {
  expect_fault("commands { multiplane(w): 1 / (w.planes - 2) > 3 }", Hook::kMultiplane, CheckKind::kDivisor,
               "1 / (w.planes - 2)");
  expect_fault("gc { trigger: free_blocks < 5  stop: 10 / (free_blocks - 4) > 100 }", Hook::kStop, CheckKind::kDivisor,
               "10 / (free_blocks - 4)");
  expect_fault("gc { trigger: free_blocks < 4 or 10 / (free_blocks - 4) > 100 }", Hook::kTrigger, CheckKind::kDivisor,
               "10 / (free_blocks - 4)");
  expect_fault("gc { victim(b): 0 * (8 / (b.valid - 1)) }", Hook::kVictim, CheckKind::kDivisor, "(8 / (b.valid - 1))");
  expect_fault("nand { erase(b): 1ms + 0ms * real(3 / (b.erases - 2)) }", Hook::kEraseTime, CheckKind::kDivisor,
               "3 / (b.erases - 2)");
  for (const char* score :
       {"min(9, 100 + abs(5 / o.unit.channel))", "5 / o.unit.channel * 0 + o.pages",
        "[5 / o.unit.channel, 2][1] + o.pages", "{ let u = 5 / o.unit.channel  o.pages }",
        "o.pages + (5 / o.unit.channel - 5 / o.unit.channel)", "if abs(5 / o.unit.channel) >= 0 then o.pages else 0",
        "if o.pages < 0 and 5 / o.unit.channel > 9 or 5 / o.unit.channel < 9 then 1 else 2",
        "0 * log2(5 / o.unit.channel + 1.5)"}) {
    expect_fault(fmt::format("schedule {{ priority(o): {} }}", score), Hook::kPriority, CheckKind::kDivisor,
                 "5 / o.unit.channel");
  }
}

TEST(PolicyFaults, TheKindOfAPageIsLookedAtWhereItIsRead) {
  const std::string kind = "nand { page_kind(page): if 6 / (page.erases - 1) >= -6 then lsb else msb  ";
  expect_fault(kind + "program(p): if p.kind == msb then 500us else 400us }", Hook::kProgramTime, CheckKind::kDivisor,
               "6 / (page.erases - 1)");
  EXPECT_FALSE(fault_of(drive(kind + "program(p): 400us + p.erases * 1ns }")));
}

TEST(PolicyFaults, WhatRangesRuleOutHasNoCheck) {
  const std::array<const char*, 6> sound{"schedule { priority(op): 100 / op.pages }",
                                         "schedule { priority(op): (op.waited / 1us) / op.pages }",
                                         "schedule { priority(op): [1, 2, 3][min(op.pages, 2)] }",
                                         "schedule { priority(op): log2(op.pages) }",
                                         "schedule { priority(op): if op.waited > 0us then 1ms / op.waited else 1e9 }",
                                         "nand { read(p): 20us * (1 + log2(1 + p.index) / 10) }"};
  for (const char* text : sound) {
    const design::Design design = drive(text);
    EXPECT_EQ(design::config(design).checks, 0) << text;
    EXPECT_FALSE(fault_of(design)) << text;
  }
}

// The formula of cost-benefit as a score of buffer entries: a real, compared by its order key, in both builds.
TEST(RealPolicies, GenericEqualsNativeCode) {
  const design::Design design = drive(
      "buffer { size: 16KiB policy(e): if e.hits == 0 then 1e9 else (1 - 1.0 / e.hits) / (2 * e.hits) * (e.age / 1s) + "
      "log2(1 + e.pages) }\n"
      "gc { trigger: free_pages < 6 + 2 * min(write_amplification, 2.0) or now % 7ms < 1ms and free_blocks < 3 }\n"
      "schedule { priority(op): (op.waited / 1us) / (op.pages + op.unit.queued) + (if op.unit.busy_for > 0ns then "
      "op.unit.free_pages / 16.0 else 0) }");
  const run::Outcome generic = run(design, generic_engine(), 0, 2);
  const Simulator jit = make_simulator(design, EngineChoice::kJit, 0);
  const run::Outcome native = run(design, jit.entry, 0, 2);
  EXPECT_EQ(generic.status, Status::kDone);
  EXPECT_TRUE(generic.violations.empty());
  EXPECT_EQ(generic.results.clock, native.results.clock);
  EXPECT_EQ(generic.results.flash.host_programs, native.results.flash.host_programs);
  EXPECT_EQ(generic.results.flash.collection_programs, native.results.flash.collection_programs);
  EXPECT_GT(generic.results.flash.collections, 0U);
}

TEST(RealPolicies, WhatReadsTheClockIsNotForThePlainLoops) {
  EXPECT_FALSE(design::beyond_plain(drive("gc { trigger: free_pages < 8 or now > 1s }")).empty());
  EXPECT_FALSE(design::beyond_plain(drive("gc { trigger: free_pages < 8 stop: write_amplification > 3 }")).empty());
}

// The keys order reals like the reals themselves, from the lowest to the highest.
TEST(RealPolicies, OrderKeysKeepOrder) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::array values{-infinity, -kLargestReal,      -1.5,         -1.0,    -5e-324, 0.0, 5e-324, 1e-300,
                          1.0,       1.0000000000000002, kLargestReal, infinity};
  for (std::size_t i = 1; i < values.size(); ++i)
    EXPECT_LT(order_key(values[i - 1]), order_key(values[i])) << values[i];
  EXPECT_EQ(order_key(-0.0), order_key(0.0));
}

// The error bound of real.h, against the library's logarithm with more digits.
TEST(RealPolicies, LogarithmIsWithinThreeUnits) {
  u64 state = 99;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const double x = real_of(static_cast<i64>(
        (i % 2 == 0 ? state >> 1 : (u64{1023} << 52) - (u64{1} << 50) + (state >> 12) % (u64{1} << 51))));
    if (!(x > 0) || x > kLargestReal) continue;
    const long double exact = std::log2(static_cast<long double>(x));
    const double unit = std::nextafter(std::fabs(static_cast<double>(exact)), std::numeric_limits<double>::infinity()) -
                        std::fabs(static_cast<double>(exact));
    ASSERT_LE(std::fabs(static_cast<double>(log2_of(x) - exact)), 3 * unit) << x;
  }
  for (int e = -1074; e < 1024; ++e) ASSERT_EQ(log2_of(std::ldexp(1.0, e)), e);
}

}  // namespace
}  // namespace ssd
