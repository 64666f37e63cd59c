// Evaluates an expectation: whether it holds, by how much, or why that cannot be decided. Missing and failed runs never
// make a claim hold or fail.
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
  // For a comparison both sides, with units: `412.3 us < 530.1 us`; for all() at how many of the points it holds, and
  // how many are unknown; for several comparisons joined by `and` or `or` those that are known, separated by `; `;
  // otherwise empty.
  std::string values;
  // For a comparison of quantities: the distance of the left side from the right one as a share of the right one; > 0
  // if the comparison holds.
  std::optional<double> margin;
  std::string reason;  // of kUndecided: what is missing
  // Of kFails, for all(): the first points at which it fails, with both sides; at most 5.
  std::vector<std::string> where;
  std::vector<Comparison> comparisons;  // those of `values` and `where`, one by one
};

// The absolute value of a margin: "12.3 %", "6,730 %".
std::string margin_text(double margin);

Outcome evaluate(const Table& table, const design::Expectation& expectation);

// Whether the outcome makes the experiment fail. A claim that is known to fail does so if it now holds, because the
// reader should know; while it still fails it does not.
bool counts_as_failure(const design::Expectation& expectation, const Outcome& outcome);

}  // namespace ssd::study
