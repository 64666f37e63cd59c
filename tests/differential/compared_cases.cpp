// See compared_cases.h.
#include "tests/differential/compared_cases.h"

#include <gtest/gtest.h>

#include "tests/compile_text.h"
#include "tests/differential/compared_run.h"
#include "tests/differential/environment.h"
#include "tests/differential/shrink.h"

namespace ssd::differential {

std::string difference_of_text(const std::string& text, const RandomCase& c, EngineChoice choice) {
  const TriedText compiled = try_text(text);
  if (!compiled.design) return "";
  const std::vector<Request> requests = c.requests();
  run::Options options = options_of(c);
  if (run::pass_of(*compiled.design, load_of(c, requests)) == Pass::kWhole) options.pass = Pass::kWhole;
  const Simulator engine = make_simulator(*compiled.design, choice, 0, options.pass);
  return difference_of_run(*compiled.design, c, engine.entry, options);
}

namespace {

void compare(const RandomCase& c, EngineChoice choice) {
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << "seed " << c.seed << "\n" << compiled.errors << c.text();
  const std::string found = difference_of_text(c.text(), c, choice);
  if (found.empty()) return;
  const Check check = [](const RandomCase& smaller) {
    return difference_of_text(smaller.text(), smaller, EngineChoice::kGeneric);
  };
  const RandomCase small = check(c).empty() ? c : shrink(c, check);
  FAIL() << "seed " << c.seed << ": " << found << "\nof the shrunk case: " << check(small) << "\n" << file_texts(small);
}

}  // namespace

void compare_cases(RandomCase (*make)(std::uint64_t seed), std::uint64_t first, std::uint64_t cases,
                   EngineChoice choice) {
  const Slice slice = slice_of(first, cases);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed)
    compare(make(seed), choice);
}

}  // namespace ssd::differential
