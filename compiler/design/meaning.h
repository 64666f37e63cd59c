// Whether the values of two designs at one place have the same meaning, however they are written. Invariant: designs
// that mean the same at every place give the same numbers for every workload.
#pragma once
#include <string_view>

#include "compiler/design/design.h"

namespace ssd::design {

// Whether their expressions at a hook mean the same: the programs are equal, or the inputs have so few values that all
// are tried. For scores only the order of the results matters.
bool same_meaning(Hook hook, const Design& a, const Design& b);

// One row for each place whose text does not determine its meaning: a key, all keys of a block (`bus.`), or a whole
// section (empty key).
struct Meaning {
  std::string_view section, key;
  bool (*same)(const Design& a, const Design& b);
  void (*copy)(Design& to, const Design& from);  // copies everything that belongs to the place
  bool expression = true;  // equal words may have different meanings, because the names in them may
};
// Null if the text determines the meaning.
const Meaning* find_meaning(std::string_view section, std::string_view key);
// `of` with the values of `like` at every place where the two mean the same.
Design as_written_in(Design of, const Design& like);

}  // namespace ssd::design
