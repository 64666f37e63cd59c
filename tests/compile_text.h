// A design from text, for tests that need one: they fail at any error in the text or in ssdc.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "tests/try_text.h"

namespace ssd {

inline design::Design compile_text(const std::string& text) {
  const TriedText tried = try_text(text);
  EXPECT_EQ(tried.errors, "") << text;
  return tried.design.value_or(design::Design{});
}

}  // namespace ssd
