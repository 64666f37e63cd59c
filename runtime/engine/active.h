// A block that pages are taken from in turn (space.take).
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

struct Active {
  u32 block = kNone;  // its number in its plane; kNone: none is open
  u32 page = 0;       // the next one
  friend bool operator==(const Active&, const Active&) = default;
};

}  // namespace ssd
