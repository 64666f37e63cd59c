// When a block is worn out (wear.retirement): the only definition, for the engine, the states of drives and the
// results.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

// `endurance` 0: blocks do not wear out.
constexpr bool is_worn_out(u64 erases, u64 endurance) { return endurance != 0 && erases >= endurance; }

}  // namespace ssd
