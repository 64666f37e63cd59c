// Texts with which the fuzzers found faults (tests/fuzz/finds) stay correct, and so do the fuzzers' seeds: the texts of
// the examples and of the standard library.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fuzz/invariants.h"
#include "tests/paths.h"

namespace ssd {
namespace {

TEST(FuzzFinds, StayMended) {
  const std::string standard = (tests::source_dir() / "stdlib").string();
  for (const char* folder : {"tests/fuzz/finds", "examples", "stdlib"}) {
    for (const auto& entry : std::filesystem::directory_iterator(tests::source_dir() / folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      EXPECT_EQ(fuzz::broken_by_parsing(text), "") << entry.path();
      EXPECT_EQ(fuzz::broken_by_checking(text, standard), "") << entry.path();
    }
  }
}

}  // namespace
}  // namespace ssd
