// Runs on their way to another process, behind a right checksum: what does not belong there is rejected.
#include "tools/study/run/sent_runs.h"

#include <gtest/gtest.h>

#include "runtime/abi/plan_bytes.h"
#include "tools/study/run/made_runs.h"

namespace ssd::study {
namespace {

enum : std::uint64_t { kEnd, kInput, kPlan, kRun };

// A stream that begins as sent_runs() begins it.
StreamWriter begun() {
  StreamWriter to({.mark = "ssdc runs 2", .what = {}, .version = version_of_numbers()});
  for (int i = 0; i < 7; ++i) to.put(std::uint64_t{1});  // the setting
  return to;
}

// Why the stream is rejected; empty: it is not.
std::string fault_of(StreamWriter to) {
  diag::Sink sink;
  return make_sent_runs(to.finish(), [] { return true; }, sink).fault;
}

TEST(SentRuns, NoRunsAreNothingToMake) {
  StreamWriter to = begun();
  to.put(kEnd);
  diag::Sink sink;
  const MadeRuns made = make_sent_runs(to.finish(), [] { return true; }, sink);
  EXPECT_EQ(made.fault, "");
  MadeRunsReader reader(made.bytes);
  EXPECT_EQ(reader.line(), "");
  EXPECT_EQ(reader.reached(), 0U);
}

TEST(SentRuns, WhatDoesNotBelongThereIsRejected) {
  const std::string damage = "the bytes were cut off or altered on their way";
  EXPECT_EQ(fault_of(begun()), damage) << "no end";
  StreamWriter after = begun();
  after.put(kEnd);
  after.put(kEnd);
  EXPECT_EQ(fault_of(std::move(after)), "there is a record that does not belong there");
  StreamWriter unknown = begun();
  unknown.put(std::uint64_t{4});
  EXPECT_EQ(fault_of(std::move(unknown)), "there is a record that does not belong there");
  StreamWriter alone = begun();
  alone.put(kRun);
  alone.put(std::uint64_t{0});
  EXPECT_EQ(fault_of(std::move(alone)), "there is a run without a workload");
  StreamWriter plan = begun();
  for (const std::uint64_t number : {std::uint64_t{kPlan}, std::uint64_t{1}, std::uint64_t{1}}) plan.put(number);
  plan.put(std::string_view("a Plan"));
  EXPECT_EQ(fault_of(std::move(plan)), "it is not a Plan");
  StreamWriter file = begun();
  file.put(kInput);
  file.put(std::string_view("/nowhere/t.csv"));
  file.put(std::string_view("0"));
  EXPECT_EQ(fault_of(std::move(file)),
            "`/nowhere/t.csv` does not exist on the worker's machine, or cannot be read there");
}

TEST(SentRuns, AnAnswerEndsWithItsNumber) {
  StreamWriter to({.mark = "ssdc made 1", .what = {}, .version = version_of_numbers()});
  to.put(std::string_view());
  to.put(std::uint64_t{1});
  to.put(std::uint64_t{1});
  const std::string bytes = to.finish();
  MadeRunsReader reader(bytes);
  EXPECT_THROW(reader.line(), Unreadable);
}

}  // namespace
}  // namespace ssd::study
