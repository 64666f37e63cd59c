// What a unit wants its channel's bus for, and the order of the wishes (bus.decision). Each loop has its own type Wish,
// with a ready time and the sequence number of the operation.
#pragma once
#include "runtime/abi/units.h"

namespace ssd {

enum class Tenure : u8 { kDataOut, kCommand, kDataIn };

template <class Wish>
inline bool is_older(const Wish& a, const Wish& b) {
  return a.ready != b.ready ? a.ready < b.ready : a.order < b.order;
}

}  // namespace ssd
