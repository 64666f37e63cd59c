// The lines of `explain`: the value of each key of a design or workload, and where it came from. The checker writes
// them while it reads a block, so the printed values are the simulated ones.
#pragma once
#include <cstdint>
#include <string>

#include "runtime/base/source.h"

namespace ssd::design {

enum class OriginKind : std::uint8_t { kDefault, kGiven, kInherited, kParam, kDerived };
struct Origin {
  OriginKind kind = OriginKind::kDefault;
  Span span;  // where it is written; unknown for a default
  std::string
      detail;  // the declaration that it is inherited from, the param that it comes from, or the reason for the default
};
// One line: `section.key`, the value as a user would write it, and its origin. Lines are in the order of language.md.
struct Property {
  std::string section, key, value;
  Origin origin;
};

}  // namespace ssd::design
