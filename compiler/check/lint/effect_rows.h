// What the table of keys that can be without effect (effects.cpp) is made of.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/design/design.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

struct KeyPlace {
  std::string_view section, key;  // `nand.bus` is a section in a section
};

// A key that may be without effect.
struct EffectRow {
  KeyPlace at;
  bool idle;
  diag::Code code;
  std::string first, second;
  std::string help;
  KeyPlace by = {};  // the key that makes it useless
};

// Adds the rows for keys of `host`: its queues, its firmware, and what crosses the bus.
void add_host_effects(std::vector<EffectRow>& rows, const design::Design& design);

}  // namespace ssd::check
