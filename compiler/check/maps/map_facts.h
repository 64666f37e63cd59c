// The facts about a map, found without reporting anything: whether each formula stays within its level, and how evenly
// the planes are filled. They depend only on the formulas, the counts of the geometry and the logical pages, so equal
// maps are examined once.
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
  // Equal keys mean equal facts.
  std::vector<i64> key() const;
};

enum class Finding : std::uint8_t {
  kProved,
  kRefuted,
  kTooMany,  // more pages than the limit for checking one by one
  kSpent,    // the operations of the compilation were used up
};

// The facts about one formula. It is refuted by the first page whose value is not in 0..count-1.
struct LevelFacts {
  Finding finding = Finding::kProved;
  u64 lpn = 0;
  i64 value = 0;
};

struct MapFacts {
  std::array<LevelFacts, 4> levels;  // by Level
  // The following is known only if all levels are proved.
  Finding counted = Finding::kTooMany;
  u64 period = 0;                          // the map repeats after so many pages; 0 if no period was found
  u64 looked_at = 0;                       // the pages that were counted one by one: one period, or all
  u64 most = 0, fewest = 0;                // of the counted pages, on one plane
  u64 most_in_all = 0, fewest_in_all = 0;  // of all logical pages, on one plane
  u64 unused = 0, first_unused = 0;        // planes without any page
  bool in_range() const;
};

// Called before operations are performed; returns whether they are within the budget.
using TryOut = std::function<bool(u64 operations)>;
MapFacts find_facts(const MapProgram& map, const TryOut& try_out);

}  // namespace ssd::check
