// The lines of `explain`: what a key of a design or workload came to, and where that came from. Written by the checker
// while it reads a block, so that what is printed is what is simulated.
#pragma once
#include <cstdint>
#include <string>

#include "runtime/base/source.h"

namespace ssd::design {

enum class OriginKind : std::uint8_t { kDefault, kGiven, kInherited, kParam, kDerived };
struct Origin {
  OriginKind kind = OriginKind::kDefault;
  Span span;           // where it is written; unknown for a default
  std::string detail;  // the declaration it was inherited from, the param it came through, why it is the default
};
// One line: `section.key`, the value as one would write it, and its origin. In the order of language.md.
struct Property {
  std::string section, key, value;
  Origin origin;
};

}  // namespace ssd::design
