// What two designs differ in, by meaning: values in effect, functions by their programs, maps by the pages that land
// elsewhere.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::design {

// Empty where a design has no such value.
struct Change {
  std::string section, key, before, after;
};

struct MovedPage {
  std::uint64_t number = 0;
  PlaneAddress before, after;
};

// Of logical pages, or of writes by their number. `complete`: what was compared stands for all the others.
struct Moves {
  Placement placement = Placement::kStatic;
  std::uint64_t compared = 0, moved = 0;
  bool complete = false;
  std::vector<MovedPage> first;
};

// Nothing in it: the designs give the same numbers for every workload.
struct Difference {
  std::vector<Change> changes;  // in the order of language.md
  std::optional<Moves> moves;   // where both place by a number of one kind
  bool none() const { return changes.empty() && (!moves || moves->moved == 0); }
};
Difference compare(const Design& a, const Design& b);

}  // namespace ssd::design
