// Sorts records by arrival; records of the same time keep their order. Records that do not fit into a bounded memory
// are sorted in parts, which are then merged.
#pragma once
#include "runtime/trace/record_store.h"

namespace ssd::trace {

// Records that are sorted in memory at once. It is a parameter for tests.
inline constexpr u64 kSortedAtOnce = u64{1} << 20;

// If records cannot be read or written, error() of the result says why.
RecordStore sorted_by_arrival(const RecordStore& records, u64 at_once = kSortedAtOnce);

}  // namespace ssd::trace
