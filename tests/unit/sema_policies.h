// Checks one design and runs the expressions of its policies as the engine does, for the tests of sema.
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "tests/unit/sema_texts.h"

namespace ssd {

constexpr const char* kPolicies = "fn wise(w: command) = w.wasted == 0\nfn blind(w: command) = true\n";
constexpr const char* kSmall =
    "geometry { channels: 4 chips: 2 dies: 2 planes: 2 blocks: 64 pages: 16 page: 4KiB } capacity { overprovision: 40% "
    "} ";

inline std::unique_ptr<CheckedTexts> checked(const std::string& text) {
  return check_texts({{"main.ssd", text}, {"stdlib/policies.ssd", kPolicies}});
}

inline design::Design one(const std::string& text) {
  const auto result = checked(text);
  EXPECT_FALSE(result->sink.has_errors()) << result->text();
  return result->checked.designs.empty() ? design::Design{} : result->checked.designs.back();
}

inline i64 run(const design::Function& function, std::initializer_list<i64> inputs) {
  EXPECT_TRUE(function.given());
  const std::vector<i64> values(inputs);
  return function.given() ? evaluate(function.program(), values.data()) : -1;
}

}  // namespace ssd
