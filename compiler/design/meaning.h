// Whether what two designs say at one place means the same, however it is written. Invariant: designs that mean the
// same at every place give the same numbers for every workload.
#pragma once
#include <string_view>

#include "compiler/design/design.h"

namespace ssd::design {

// Of their expressions at a hook: one program, or so few values of what they read that all can be tried. Scores count
// by their order only.
bool same_meaning(Hook hook, const Design& a, const Design& b);

// One row a place whose text does not say all: a key, all keys of a block (`bus.`), or a whole section (no key).
struct Meaning {
  std::string_view section, key;
  bool (*same)(const Design& a, const Design& b);
  void (*copy)(Design& to, const Design& from);  // all that the place stands for
  bool expression = true;                        // its words may come to something else, because what they name does
};
// Null where the text says all.
const Meaning* find_meaning(std::string_view section, std::string_view key);
// `of` with the values of `like` at every place at which the two mean the same.
Design as_written_in(Design of, const Design& like);

}  // namespace ssd::design
