// Whether an expectation came true, by how much, or why that cannot be said. Missing and failed runs never make a claim
// true or false.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

enum class Verdict : std::uint8_t { kHolds, kFails, kUndecided };
std::string_view name(Verdict verdict);  // "holds", "fails", "undecided"

// One comparison of a claim: what was measured, and what it was compared with.
struct Comparison {
  std::string at;                  // of `each` and of `all` that fails: where; else empty
  std::string measured, expected;  // `412.3 us` and `< 530.1 us`; of all(): `at 3 of 4 points`, `at all points`
  bool holds = false;
};

struct Outcome {
  Verdict verdict = Verdict::kUndecided;
  std::string values;  // of a comparison: both sides, with units: `412.3 us < 530.1 us`; of all(): at how many of the
                       // points, and how many are unknown; of several, joined by `and`, `or`: those that are known, `;
                       // ` between; else empty
  std::optional<double> margin;  // of a comparison of quantities: how far the left side is from the right one, as a
                                 // share of the right one; signed so that > 0 is on the side that holds
  std::string reason;            // undecided: what is missing
  std::vector<std::string>
      where;  // fails by all(): the first points at which it does not hold, with both sides; at most 5
  std::vector<Comparison> comparisons;  // those of `values` and `where`, one by one
};

// A margin's size, without its sign: "12.3 %", "6,730 %".
std::string margin_text(double margin);

Outcome evaluate(const Table& table, const design::Expectation& expectation);

// A known failure that holds now is worth telling; one that still fails is no failure of the experiment.
bool counts_as_failure(const design::Expectation& expectation, const Outcome& outcome);

}  // namespace ssd::study
