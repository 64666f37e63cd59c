// What must hold for every input of a fuzz target holds for its corpus and for the inputs with which the fuzzers found
// faults, and for texts also for the examples and the standard library.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fuzz/targets.h"
#include "tests/paths.h"

namespace ssd {
namespace {

namespace fs = std::filesystem;

// Returns the number of inputs in the folder.
std::size_t expect_sound(const fuzz::Target& target, const fs::path& folder) {
  std::size_t inputs = 0;
  if (!fs::exists(folder)) return inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(target.broken(input), "") << target.name << ": " << entry.path();
    ++inputs;
  }
  return inputs;
}

TEST(FuzzFinds, StayMended) {
  const fs::path root = tests::source_dir();
  for (const fuzz::Target& target : fuzz::kTargets) {
    expect_sound(target, root / "tests/fuzz/finds" / target.name);
    expect_sound(target, root / "tests/fuzz/corpus" / target.name);
  }
}

TEST(FuzzFinds, TextsOfTheProjectAreSound) {
  for (const fuzz::Target& target : fuzz::kTargets) {
    if (!target.reads_language) continue;
    for (const char* folder : {"tests/fuzz/finds/check", "examples", "stdlib"})
      EXPECT_GT(expect_sound(target, tests::source_dir() / folder), 2U) << folder;
  }
}

}  // namespace
}  // namespace ssd
