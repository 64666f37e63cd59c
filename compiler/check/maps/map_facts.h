// What is true about a map, found without a word to anyone: whether each of its formulas stays within its level, and
// how evenly the planes are filled. It follows from the formulas, the counts of the geometry and the logical pages
// alone, so that equal maps need one look.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "compiler/check/expr/formula.h"

namespace ssd::check {

struct MapProgram {
  const Formula& formula;
  std::array<NodeId, 4> results;  // by Level
  const design::Geometry& geometry;
  u64 logical_pages;
  // Equal programs have equal facts.
  std::vector<i64> key() const;
};

enum class Finding : std::uint8_t {
  kProved,
  kRefuted,
  kTooMany,  // there are more pages than are looked at one by one
  kSpent,    // the compilation's operations were used up
};

// Of a formula: refuted by the first page whose value is not in 0..count-1.
struct LevelFacts {
  Finding finding = Finding::kProved;
  u64 lpn = 0;
  i64 value = 0;
};

struct MapFacts {
  std::array<LevelFacts, 4> levels;  // by Level
  // What follows is found where all levels are proved.
  Finding counted = Finding::kTooMany;
  u64 period = 0;                          // after so many pages the map repeats; 0: after none that are looked at
  u64 looked_at = 0;                       // pages counted one by one: a period, or all
  u64 most = 0, fewest = 0;                // of those on a plane
  u64 most_in_all = 0, fewest_in_all = 0;  // of all logical pages on a plane
  u64 unused = 0, first_unused = 0;        // planes without any
  bool in_range() const;
};

// `try_out` is asked before operations are made, and says whether they may be.
using TryOut = std::function<bool(u64 operations)>;
MapFacts find_facts(const MapProgram& map, const TryOut& try_out);

}  // namespace ssd::check
