// Which seeds a test takes. SSDC_SLICE=n selects an n-th of each test's seeds, and SSDC_TEST_SEED says which
// (tools/test.sh sets both); SSDC_SEED and SSDC_CASES select seeds directly.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace ssd::differential {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

// True if a test runs only some of its seeds, so that it need not reach everything that all of them reach.
inline bool sliced() { return from_environment("SSDC_SLICE", 1) > 1 || from_environment("SSDC_CASES", 0) != 0; }

struct Slice {
  std::uint64_t first, cases;
  std::uint64_t end() const { return first + cases; }
};

// An n-th of the seeds, in a row, but at least three. Its position depends on the test seed, which differs from commit
// to commit.
inline Slice part_of(std::uint64_t first, std::uint64_t cases, std::uint64_t n, std::uint64_t test_seed) {
  const std::uint64_t size = n < 2 ? cases : std::min(cases, std::max<std::uint64_t>(3, cases / n));
  const std::uint64_t mixed = (test_seed + first) * 0x9e3779b97f4a7c15ULL >> 32;
  return {first + mixed % (cases - size + 1), size};
}

// The seeds with which the current test runs. It also prints how to run them again.
inline Slice slice_of(std::uint64_t first, std::uint64_t cases) {
  const std::uint64_t n = from_environment("SSDC_SLICE", 1), test_seed = from_environment("SSDC_TEST_SEED", 1);
  Slice slice = part_of(first, cases, n, test_seed);
  slice.first = from_environment("SSDC_SEED", slice.first);
  slice.cases = from_environment("SSDC_CASES", slice.cases);
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::cout << fmt::format(
                   "{} of {} cases (SSDC_TEST_SEED={}), again: SSDC_SEED={} SSDC_CASES={} "
                   "build/release/bin/ssd_differential_tests --gtest_filter={}.{}\n",
                   slice.cases, cases, test_seed, slice.first, slice.cases, test.test_suite_name(), test.name())
            << std::flush;
  return slice;
}

}  // namespace ssd::differential
