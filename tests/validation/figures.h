// The rows of docs/validation.md. A test gives a measured number together with its reference, and fails if the two do
// not agree. tools/validation_page.py collects the rows, so no number of the page is typed by hand.
//
// Every case has a short form, which runs with each build, and a full one (SSDC_VALIDATION=full), from which the page
// is made.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/abi/units.h"

namespace ssd {

inline bool full_size() {
  const char* form = std::getenv("SSDC_VALIDATION");
  return form != nullptr && std::string_view(form) == "full";
}

struct Figure {
  char part;  // part A to F of docs/validation.md, to whose table the row belongs
  std::string what, source, reference, found, allowed;
};

inline void expect_figure(const Figure& figure, bool holds) {
  const int number = testing::UnitTest::GetInstance()->current_test_info()->result()->test_property_count();
  testing::Test::RecordProperty(fmt::format("figure{}", number),
                                fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}", figure.part, figure.what, figure.source,
                                            figure.reference, figure.found, figure.allowed, holds ? "holds" : "fails"));
  EXPECT_TRUE(holds) << figure.what << ": found " << figure.found << ", reference " << figure.reference << ", allowed "
                     << figure.allowed;
}

inline void expect_time(char part, const std::string& what, const std::string& source, Time reference, Time found) {
  expect_figure({part, what, source, fmt::format("{} ns", reference), fmt::format("{} ns", found), "exact"},
                found == reference);
}

// Within `percent` of the reference, printed with `digits` decimals.
inline void expect_within(char part, const std::string& what, const std::string& source, double reference, double found,
                          double percent, int digits) {
  expect_figure({part, what, source, fmt::format("{:.{}f}", reference, digits), fmt::format("{:.{}f}", found, digits),
                 fmt::format("{} %", percent)},
                std::abs(found / reference - 1.0) <= percent / 100);
}

}  // namespace ssd
