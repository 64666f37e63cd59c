// The differences between two designs in meaning: the values in effect, functions compared by their programs, maps by
// the pages that go elsewhere.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::design {

// before and after are empty if that design has no such value.
struct Change {
  std::string section, key, before, after;
};

struct MovedPage {
  std::uint64_t number = 0;
  PlaneAddress before, after;
};

// Moves of logical pages, or of writes by their number. `complete`: the compared numbers represent all others.
struct Moves {
  Placement placement = Placement::kStatic;
  std::uint64_t compared = 0, moved = 0;
  bool complete = false;
  std::vector<MovedPage> first;
};

// If a Difference is empty, the designs give the same numbers for every workload.
struct Difference {
  std::vector<Change> changes;  // in the order of language.md
  std::optional<Moves> moves;   // if both designs place pages by the same kind of number
  bool none() const { return changes.empty() && (!moves || moves->moved == 0); }
};
Difference compare(const Design& a, const Design& b);

}  // namespace ssd::design
