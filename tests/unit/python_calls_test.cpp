// Commands of helps as calls of the Python package: each is a text that Python reads as it was meant.
#include "tools/api/library/python_calls.h"

#include <gtest/gtest.h>

namespace ssd::api {
namespace {

TEST(PythonCalls, ARunHasItsDesignAndArguments) {
  EXPECT_EQ(python_call("ssdc run s.ssd:Drive -D ways=1 --workload Big --seed 2"),
            "ssdc.load(\"s.ssd\", params={\"ways\": 1})[\"Drive\"].run(workload=\"Big\", seed=2)");
  EXPECT_EQ(python_call("ssdc check s.ssd"), "ssdc.load(\"s.ssd\")");
}

TEST(PythonCalls, WhatNoCallStandsForStaysACommand) {
  EXPECT_EQ(python_call("ssdc run s.ssd --no-such-option 1"), "ssdc run s.ssd --no-such-option 1");
}

TEST(PythonCalls, NumbersAreNumbersAndPathsAreNot) {
  EXPECT_EQ(python_literal("12.5"), "12.5");
  EXPECT_EQ(python_literal("1.2.3"), "\"1.2.3\"");
  EXPECT_EQ(python_literal("007"), "\"007\"");
  EXPECT_EQ(python_literal("8KiB"), "\"8KiB\"");
  EXPECT_EQ(python_call("ssdc check 2024"), "ssdc.load(\"2024\")");
}

TEST(PythonCalls, QuotesAndBackslashesStayWhatTheyAre) {
  EXPECT_EQ(python_text("a\"b"), "'a\"b'");
  EXPECT_EQ(python_text("a\"b'c"), "'a\"b\\'c'");
  EXPECT_EQ(python_text("a\\b"), "\"a\\\\b\"");
}

}  // namespace
}  // namespace ssd::api
